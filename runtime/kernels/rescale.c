#include "runtime/kernels/rescale.h"

#include <math.h>

#include "runtime/kernels/round_even.h"

/* 2^exponent for small exponents, exactly. */
static double power_of_two(uint32_t exponent) { return (double)(UINT64_C(1) << exponent); }

/* The largest shift at which round(ratio * 2^shift) < 2^mult_bits; NPU_SHIFT_MIN - 1 if none. */
static uint32_t largest_shift(double ratio, uint32_t mult_bits) {
  const double limit = power_of_two(mult_bits);
  uint32_t shift = NPU_SHIFT_MAX;
  while (shift >= NPU_SHIFT_MIN && npu_round_even(ratio * power_of_two(shift)) >= limit)
    --shift;
  return shift;
}

int npu_rescale_choose_shared(const double *ratios, size_t count, uint32_t mult_bits,
                              int32_t *mults, uint32_t *shift, double *deviation) {
  double largest = 0;
  for (size_t i = 0; i < count; ++i) {
    if (!(ratios[i] >= 0))
      return 0;
    largest = ratios[i] > largest ? ratios[i] : largest;
  }
  const uint32_t s = largest_shift(largest, mult_bits);
  if (s < NPU_SHIFT_MIN || (largest > 0 && npu_round_even(largest * power_of_two(s)) == 0))
    return 0;
  double worst = 0;
  for (size_t i = 0; i < count; ++i) {
    const double scaled = ratios[i] * power_of_two(s), rounded = npu_round_even(scaled);
    const double off = fabs(rounded - scaled);
    worst = off > worst ? off : worst;
    mults[i] = (int32_t)rounded;
  }
  *shift = s;
  if (deviation)
    *deviation = largest > 0 ? worst / (largest * power_of_two(s)) : 0;
  return 1;
}

int npu_rescale_choose(double ratio, uint32_t mult_bits, npu_rescale *chosen, double *deviation) {
  npu_rescale found;
  if (!npu_rescale_choose_shared(&ratio, 1, mult_bits, &found.mult, &found.shift, NULL))
    return 0;
  const double scaled = ratio * power_of_two(found.shift);
  *chosen = found;
  if (deviation)
    *deviation = scaled > 0 ? (found.mult - scaled) / scaled : 0;
  return 1;
}
