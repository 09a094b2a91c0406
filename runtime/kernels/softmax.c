#include "runtime/kernels/softmax.h"

#include <math.h>

#include "runtime/kernels/exp.h"
#include "runtime/kernels/lanes.h"
#include "runtime/kernels/rescale.h"
#include "runtime/kernels/round_even.h"

#define SHIFT_MAX 40
#define MULT_LIMIT 16777216.0 /* 2^24 */

void npu_softmax_table(double in_scale, uint32_t table[256]) {
  for (int d = 0; d < 256; ++d)
    table[d] = (uint32_t)npu_round_even(8388608.0 * npu_exp_f64(-in_scale * d));
}

int npu_softmax_scale(double out_scale, uint32_t *mult, uint32_t *shift) {
  const double ratio = 1.0 / out_scale;
  for (uint32_t s = SHIFT_MAX; s >= 1; --s) {
    const double rounded = npu_round_even(ratio * (double)(UINT64_C(1) << s));
    if (!(rounded < MULT_LIMIT))
      continue;
    if (!(rounded >= MULT_LIMIT / 2))
      return 0;
    *mult = (uint32_t)rounded;
    *shift = s;
    return 1;
  }
  return 0;
}

/* rne(e * mult / (sum * 2^shift)). e <= 2^23 and mult < 2^24, so the numerator is below 2^47. */
static int64_t quotient(uint64_t e, uint64_t mult, uint64_t sum, uint32_t shift) {
  const uint64_t n = e * mult;
  if (sum > (UINT64_C(1) << 60) >> shift)
    return 0; /* the denominator exceeds 2^60: far below one half */
  const uint64_t d = sum << shift, whole = n / d, rest = n % d;
  return (int64_t)(whole + (rest > d - rest || (rest == d - rest && (whole & 1))));
}

static void row_i8(int64_t extent, int64_t stride, const npu_softmax_quant *q, const int8_t *in, int8_t *out) {
  int32_t most = INT8_MIN;
  for (int64_t i = 0; i < extent; ++i)
    most = in[i * stride] > most ? in[i * stride] : most;
  uint64_t sum = 0; /* >= E[0] = 2^23 */
  for (int64_t i = 0; i < extent; ++i)
    sum += q->table[most - in[i * stride]];
  for (int64_t i = 0; i < extent; ++i) {
    const int64_t v = quotient(q->table[most - in[i * stride]], q->mult, sum, q->shift);
    out[i * stride] = (int8_t)npu_clamp_i32(q->out_zero + v, q->low, q->high);
  }
}

void npu_softmax_i8(const npu_softmax *s, const npu_softmax_quant *quant, const int8_t *in, int8_t *out) {
  for (int64_t o = 0; o < s->outer; ++o)
    for (int64_t i = 0; i < s->inner; ++i)
      row_i8(s->extent, s->inner, quant, in + o * s->extent * s->inner + i, out + o * s->extent * s->inner + i);
}

static void row_f32(int64_t extent, int64_t stride, const float *in, float *out) {
  float most = -HUGE_VALF;
  for (int64_t i = 0; i < extent; ++i)
    most = in[i * stride] > most ? in[i * stride] : most;
  npu_lanes sum = {{0}};
  for (int64_t i = 0; i < extent; ++i) {
    out[i * stride] = npu_exp_f32(in[i * stride] - most);
    sum.lane[i % NPU_LANES] += out[i * stride];
  }
  const float total = npu_lanes_sum(&sum);
  for (int64_t i = 0; i < extent; ++i)
    out[i * stride] /= total;
}

void npu_softmax_f32(const npu_softmax *s, const float *in, float *out) {
  for (int64_t o = 0; o < s->outer; ++o)
    for (int64_t i = 0; i < s->inner; ++i)
      row_f32(s->extent, s->inner, in + o * s->extent * s->inner + i, out + o * s->extent * s->inner + i);
}
