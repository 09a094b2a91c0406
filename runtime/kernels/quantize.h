/* Between reals and integers (N1, N2), and between integer formats (N4). */
#ifndef NPU_RUNTIME_KERNELS_QUANTIZE_H
#define NPU_RUNTIME_KERNELS_QUANTIZE_H

#include <stdint.h>

#include "runtime/kernels/rescale.h"

#ifdef __cplusplus
extern "C" {
#endif

/* N1: clamp(rne(x / scale) + zero, low, high), the quotient in f32; NaN gives zero, clamped.
 * scale > 0. */
int32_t npu_quantize(float x, float scale, int32_t zero, int32_t low, int32_t high);

/* N2: scale * (q - zero) in f32. */
static inline float npu_dequantize(int32_t q, float scale, int32_t zero) {
  return scale * (float)((int64_t)q - zero);
}

/* `count` elements each; [low, high] lies within the output type. */
void npu_quantize_i8(const float *x, int64_t count, float scale, int32_t zero, int32_t low, int32_t high,
                     int8_t *out);
void npu_quantize_u8(const float *x, int64_t count, float scale, int32_t zero, int32_t low, int32_t high,
                     uint8_t *out);
void npu_dequantize_i8(const int8_t *q, int64_t count, float scale, int32_t zero, float *out);
void npu_dequantize_u8(const uint8_t *q, int64_t count, float scale, int32_t zero, float *out);
void npu_dequantize_i32(const int32_t *q, int64_t count, float scale, int32_t zero, float *out);

typedef struct {
  int32_t in_zero, out_zero;
  npu_rescale by; /* input scale / output scale */
  npu_rounding rounding;
  int32_t low, high; /* within the output type */
} npu_requantize;

/* clamp(out_zero + R((q - in_zero) * mult, shift), low, high). In place is allowed. */
void npu_requantize_i8(const npu_requantize *p, const int8_t *q, int64_t count, int8_t *out);
void npu_requantize_u8_i8(const npu_requantize *p, const uint8_t *q, int64_t count, int8_t *out);
void npu_requantize_i8_u8(const npu_requantize *p, const int8_t *q, int64_t count, uint8_t *out);

#ifdef __cplusplus
}
#endif

#endif
