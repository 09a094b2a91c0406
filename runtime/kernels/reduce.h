/* Sum, mean, maximum and minimum over any set of axes. */
#ifndef NPU_RUNTIME_KERNELS_REDUCE_H
#define NPU_RUNTIME_KERNELS_REDUCE_H

#include <stdint.h>

#include "runtime/kernels/rescale.h"
#include "runtime/kernels/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum { NPU_REDUCE_SUM = 0, NPU_REDUCE_MEAN = 1, NPU_REDUCE_MAX = 2, NPU_REDUCE_MIN = 3 } npu_reduce_kind;

/* The output is row-major over the axes that are not in `axes` (bit i = axis i); no extent is 0. */

/* Number of elements reduced into each output. */
int64_t npu_reduced_count(const npu_shape *in_shape, uint32_t axes);

typedef struct {
  int32_t in_zero, out_zero;
  npu_rescale by; /* input scale / output scale; for a mean, divided by the number of elements reduced */
  npu_rounding rounding;
  int32_t low, high; /* within i8 */
} npu_reduce_quant;

/* N9: clamp(out_zero + R(v * mult, shift), low, high), v = sum of (x - in_zero), or max - in_zero.
 * MEAN is SUM: its divisor is in the ratio. MIN exists in f32 only. Returns 0, writing nothing, if a product could exceed 2^62. */
int npu_reduce_i8(npu_reduce_kind kind, const npu_reduce_quant *quant, const npu_shape *in_shape, uint32_t axes,
                  const int8_t *in, int8_t *out);

/* Element i of those reduced, in row-major order, goes to lane i mod 8 (lanes.h); a mean divides the sum by the count.
 * The maximum and the minimum of anything with a NaN are NaN. */
void npu_reduce_f32(npu_reduce_kind kind, const npu_shape *in_shape, uint32_t axes, const float *in, float *out);

#ifdef __cplusplus
}
#endif

#endif
