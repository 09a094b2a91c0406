/* Sampling of rows and columns at other positions, NHWC. */
#ifndef NPU_RUNTIME_KERNELS_RESIZE_H
#define NPU_RUNTIME_KERNELS_RESIZE_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/kernels/rescale.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Output i lies at input position (i * step + offset) / denominator, cut to [0, in - 1]. All of it within 31 bits. */
typedef struct {
  int64_t in, out; /* extents */
  int64_t step, offset, denominator;
} npu_resize_axis;

typedef struct {
  int64_t batch, channels;
  npu_resize_axis rows, columns;
} npu_resize;

/* The samples around a position, the same twice where it is one, and their weights, of sum `denominator`. */
typedef struct {
  int64_t low, high;
  int64_t low_weight, high_weight;
} npu_resize_point;

static inline npu_resize_point npu_resize_at(const npu_resize_axis *a, int64_t i) {
  const int64_t last = (a->in - 1) * a->denominator;
  int64_t position = i * a->step + a->offset;
  position = position < 0 ? 0 : position > last ? last : position;
  const int64_t low = position / a->denominator, rest = position % a->denominator;
  return (npu_resize_point){low, low + (rest > 0), a->denominator - rest, rest};
}

/* The sample at the position rounded down; elements of `bytes` bytes. */
void npu_resize_nearest(const npu_resize *resize, size_t bytes, const void *in, void *out);

/* Along columns first, then along rows, each a * (low_weight / denominator) + b * (high_weight / denominator); a position
 * that is a sample gives that sample. */
void npu_resize_linear_f32(const npu_resize *resize, const float *in, float *out);

typedef struct {
  int32_t in_zero, out_zero;
  npu_rescale by;
  npu_rounding rounding;
  int32_t low, high; /* within i8 */
} npu_resize_quant;

/* N9: for the scale ratio input / output, what scales a sum of both axes' weights. The multiplier has `mult_bits` bits
 * (N5), or as many as keep the product below 2^62. Returns 0, as npu_rescale_choose does, if the ratio cannot be represented, and if the
 * denominators' product exceeds 2^31. */
int npu_resize_choose(double ratio, uint32_t mult_bits, const npu_resize *resize, npu_rescale *by, double *deviation);

/* N9: clamp(out_zero + R(sum of row weight * column weight * (x - in_zero) * mult, shift), low, high). */
void npu_resize_linear_i8(const npu_resize *resize, const npu_resize_quant *quant, const int8_t *in, int8_t *out);

#ifdef __cplusplus
}
#endif

#endif
