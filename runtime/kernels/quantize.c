#include "runtime/kernels/quantize.h"

#include <math.h>

#include "runtime/kernels/round_even.h"

/* Any whole f64, infinities included, to an integer in [low, high]. */
static int32_t clamp_real(double v, int32_t low, int32_t high) {
  return v < low ? low : v > high ? high : (int32_t)v;
}

int32_t npu_quantize(float x, float scale, int32_t zero, int32_t low, int32_t high) {
  const float ratio = x / scale;
  const double whole = ratio != ratio ? 0.0 : npu_round_even(ratio);
  return clamp_real(whole + zero, low, high);
}

void npu_quantize_i8(const float *x, int64_t count, float scale, int32_t zero, int32_t low, int32_t high,
                     int8_t *out) {
  for (int64_t i = 0; i < count; ++i)
    out[i] = (int8_t)npu_quantize(x[i], scale, zero, low, high);
}

void npu_quantize_u8(const float *x, int64_t count, float scale, int32_t zero, int32_t low, int32_t high,
                     uint8_t *out) {
  for (int64_t i = 0; i < count; ++i)
    out[i] = (uint8_t)npu_quantize(x[i], scale, zero, low, high);
}

void npu_dequantize_i8(const int8_t *q, int64_t count, float scale, int32_t zero, float *out) {
  for (int64_t i = 0; i < count; ++i)
    out[i] = npu_dequantize(q[i], scale, zero);
}

void npu_dequantize_u8(const uint8_t *q, int64_t count, float scale, int32_t zero, float *out) {
  for (int64_t i = 0; i < count; ++i)
    out[i] = npu_dequantize(q[i], scale, zero);
}

void npu_dequantize_i32(const int32_t *q, int64_t count, float scale, int32_t zero, float *out) {
  for (int64_t i = 0; i < count; ++i)
    out[i] = npu_dequantize(q[i], scale, zero);
}

static int32_t requantize(const npu_requantize *p, int32_t q) {
  return npu_rescale_apply(q - p->in_zero, p->by, p->rounding, p->out_zero, p->low, p->high);
}

void npu_requantize_i8(const npu_requantize *p, const int8_t *q, int64_t count, int8_t *out) {
  for (int64_t i = 0; i < count; ++i)
    out[i] = (int8_t)requantize(p, q[i]);
}

void npu_requantize_u8_i8(const npu_requantize *p, const uint8_t *q, int64_t count, int8_t *out) {
  for (int64_t i = 0; i < count; ++i)
    out[i] = (int8_t)requantize(p, q[i]);
}

void npu_requantize_i8_u8(const npu_requantize *p, const int8_t *q, int64_t count, uint8_t *out) {
  for (int64_t i = 0; i < count; ++i)
    out[i] = (uint8_t)requantize(p, q[i]);
}
