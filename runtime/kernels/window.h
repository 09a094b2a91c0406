/* The sliding window that convolution and pooling share, over NHWC tensors. */
#ifndef NPU_RUNTIME_KERNELS_WINDOW_H
#define NPU_RUNTIME_KERNELS_WINDOW_H

#include <stdint.h>

/* One spatial axis; all in elements. */
typedef struct {
  int64_t in, out;             /* extents */
  int64_t kernel, stride, dilation; /* >= 1 */
  int64_t pad_before, pad_after;
} npu_axis;

typedef struct {
  int64_t batch;
  npu_axis rows, columns;
} npu_window;

/* Outputs of an axis whose windows lie wholly in the padded input; 0 if the kernel exceeds it. */
static inline int64_t npu_axis_out(const npu_axis *a) {
  const int64_t span = a->in + a->pad_before + a->pad_after - ((a->kernel - 1) * a->dilation + 1);
  return span < 0 ? 0 : span / a->stride + 1;
}

/* Input position of tap k of output i; outside [0, in) it is padding. */
static inline int64_t npu_axis_position(const npu_axis *a, int64_t i, int64_t k) {
  return i * a->stride + k * a->dilation - a->pad_before;
}

static inline int npu_axis_inside(const npu_axis *a, int64_t position) {
  return position >= 0 && position < a->in;
}

/* Taps of one axis of one output, as a range. */
typedef struct {
  int64_t first, last; /* taps [first, last) */
} npu_taps;

/* Taps of output i whose position lies in [low, high). */
static inline npu_taps npu_taps_within(const npu_axis *a, int64_t i, int64_t low, int64_t high) {
  npu_taps taps = {0, a->kernel};
  while (taps.first < taps.last && npu_axis_position(a, i, taps.first) < low)
    ++taps.first;
  while (taps.last > taps.first && npu_axis_position(a, i, taps.last - 1) >= high)
    --taps.last;
  return taps;
}

/* The taps that are not padding. */
static inline npu_taps npu_taps_inside(const npu_axis *a, int64_t i) { return npu_taps_within(a, i, 0, a->in); }

#endif
