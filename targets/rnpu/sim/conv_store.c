/* The output stage of CONV: bias, rescale, clamp (N4). */
#include "targets/rnpu/sim/conv.h"
#include "targets/rnpu/sim/rescale.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

/* Rounding is a constant at each call, so that the switch inside R leaves the loop. */
static inline int store_scalar(const rnpu_sim *sim, const rnpu_conv *c, const int32_t *acc, uint8_t *out,
                               uint32_t from, uint32_t rounding) {
  int64_t excess = 0;
  for (uint32_t k = from; k < c->out.channels; ++k) {
    const rnpu_record r = sim->records[k];
    int64_t sum = (int64_t)acc[k] + r.bias;
    excess |= sum ^ (int32_t)sum;
    int64_t q = c->out.zero_point + rnpu_round((int64_t)(int32_t)sum * r.mult, r.shift, rounding);
    out[k] = (uint8_t)rnpu_clamp(q, c->act_min, c->act_max);
  }
  return excess == 0;
}

#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2")))

/* p >> s of signed 64-bit lanes: shifted as unsigned after an offset of 2^63, which is taken back. */
AVX2 static inline __m256i shift_right(__m256i p, __m256i s) {
  const __m256i offset = _mm256_set1_epi64x(INT64_MIN);
  return _mm256_sub_epi64(_mm256_srlv_epi64(_mm256_xor_si256(p, offset), s), _mm256_srlv_epi64(offset, s));
}

AVX2 static inline __m256i clamp(__m256i v, __m256i low, __m256i high) {
  v = _mm256_blendv_epi8(v, low, _mm256_cmpgt_epi64(low, v));
  return _mm256_blendv_epi8(v, high, _mm256_cmpgt_epi64(v, high));
}

/* HALF_UP, four channels at a time; returns how many were stored. */
AVX2 static uint32_t store_half_up(const rnpu_sim *sim, const rnpu_conv *c, const int32_t *acc, uint8_t *out,
                                   int *fits) {
  const __m256i one = _mm256_set1_epi64x(1), zero = _mm256_set1_epi64x(c->out.zero_point);
  const __m256i low = _mm256_set1_epi64x(c->act_min), high = _mm256_set1_epi64x(c->act_max);
  __m128i excess = _mm_setzero_si128();
  uint32_t k = 0;
  for (; k + 4 <= c->out.channels; k += 4) {
    const rnpu_record *r = sim->records + k;
    __m128i a = _mm_loadu_si128((const __m128i *)(acc + k));
    __m128i bias = _mm_setr_epi32(r[0].bias, r[1].bias, r[2].bias, r[3].bias), sum = _mm_add_epi32(a, bias);
    /* Overflow: both terms have the sign that the sum lacks. */
    excess = _mm_or_si128(excess, _mm_and_si128(_mm_xor_si128(a, sum), _mm_xor_si128(bias, sum)));
    __m256i mult = _mm256_setr_epi64x(r[0].mult, r[1].mult, r[2].mult, r[3].mult);
    __m256i shift = _mm256_setr_epi64x(r[0].shift, r[1].shift, r[2].shift, r[3].shift);
    __m256i half = _mm256_sllv_epi64(one, _mm256_sub_epi64(shift, one));
    __m256i p = _mm256_mul_epi32(_mm256_cvtepi32_epi64(sum), mult);
    __m256i q = clamp(_mm256_add_epi64(shift_right(_mm256_add_epi64(p, half), shift), zero), low, high);
    int64_t lanes[4];
    _mm256_storeu_si256((__m256i *)lanes, q);
    for (int i = 0; i < 4; ++i)
      out[k + i] = (uint8_t)lanes[i];
  }
  *fits = _mm_movemask_ps(_mm_castsi128_ps(excess)) == 0;
  return k;
}
#endif

int rnpu_conv_store(const rnpu_sim *sim, const rnpu_conv *c, const int32_t *acc, uint8_t *out) {
  uint32_t done = 0;
  int fits = 1;
  switch (sim->config.rounding) {
  case RNPU_DOUBLE: return store_scalar(sim, c, acc, out, 0, RNPU_DOUBLE);
  case RNPU_HALF_AWAY: return store_scalar(sim, c, acc, out, 0, RNPU_HALF_AWAY);
  case RNPU_HALF_EVEN: return store_scalar(sim, c, acc, out, 0, RNPU_HALF_EVEN);
  default:
#if defined(__x86_64__)
    if (sim->vector)
      done = store_half_up(sim, c, acc, out, &fits);
#endif
    return store_scalar(sim, c, acc, out, done, RNPU_HALF_UP) && fits;
  }
}
