/* Pooling over a window, NHWC; `channels` in and out.
 * Maxima and sums are over the taps that are not padding. */
#ifndef NPU_RUNTIME_KERNELS_POOL_H
#define NPU_RUNTIME_KERNELS_POOL_H

#include <stdint.h>

#include "runtime/kernels/rescale.h"
#include "runtime/kernels/window.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  npu_window window;
  int64_t channels;
  int count_include_pad; /* averages: positions in [-pad_before, in + pad_after) count, never beyond */
} npu_pool;

/* The factor of an average over `count` positions: input scale / (count * output scale). */
typedef struct {
  int64_t count;
  int32_t mult;
} npu_count_mult;

typedef struct {
  int32_t in_zero, out_zero;
  const npu_count_mult *mults; /* maximum: one, its count unused; average: one for each count above 0 */
  int64_t mult_count;
  uint32_t shift; /* one for all */
  npu_rounding rounding;
  int32_t low, high; /* within i8 */
} npu_pool_quant;

/* Writes the distinct counts above 0 over which the windows average, ascending, to records[].count, and returns how
 * many there are. `capacity` records suffice if it is that number; kernel rows * kernel columns always does. When it
 * does not, the number returned exceeds it and the records are not all. */
int64_t npu_pool_counts(const npu_pool *pool, npu_count_mult *records, int64_t capacity);

/* N9: fills records[].mult for scale ratio input / output, and one shift for all, by `mult_bits` (N5). `mult_count` >= 1.
 * Returns 0, as npu_rescale_choose_shared does, if the ratio cannot be represented. */
int npu_pool_mults(double ratio, uint32_t mult_bits, npu_count_mult *records, int64_t mult_count, uint32_t *shift,
                   double *deviation);

/* clamp(out_zero + R((max - in_zero) * mult, shift), low, high); a window wholly in padding gives low. */
void npu_max_pool_i8(const npu_pool *pool, const npu_pool_quant *quant, const int8_t *in, int8_t *out);

/* N9: clamp(out_zero + R(sum of (x - in_zero) * mult[count], shift), low, high); a count of 0 gives out_zero, clamped.
 * Returns 0 if a count has no multiplier or a product exceeds 2^62; the output is then incomplete. */
int npu_average_pool_i8(const npu_pool *pool, const npu_pool_quant *quant, const int8_t *in, int8_t *out);

/* A window wholly in padding gives -infinity. NaN wins. */
void npu_max_pool_f32(const npu_pool *pool, const float *in, float *out);

/* sum / count, taps summed one by one in row-major order; a count of 0 gives 0. */
void npu_average_pool_f32(const npu_pool *pool, const float *in, float *out);

#ifdef __cplusplus
}
#endif

#endif
