// Between reals and integers: N1, N2, requantisation, and the scale and zero point of a range.
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "runtime/kernels/quantize.h"
#include "test/kernels/Exact.h"

namespace {

const float kInf = std::numeric_limits<float>::infinity();

// Half to even on both sides of zero; NaN is the zero point; infinities clamp.
TEST(Quantize, ByHand) {
  const float x[] = {0.5f, 1.5f, 2.5f, -0.5f, -1.5f, 0.74f, -0.76f, NAN, kInf, -kInf, 1e30f};
  const int expected[] = {0, 2, 2, 0, -2, 1, -1, 0, 117, -138, 117};
  for (int i = 0; i < 11; ++i)
    EXPECT_EQ(npu_quantize(x[i], 1.0f, 10, -128, 127), expected[i] + 10) << x[i];
  EXPECT_EQ(npu_quantize(NAN, 1.0f, -100, -5, 5), -5);
  EXPECT_EQ(npu_quantize(0.75f, 0.5f, 0, -128, 127), 2);
}

// The quotient is rounded to f32 first: 0.35f / 0.1f is 3.5 in f32 but just below it in f64.
TEST(Quantize, DividesInF32) {
  EXPECT_LT(double(0.35f) / double(0.1f), 3.5);
  EXPECT_EQ(npu_quantize(0.35f, 0.1f, 0, -128, 127), 4);
}

TEST(Quantize, MatchesRoundingByTheHost) {
  exact::Random random(4);
  for (int i = 0; i < 100000; ++i) {
    const float scale = float(random.in(1, 4096)) / 8192, x = float(random.in(-(1 << 20), 1 << 20)) / 4096;
    const int zero = int(random.in(-128, 127));
    volatile float ratio = x / scale;
    ASSERT_EQ(npu_quantize(x, scale, zero, -128, 127),
              int(exact::clamp(exact::Wide(std::nearbyint(ratio)) + zero, -128, 127)));
  }
}

TEST(Quantize, ArraysOfBothSigns) {
  const float x[] = {-1.0f, 0.0f, 3.0f, 9.0f};
  int8_t i8[4];
  uint8_t u8[4];
  npu_quantize_i8(x, 4, 4.0f / 255, -64, -128, 127, i8);
  npu_quantize_u8(x, 4, 4.0f / 255, 64, 0, 255, u8);
  const int signedValues[] = {-128, -64, 127, 127}, unsignedValues[] = {0, 64, 255, 255};
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(i8[i], signedValues[i]);
    EXPECT_EQ(u8[i], unsignedValues[i]);
  }
}

TEST(Quantize, DequantizeByHand) {
  const int8_t i8[] = {-128, 3};
  const uint8_t u8[] = {255, 3};
  const int32_t i32[] = {INT32_MIN, 8};
  float out[2];
  npu_dequantize_i8(i8, 2, 0.5f, 3, out);
  EXPECT_EQ(out[0], -65.5f);
  EXPECT_EQ(out[1], 0.0f);
  npu_dequantize_u8(u8, 2, 0.5f, 128, out);
  EXPECT_EQ(out[0], 63.5f);
  EXPECT_EQ(out[1], -62.5f);
  npu_dequantize_i32(i32, 2, 1.0f, 1, out);
  EXPECT_EQ(out[0], -2147483649.0f);
  EXPECT_EQ(out[1], 7.0f);
}

TEST(Quantize, RequantizeMatchesExactRationals) {
  exact::Random random(5);
  for (int i = 0; i < 3000; ++i) {
    npu_requantize p = {int32_t(random.in(-128, 255)), int32_t(random.in(-128, 255)),
                        {random.in(0, 1) ? 1 << 30 : int32_t(random.in(1, INT32_MAX)), uint32_t(random.in(29, 34))},
                        npu_rounding(random.in(0, 3)), int32_t(random.in(-128, 0)), int32_t(random.in(0, 127))};
    auto expected = [&](int64_t q) {
      const exact::Wide v = exact::Wide(q - p.in_zero) * p.by.mult;
      return exact::clamp(p.out_zero + exact::roundShifted(v, p.by.shift, p.rounding), p.low, p.high);
    };
    const int8_t i8 = int8_t(random.in(-128, 127));
    const uint8_t u8 = uint8_t(random.in(0, 255));
    int8_t fromI8, fromU8;
    npu_requantize_i8(&p, &i8, 1, &fromI8);
    npu_requantize_u8_i8(&p, &u8, 1, &fromU8);
    ASSERT_EQ(fromI8, expected(i8));
    ASSERT_EQ(fromU8, expected(u8));
    p.low = 0;
    p.high = 255;
    uint8_t toU8;
    npu_requantize_i8_u8(&p, &i8, 1, &toU8);
    ASSERT_EQ(toU8, expected(i8));
  }
}

} // namespace
