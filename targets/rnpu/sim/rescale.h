/* N4: the four roundings of an exact 64-bit product, and clamping. */
#ifndef TARGETS_RNPU_SIM_RESCALE_H
#define TARGETS_RNPU_SIM_RESCALE_H

#include "targets/rnpu/isa.h"

/* R(p, shift), 1 <= shift <= 62, |p| < 2^62 + 2^61. */
static inline int64_t rnpu_round(int64_t p, uint32_t shift, uint32_t rounding) {
  const int64_t half = INT64_C(1) << (shift - 1);
  switch (rounding) {
  case RNPU_DOUBLE: {
    /* TOSA apply_scale_32 with double_round: a second rounding when the shift passes the high word. */
    int64_t second = shift > 31 ? (p >= 0 ? INT64_C(1) << 30 : -(INT64_C(1) << 30)) : 0;
    return (p + half + second) >> shift;
  }
  case RNPU_HALF_AWAY: return p >= 0 ? (p + half) >> shift : -((-p + half) >> shift);
  case RNPU_HALF_EVEN: {
    int64_t quotient = p >> shift, rest = p - quotient * (INT64_C(1) << shift);
    return quotient + (rest > half || (rest == half && (quotient & 1)));
  }
  default: return (p + half) >> shift;
  }
}

static inline int32_t rnpu_clamp(int64_t value, int32_t low, int32_t high) {
  return (int32_t)(value < low ? low : value > high ? high : value);
}

#endif
