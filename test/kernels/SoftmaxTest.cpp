// Softmax in integers (N11) and in f32.
#include <cmath>
#include <gtest/gtest.h>

#include "runtime/kernels/softmax.h"
#include "test/kernels/Exact.h"

namespace {

npu_softmax randomShape(exact::Random &random) { return {random.in(1, 3), random.in(1, 20), random.in(1, 3)}; }

int64_t count(const npu_softmax &s) { return s.outer * s.extent * s.inner; }

TEST(Softmax, TableMatchesLongDouble) {
  uint32_t table[256];
  for (double scale : {1e-4, 0.0217, 0.1, 0.7, 3.0}) {
    npu_softmax_table(scale, table);
    for (int d = 0; d < 256; ++d)
      EXPECT_EQ(table[d], uint32_t(std::nearbyint(8388608.0L * std::exp(-(long double)scale * d)))) << scale << " " << d;
  }
}

TEST(Softmax, ScaleByHand) {
  uint32_t mult, shift;
  ASSERT_TRUE(npu_softmax_scale(1.0 / 256, &mult, &shift));
  EXPECT_EQ(mult, 1u << 23);
  EXPECT_EQ(shift, 15u);
  ASSERT_TRUE(npu_softmax_scale(1.0 / 255, &mult, &shift));
  EXPECT_EQ(mult, 255u << 16);
  EXPECT_EQ(shift, 16u);
  EXPECT_FALSE(npu_softmax_scale(1e-9, &mult, &shift));
  EXPECT_FALSE(npu_softmax_scale(1e9, &mult, &shift));
}

// The rounded exact quotient, in 128 bits, from the table alone.
TEST(Softmax, I8MatchesExactQuotients) {
  exact::Random random(15);
  for (int i = 0; i < 2000; ++i) {
    const npu_softmax shape = randomShape(random);
    npu_softmax_quant q = {};
    npu_softmax_table(double(random.in(1, 2000)) / 10000, q.table);
    ASSERT_TRUE(npu_softmax_scale(random.in(0, 1) ? 1.0 / 256 : 1.0 / double(random.in(1, 300)), &q.mult, &q.shift));
    q.out_zero = int32_t(random.in(-128, 0));
    q.low = -128;
    q.high = 127;
    std::vector<int8_t> in = random.bytes(count(shape)), out(in.size());
    if (random.in(0, 3) == 0)
      std::fill(in.begin(), in.end(), int8_t(random.in(-128, 127))); // equal values: ties and exact fractions
    npu_softmax_i8(&shape, &q, in.data(), out.data());
    for (int64_t at = 0; at < count(shape); ++at) {
      const int64_t base = at / (shape.extent * shape.inner) * shape.extent * shape.inner + at % shape.inner;
      int most = -128;
      for (int64_t k = 0; k < shape.extent; ++k)
        most = std::max<int>(most, in[base + k * shape.inner]);
      exact::Wide sum = 0;
      for (int64_t k = 0; k < shape.extent; ++k)
        sum += q.table[most - in[base + k * shape.inner]];
      const exact::Wide num = exact::Wide(q.table[most - in[at]]) * q.mult, den = sum << q.shift;
      exact::Wide whole = exact::floorDiv(num, den), twice = 2 * (num - whole * den);
      whole += twice > den || (twice == den && (whole & 1));
      ASSERT_EQ(out[at], exact::clamp(q.out_zero + whole, -128, 127));
    }
  }
}

// Against the real function: within one step of output scale 1/256.
TEST(Softmax, I8IsNearTheRealFunction) {
  npu_softmax_quant q = {};
  npu_softmax_table(0.1, q.table);
  ASSERT_TRUE(npu_softmax_scale(1.0 / 256, &q.mult, &q.shift));
  q.out_zero = q.low = -128;
  q.high = 127;
  const npu_softmax shape = {1, 4, 1};
  const int8_t in[] = {-128, 100, 110, 127};
  int8_t out[4];
  npu_softmax_i8(&shape, &q, in, out);
  long double sum = 0;
  for (int8_t v : in)
    sum += std::exp(0.1L * v);
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(out[i], int(std::nearbyint(256 * std::exp(0.1L * in[i]) / sum)) - 128);
}

TEST(Softmax, F32) {
  exact::Random random(16);
  for (int i = 0; i < 500; ++i) {
    const npu_softmax shape = randomShape(random);
    std::vector<float> in = random.reals(count(shape)), out(in.size());
    npu_softmax_f32(&shape, in.data(), out.data());
    for (int64_t at = 0; at < count(shape); ++at) {
      const int64_t base = at / (shape.extent * shape.inner) * shape.extent * shape.inner + at % shape.inner;
      double sum = 0;
      for (int64_t k = 0; k < shape.extent; ++k)
        sum += std::exp(double(in[base + k * shape.inner]));
      const double real = std::exp(double(in[at])) / sum;
      ASSERT_NEAR(out[at], real, 1e-6 * real);
    }
  }
}

// The maximum is subtracted: logits far beyond the range of exp.
TEST(Softmax, F32DoesNotOverflow) {
  const npu_softmax shape = {1, 2, 1};
  const float in[] = {1000, 1000};
  float out[2];
  npu_softmax_f32(&shape, in, out);
  EXPECT_EQ(out[0], 0.5f);
  EXPECT_EQ(out[1], 0.5f);
}

} // namespace
