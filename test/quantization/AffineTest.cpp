// Scales and zero points of the ranges that every text on quantisation computes by hand.
#include "passes/quantization/Affine.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace npu::quantization;

namespace {

// [-1, 3]: 4/255 and -64 (raw -64.25), so the codes cover [-1.0039, 2.9961].
TEST(Affine, MinusOneToThree) {
  Affine a = asymmetric({-1, 3});
  EXPECT_EQ(a.scale, 4.0f / 255);
  EXPECT_EQ(a.zero, -64);
  EXPECT_NEAR(a.scale * (-128 - a.zero), -1.0039, 1e-4);
  EXPECT_NEAR(a.scale * (127 - a.zero), 2.9961, 1e-4);
}

// [0, 6] (Relu6): all codes serve, 6/255 and -128.
TEST(Affine, Relu6) {
  EXPECT_EQ(asymmetric({0, 6}), (Affine{6.0f / 255, -128}));
  EXPECT_EQ(symmetric({0, 6}), (Affine{6.0f / 127, 0}));
}

// A range away from 0 is widened to it; one of nothing but 0 has scale 1.
TEST(Affine, ZeroIsAlwaysInside) {
  EXPECT_EQ(asymmetric({2, 4}), (Affine{4.0f / 255, -128}));
  EXPECT_EQ(asymmetric({-4, -2}), (Affine{4.0f / 255, 127}));
  EXPECT_EQ(asymmetric({0, 0}).scale, 1.0f);
}

// Whatever the range: 0 has a code of its own, and no value of the range is further than half a step from a code
// (a zero point rounded by half a step may cost as much at one end).
TEST(Affine, EveryRangeIsCovered) {
  std::mt19937 random(1);
  std::uniform_real_distribution<float> exponent(-20, 20), unit(0, 1);
  for (int i = 0; i < 5000; ++i) {
    float low = -std::exp2(exponent(random)) * unit(random), high = std::exp2(exponent(random)) * unit(random);
    Affine a = asymmetric({low, high});
    ASSERT_GE(a.zero, -128);
    ASSERT_LE(a.zero, 127);
    ASSERT_EQ(quantizeValue(0, a), a.zero);
    for (float value : {low, high, (low + high) / 2}) {
      double back = double(a.scale) * (quantizeValue(value, a) - a.zero);
      ASSERT_LE(std::fabs(back - value), double(a.scale) * 1.0001) << low << " " << high;
    }
  }
}

// Ties go to the even code before the zero point is added: odd zero points do not change that.
TEST(Affine, TiesWithAnOddZeroPoint) {
  EXPECT_EQ(quantizeValue(0.5f, {1, 1}), 1);
  EXPECT_EQ(quantizeValue(1.5f, {1, 1}), 3);
  EXPECT_EQ(quantizeValue(-0.5f, {1, 1}), 1);
  EXPECT_EQ(quantizeValue(1e30f, {1, 1}), 127);
}

// A large bias on small weights widens the scale until it fits in i32; a channel of zeros keeps its bias.
TEST(Affine, TapsKeepTheirSum) {
  // Nearest codes are 0, 0, 0: the sum 1.2 would be lost. The tap that was rounded down furthest goes up.
  const float taps[] = {0.3f, 0.48f, 0.42f};
  int8_t codes[3];
  quantizeTaps(taps, 3, 1, 1.0f, codes);
  EXPECT_EQ(codes[0], 0);
  EXPECT_EQ(codes[1], 1);
  EXPECT_EQ(codes[2], 0);
  // Strided, downwards; a code at the limit stays inside.
  const float strided[] = {127.0f, 9, -126.6f, 9, -0.4f, 9, -0.4f, 9};
  int8_t wide[8] = {};
  quantizeTaps(strided, 4, 2, 1.0f, wide);
  EXPECT_EQ(wide[0], 127);
  EXPECT_EQ(wide[2], -127);
  EXPECT_EQ(wide[4] + wide[6], 0);
  for (int i = 1; i < 8; i += 2)
    EXPECT_EQ(wide[i], 0);
}

TEST(Affine, TapsOfRandomFiltersAreWithinAStepAndSumToTheNearest) {
  uint32_t state = 7;
  for (int round = 0; round < 2000; ++round) {
    float taps[9];
    int8_t codes[9];
    double sum = 0;
    int64_t total = 0;
    for (float &tap : taps) {
      state = state * 1664525u + 1013904223u;
      tap = float(int32_t(state >> 8) % 200000 - 100000) / 1000.0f;
      sum += double(tap) / 0.8f;
    }
    quantizeTaps(taps, 9, 1, 0.8f, codes);
    for (int i = 0; i < 9; ++i) {
      total += codes[i];
      EXPECT_LT(std::abs(double(taps[i]) / 0.8f - codes[i]), 1.0 + 1e-6);
    }
    EXPECT_LE(std::abs(double(total) - sum), 0.5 + 1e-9);
  }
}

TEST(Affine, FilterScaleLeavesRoomForTheBias) {
  float tiny[2] = {1e-8f, -1e-8f}, none[2] = {0, 0}, plain[2] = {1.27f, -0.5f};
  float scale = filterScale(tiny, 2, 100.0f, 0.01f);
  EXPECT_LE(100.0 / (0.01 * scale), 1.0001 * (1 << 30));
  EXPECT_EQ(filterScale(plain, 2, 0.5f, 0.01f), 0.01f);
  float empty = filterScale(none, 2, 3.0f, 0.01f);
  EXPECT_NEAR(quantizeBias(3.0f, 0.01 * double(empty)) * 0.01 * empty, 3.0, 1e-6);
}

} // namespace
