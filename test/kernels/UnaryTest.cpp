// Clipping and 256-entry tables.
#include <cmath>
#include <gtest/gtest.h>

#include "runtime/kernels/unary.h"
#include "test/kernels/Exact.h"

namespace {

TEST(Unary, Clip) {
  const float reals[] = {-2, 0.5f, 9, -0.0f};
  float out[4];
  npu_clip_f32(reals, 4, 0, 6, out);
  EXPECT_EQ(out[0], 0);
  EXPECT_EQ(out[1], 0.5f);
  EXPECT_EQ(out[2], 6);
  const float nan = NAN;
  npu_clip_f32(&nan, 1, 0, 6, out);
  EXPECT_TRUE(std::isnan(out[0]));
  int8_t bytes[] = {-128, 3, 127};
  npu_clip_i8(bytes, 3, -5, 100, bytes);
  EXPECT_EQ(bytes[0], -5);
  EXPECT_EQ(bytes[1], 3);
  EXPECT_EQ(bytes[2], 100);
}

double steep(double x, const void *context) { return x * *static_cast<const double *>(context); }
double root(double x, const void *) { return std::sqrt(x); }

// Every entry against long double; half to even on ties (slope 1/2 makes every odd one a tie).
TEST(Unary, TableOfALine) {
  int8_t table[256];
  for (double slope : {0.5, -0.37, 3.0}) {
    const npu_lut8_format format = {0.25, 0.25, 7, -9, -100, 90};
    npu_lut8_build(&format, steep, &slope, table);
    for (int q = -128; q < 128; ++q)
      EXPECT_EQ(table[q + 128],
                exact::clamp(exact::Wide(std::nearbyint((long double)slope * (q - 7))) - 9, -100, 90)) << q;
  }
}

// Where the function has no value, the zero point.
TEST(Unary, TableOfNaN) {
  int8_t table[256];
  const npu_lut8_format format = {1, 1, 0, 5, -128, 127};
  npu_lut8_build(&format, root, nullptr, table);
  EXPECT_EQ(table[0], 5);
  EXPECT_EQ(table[128 + 100], 15);
}

TEST(Unary, TableLookup) {
  int8_t table[256];
  for (int i = 0; i < 256; ++i)
    table[i] = int8_t(127 - i);
  const int8_t in[] = {-128, 0, 127};
  int8_t out[3];
  npu_lut8(table, in, 3, out);
  EXPECT_EQ(out[0], 127);
  EXPECT_EQ(out[1], -1);
  EXPECT_EQ(out[2], -128);
}

} // namespace
