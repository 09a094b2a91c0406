/* Softmax along one axis of [outer][extent][inner]; extent >= 1. The maximum is always subtracted first. */
#ifndef NPU_RUNTIME_KERNELS_SOFTMAX_H
#define NPU_RUNTIME_KERNELS_SOFTMAX_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int64_t outer, extent, inner;
} npu_softmax;

/* 1 / output scale = mult * 2^-shift: mult < 2^24, 1 <= shift <= 40. */
typedef struct {
  uint32_t table[256]; /* E of N11 */
  uint32_t mult, shift;
  int32_t out_zero, low, high;
} npu_softmax_quant;

/* N11: table[d] = rne(2^23 exp(-in_scale d)), by npu_exp_f64. in_scale > 0. */
void npu_softmax_table(double in_scale, uint32_t table[256]);

/* mult and shift nearest to 1 / out_scale, at the largest shift. Returns 0 if it lies out of reach (2^-17 .. 2^23). */
int npu_softmax_scale(double out_scale, uint32_t *mult, uint32_t *shift);

/* N11: clamp(out_zero + rne(E mult / (S 2^shift)), low, high), the quotient exact, S the sum of the E. */
void npu_softmax_i8(const npu_softmax *shape, const npu_softmax_quant *quant, const int8_t *in, int8_t *out);

/* exp(x - max) / sum, by npu_exp_f32; term i of the sum goes to lane i mod 8 (lanes.h). */
void npu_softmax_f32(const npu_softmax *shape, const float *in, float *out);

#ifdef __cplusplus
}
#endif

#endif
