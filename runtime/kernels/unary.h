/* Element by element on one operand: clipping and 256-entry tables. In place is allowed. */
#ifndef NPU_RUNTIME_KERNELS_UNARY_H
#define NPU_RUNTIME_KERNELS_UNARY_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* low <= high; NaN passes. A relu is low 0 (or the zero point), high infinity (or the type's largest). */
void npu_clip_f32(const float *in, int64_t count, float low, float high, float *out);
void npu_clip_i8(const int8_t *in, int64_t count, int8_t low, int8_t high, int8_t *out);

/* out = table[in + 128] (N7). */
void npu_lut8(const int8_t table[256], const int8_t *in, int64_t count, int8_t *out);

typedef double (*npu_real_function)(double x, const void *context);

typedef struct {
  double in_scale, out_scale; /* > 0 */
  int32_t in_zero, out_zero;
  int32_t low, high; /* within i8 */
} npu_lut8_format;

/* N7: table[q + 128] = clamp(rne(f(in_scale (q - in_zero)) / out_scale) + out_zero, low, high), all in f64;
 * where f gives NaN, out_zero. */
void npu_lut8_build(const npu_lut8_format *format, npu_real_function f, const void *context, int8_t table[256]);

#ifdef __cplusplus
}
#endif

#endif
