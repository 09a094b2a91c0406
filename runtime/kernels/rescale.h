/* Rescaling of integers by a real ratio (N4, N5, N9): the one definition that the compiler,
 * the evaluator and the CPU kernels share. A ratio r is stored as mult * 2^-shift. */
#ifndef NPU_RUNTIME_KERNELS_RESCALE_H
#define NPU_RUNTIME_KERNELS_RESCALE_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* R of N4. Numbered as targets number them. */
typedef enum {
  NPU_ROUND_HALF_UP = 0,   /* ties towards +infinity */
  NPU_ROUND_DOUBLE = 1,    /* TOSA DOUBLE_ROUND, TFLite */
  NPU_ROUND_HALF_AWAY = 2, /* ties away from zero */
  NPU_ROUND_HALF_EVEN = 3
} npu_rounding;

#define NPU_SHIFT_MIN 2u
#define NPU_SHIFT_MAX 62u

typedef struct {
  int32_t mult;   /* 0 .. 2^31 - 1 */
  uint32_t shift; /* NPU_SHIFT_MIN .. NPU_SHIFT_MAX */
} npu_rescale;

/* R(p, shift): p * 2^-shift, rounded. Requires 1 <= shift <= 62, |p| <= 2^62. */
static inline int64_t npu_round(int64_t p, uint32_t shift, npu_rounding rounding) {
  const int64_t half = INT64_C(1) << (shift - 1);
  switch (rounding) {
  case NPU_ROUND_DOUBLE: {
    /* The first rounding, at bit 30, is of the 64-bit product (TOSA apply_scale_32). */
    const int64_t first = shift > 31 ? INT64_C(1) << 30 : 0;
    return (p + half + (p >= 0 ? first : -first)) >> shift;
  }
  case NPU_ROUND_HALF_AWAY:
    return p >= 0 ? (p + half) >> shift : -((half - p) >> shift);
  case NPU_ROUND_HALF_EVEN: {
    const int64_t down = p >> shift, rest = p - down * (INT64_C(1) << shift);
    return down + (rest > half || (rest == half && (down & 1)));
  }
  default:
    return (p + half) >> shift;
  }
}

static inline int32_t npu_clamp_i32(int64_t value, int32_t low, int32_t high) {
  return (int32_t)(value < low ? low : value > high ? high : value);
}

/* N4: clamp(zero + R(v * mult, shift), low, high). */
static inline int32_t npu_rescale_apply(int32_t v, npu_rescale by, npu_rounding rounding,
                                        int32_t zero, int32_t low, int32_t high) {
  return npu_clamp_i32(zero + npu_round((int64_t)v * by.mult, by.shift, rounding), low, high);
}

/* N5: the representable ratio nearest to `ratio`, with mult below 2^mult_bits (31, or 15 for
 * i48 accumulators). Of the equal representations it takes the one with the largest shift.
 * *deviation (may be null) becomes (mult * 2^-shift - ratio) / ratio, 0 for ratio 0.
 * Returns 0, and leaves the outputs, when the ratio is negative, not finite, too large for the
 * smallest shift, or positive but so small that its nearest multiplier is 0. */
int npu_rescale_choose(double ratio, uint32_t mult_bits, npu_rescale *chosen, double *deviation);

/* N9: `count` >= 1 ratios with one common shift, the largest at which all multipliers fit
 * mult_bits. *deviation (may be null) becomes the largest |mult * 2^-shift - ratio| relative to
 * the largest ratio: a small term of a sum may be coarse without harm to the sum.
 * Returns 0, and leaves the outputs, under the conditions of npu_rescale_choose applied to the
 * largest ratio, or when any ratio is negative or not a number. */
int npu_rescale_choose_shared(const double *ratios, size_t count, uint32_t mult_bits,
                              int32_t *mults, uint32_t *shift, double *deviation);

#ifdef __cplusplus
}
#endif

#endif
