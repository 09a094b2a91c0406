/* The taps of one axis of one output as a range. Internal to the pooling kernels. */
#ifndef NPU_RUNTIME_KERNELS_POOL_TAPS_H
#define NPU_RUNTIME_KERNELS_POOL_TAPS_H

#include "runtime/kernels/pool.h"

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

static inline npu_taps npu_taps_inside(const npu_axis *a, int64_t i) { return npu_taps_within(a, i, 0, a->in); }

/* Positions along one axis that an average counts. */
static inline int64_t npu_taps_counted(const npu_axis *a, int64_t i, int include_pad) {
  const npu_taps taps = npu_taps_within(a, i, include_pad ? -a->pad_before : 0, a->in + (include_pad ? a->pad_after : 0));
  return taps.last - taps.first;
}

/* Offset of channel 0 of an input pixel. */
static inline int64_t npu_pool_pixel(const npu_pool *p, int64_t n, int64_t iy, int64_t ix) {
  return ((n * p->window.rows.in + iy) * p->window.columns.in + ix) * p->channels;
}

#endif
