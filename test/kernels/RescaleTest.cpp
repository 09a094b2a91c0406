// Rounding of exact products, and the choice of multiplier and shift (N4, N5, N9).
#include <cmath>
#include <gtest/gtest.h>

#include "runtime/kernels/rescale.h"
#include "test/kernels/Exact.h"

namespace {

npu_rounding mode(int i) { return static_cast<npu_rounding>(i); }

// Ties, worked by hand: 0.5, 1.5, -0.5, -1.5 and -2.5 quarters of 2.
TEST(Rescale, TiesInEachRounding) {
  const int64_t products[] = {2, 6, -2, -6, -10}; // over 4
  const int64_t halfUp[] = {1, 2, 0, -1, -2}, halfAway[] = {1, 2, -1, -2, -3}, halfEven[] = {0, 2, 0, -2, -2};
  for (int i = 0; i < 5; ++i) {
    EXPECT_EQ(npu_round(products[i], 2, NPU_ROUND_HALF_UP), halfUp[i]);
    EXPECT_EQ(npu_round(products[i], 2, NPU_ROUND_DOUBLE), halfUp[i]);
    EXPECT_EQ(npu_round(products[i], 2, NPU_ROUND_HALF_AWAY), halfAway[i]);
    EXPECT_EQ(npu_round(products[i], 2, NPU_ROUND_HALF_EVEN), halfEven[i]);
  }
}

// Beyond shift 31 DOUBLE rounds twice: what lies within 2^30 below a tie rounds up with it.
TEST(Rescale, DoubleRoundsTwice) {
  const int64_t tie = INT64_C(1) << 33, below = tie - (INT64_C(1) << 30);
  EXPECT_EQ(npu_round(below, 34, NPU_ROUND_DOUBLE), 1);
  EXPECT_EQ(npu_round(below - 1, 34, NPU_ROUND_DOUBLE), 0);
  EXPECT_EQ(npu_round(below, 34, NPU_ROUND_HALF_UP), 0);
  EXPECT_EQ(npu_round(-tie, 34, NPU_ROUND_DOUBLE), -1);
  EXPECT_EQ(npu_round(-tie, 34, NPU_ROUND_HALF_UP), 0);
}

TEST(Rescale, MatchesExactRationals) {
  exact::Random random(1);
  for (int i = 0; i < 200000; ++i) {
    const int64_t v = random.in(INT32_MIN, INT32_MAX) >> random.in(0, 31);
    const int64_t mult = random.in(0, 3) ? random.in(0, INT32_MAX) : INT64_C(1) << random.in(0, 30);
    const uint32_t shift = uint32_t(random.in(2, 62));
    for (int m = 0; m < 4; ++m)
      ASSERT_EQ(npu_round(v * mult, shift, mode(m)), int64_t(exact::roundShifted(exact::Wide(v) * mult, shift, m)))
          << v << " * " << mult << " >> " << shift << ", rounding " << m;
  }
}

// The extremes of a 32-bit accumulator times a 31-bit multiplier do not overflow.
TEST(Rescale, ExtremesOfTheProduct) {
  for (int64_t v : {int64_t(INT32_MIN), int64_t(INT32_MAX)})
    for (uint32_t shift : {2u, 31u, 32u, 61u, 62u})
      for (int m = 0; m < 4; ++m)
        EXPECT_EQ(npu_round(v * INT32_MAX, shift, mode(m)),
                  int64_t(exact::roundShifted(exact::Wide(v) * INT32_MAX, shift, m)));
}

TEST(Rescale, ApplyAddsTheZeroPointAndClamps) {
  const npu_rescale half = {1 << 30, 31};
  EXPECT_EQ(npu_rescale_apply(7, half, NPU_ROUND_HALF_UP, -3, -128, 127), 1);
  EXPECT_EQ(npu_rescale_apply(1000, half, NPU_ROUND_HALF_UP, -3, -128, 127), 127);
  EXPECT_EQ(npu_rescale_apply(-1000, half, NPU_ROUND_HALF_UP, -3, -5, 127), -5);
}

TEST(Rescale, PowersOfTwoAreExact) {
  for (int e = -31; e <= 28; ++e) {
    npu_rescale by;
    double deviation = 1;
    ASSERT_TRUE(npu_rescale_choose(std::ldexp(1.0, e), 31, &by, &deviation)) << e;
    EXPECT_EQ(by.mult, 1 << 30);
    EXPECT_EQ(int(by.shift), 30 - e);
    EXPECT_EQ(deviation, 0.0);
  }
}

// No multiplier with any shift lies nearer, for both widths; the deviation is the one claimed.
TEST(Rescale, ChoiceIsTheNearest) {
  exact::Random random(2);
  for (uint32_t bits : {31u, 15u})
    for (int i = 0; i < 2000; ++i) {
      const double ratio = std::ldexp(double(random.in(1, INT32_MAX)) / 3.0, int(random.in(-60, -18)));
      npu_rescale by;
      double deviation;
      ASSERT_TRUE(npu_rescale_choose(ratio, bits, &by, &deviation));
      ASSERT_GT(by.mult, 0);
      ASSERT_LT(by.mult, INT64_C(1) << bits);
      const long double got = std::fabs(std::ldexp((long double)by.mult, -int(by.shift)) - ratio);
      for (int shift = 2; shift <= 62; ++shift) {
        const long double nearest = std::nearbyint(std::ldexp((long double)ratio, shift));
        if (nearest < std::ldexp(1.0L, int(bits))) {
          ASSERT_LE(got, std::fabs(std::ldexp(nearest, -shift) - ratio)) << ratio << " at shift " << shift;
        }
      }
      EXPECT_NEAR(deviation, double((std::ldexp((long double)by.mult, -int(by.shift)) - ratio) / ratio), 1e-12);
    }
}

// A mantissa that rounds up to 2^31 takes one shift less instead of overflowing.
TEST(Rescale, RoundingUpToTheNextPower) {
  npu_rescale by;
  ASSERT_TRUE(npu_rescale_choose(1.0 - 1e-12, 31, &by, nullptr));
  EXPECT_EQ(by.mult, 1 << 30);
  EXPECT_EQ(by.shift, 30u);
}

TEST(Rescale, RefusesWhatItCannotRepresent) {
  npu_rescale by = {-7, 99};
  for (double ratio : {-0.5, double(NAN), double(INFINITY), 536870912.0, 1e-30, 5e-324})
    EXPECT_FALSE(npu_rescale_choose(ratio, 31, &by, nullptr)) << ratio;
  EXPECT_EQ(by.mult, -7);
  EXPECT_EQ(by.shift, 99u);
  EXPECT_TRUE(npu_rescale_choose(536870911.5, 31, &by, nullptr));
  EXPECT_EQ(by.shift, 2u);
  EXPECT_TRUE(npu_rescale_choose(0.0, 31, &by, nullptr));
  EXPECT_EQ(by.mult, 0);
}

// N9: the larger ratio sets the shift; the smaller keeps the same grid.
TEST(Rescale, SharedShift) {
  const double ratios[] = {0.75, 3.0, 0.0};
  int32_t mults[3];
  uint32_t shift;
  double deviation = 1;
  ASSERT_TRUE(npu_rescale_choose_shared(ratios, 3, 31, mults, &shift, &deviation));
  EXPECT_EQ(shift, 29u);
  EXPECT_EQ(mults[0], 3 << 27);
  EXPECT_EQ(mults[1], 3 << 29);
  EXPECT_EQ(mults[2], 0);
  EXPECT_EQ(deviation, 0.0);
  const double third[] = {1.0, 1.0 / 3};
  ASSERT_TRUE(npu_rescale_choose_shared(third, 2, 31, mults, &shift, &deviation));
  EXPECT_EQ(mults[1], 357913941); // 2^30 / 3 = 357913941.33
  EXPECT_NEAR(deviation, 1.0 / 3 / (1 << 30), 1e-15);
  const double bad[] = {1.0, NAN};
  EXPECT_FALSE(npu_rescale_choose_shared(bad, 2, 31, mults, &shift, nullptr));
}

} // namespace
