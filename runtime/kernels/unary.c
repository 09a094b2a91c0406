#include "runtime/kernels/unary.h"

#include "runtime/kernels/round_even.h"

void npu_clip_f32(const float *in, int64_t count, float low, float high, float *out) {
  for (int64_t i = 0; i < count; ++i)
    out[i] = in[i] < low ? low : in[i] > high ? high : in[i];
}

void npu_clip_i8(const int8_t *in, int64_t count, int8_t low, int8_t high, int8_t *out) {
  for (int64_t i = 0; i < count; ++i)
    out[i] = in[i] < low ? low : in[i] > high ? high : in[i];
}

void npu_lut8(const int8_t table[256], const int8_t *in, int64_t count, int8_t *out) {
  for (int64_t i = 0; i < count; ++i)
    out[i] = table[in[i] + 128];
}

void npu_lut8_build(const npu_lut8_format *p, npu_real_function f, const void *context, int8_t table[256]) {
  for (int32_t q = -128; q < 128; ++q) {
    const double y = f(p->in_scale * (q - p->in_zero), context);
    const double v = (y != y ? 0.0 : npu_round_even(y / p->out_scale)) + p->out_zero;
    table[q + 128] = (int8_t)(v < p->low ? p->low : v > p->high ? p->high : v);
  }
}
