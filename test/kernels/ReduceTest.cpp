// Sums, means and maxima over every choice of axes.
#include <cmath>
#include <gtest/gtest.h>
#include <map>

#include "runtime/kernels/reduce.h"
#include "test/kernels/Exact.h"

namespace {

struct Case {
  npu_shape shape;
  uint32_t axes;
  std::vector<int8_t> in;
  std::map<int64_t, std::vector<int64_t>> groups; // output element -> what it reduces, in row-major order
};

Case randomCase(exact::Random &random) {
  Case c = {};
  c.shape.rank = uint32_t(random.in(0, 5));
  for (uint32_t i = 0; i < c.shape.rank; ++i)
    c.shape.dims[i] = random.in(1, 5);
  c.axes = uint32_t(random.in(0, 31)) & ((1u << c.shape.rank) - 1);
  c.in = random.bytes(npu_shape_count(&c.shape));
  for (int64_t at = 0; at < int64_t(c.in.size()); ++at) {
    int64_t rest = at, output = 0, stride = 1;
    for (uint32_t i = c.shape.rank; i-- > 0; rest /= c.shape.dims[i])
      if (!(c.axes >> i & 1)) {
        output += rest % c.shape.dims[i] * stride;
        stride *= c.shape.dims[i];
      }
    c.groups[output].push_back(c.in[size_t(at)]);
  }
  return c;
}

TEST(Reduce, I8MatchesExactRationals) {
  exact::Random random(13);
  for (int i = 0; i < 3000; ++i) {
    const Case c = randomCase(random);
    const npu_reduce_quant q = {int32_t(random.in(-128, 127)), int32_t(random.in(-128, 127)),
                                {random.in(0, 1) ? 1 << 30 : int32_t(random.in(1, INT32_MAX)), uint32_t(random.in(30, 38))},
                                npu_rounding(random.in(0, 3)), int32_t(random.in(-128, 0)), int32_t(random.in(0, 127))};
    const auto kind = npu_reduce_kind(random.in(0, 2));
    std::vector<int8_t> out(c.groups.size());
    ASSERT_EQ(npu_reduced_count(&c.shape, c.axes) * int64_t(out.size()), int64_t(c.in.size()));
    ASSERT_TRUE(npu_reduce_i8(kind, &q, &c.shape, c.axes, c.in.data(), out.data()));
    for (auto &[at, values] : c.groups) {
      exact::Wide v = kind == NPU_REDUCE_MAX ? *std::max_element(values.begin(), values.end()) - q.in_zero : 0;
      for (size_t k = 0; kind != NPU_REDUCE_MAX && k < values.size(); ++k)
        v += values[k] - q.in_zero;
      ASSERT_EQ(out[size_t(at)], exact::clamp(q.out_zero + exact::roundShifted(v * q.by.mult, q.by.shift, q.rounding),
                                              q.low, q.high));
    }
  }
}

// Small integers: sums are exact in f32.
TEST(Reduce, F32) {
  exact::Random random(14);
  for (int i = 0; i < 1000; ++i) {
    const Case c = randomCase(random);
    const std::vector<float> in(c.in.begin(), c.in.end());
    std::vector<float> sum(c.groups.size()), mean(sum), most(sum);
    npu_reduce_f32(NPU_REDUCE_SUM, &c.shape, c.axes, in.data(), sum.data());
    npu_reduce_f32(NPU_REDUCE_MEAN, &c.shape, c.axes, in.data(), mean.data());
    npu_reduce_f32(NPU_REDUCE_MAX, &c.shape, c.axes, in.data(), most.data());
    for (auto &[at, values] : c.groups) {
      float total = 0;
      for (int64_t v : values)
        total += float(v);
      ASSERT_EQ(sum[size_t(at)], total);
      ASSERT_EQ(mean[size_t(at)], total / float(values.size()));
      ASSERT_EQ(most[size_t(at)], float(*std::max_element(values.begin(), values.end())));
    }
  }
}

// Lanes by position modulo 8, a fixed tree: 2^24 and 1 in one lane lose the 1, in two lanes below 2^24 they do not.
TEST(Reduce, SummationOrder) {
  float in[16] = {16777216.0f, 1, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0};
  const npu_shape shape = {1, {16}};
  float out;
  npu_reduce_f32(NPU_REDUCE_SUM, &shape, 1, in, &out);
  EXPECT_EQ(out, 16777218.0f); // lane 0 loses its 1; lanes 1 and 5 join to 2 first
}

TEST(Reduce, MinimumIsTheMirroredMaximum) {
  exact::Random random(15);
  for (int i = 0; i < 300; ++i) {
    const Case c = randomCase(random);
    std::vector<float> in(c.in.begin(), c.in.end()), mirrored, least(c.groups.size()), most(least);
    for (float v : in)
      mirrored.push_back(-v);
    npu_reduce_f32(NPU_REDUCE_MIN, &c.shape, c.axes, in.data(), least.data());
    npu_reduce_f32(NPU_REDUCE_MAX, &c.shape, c.axes, mirrored.data(), most.data());
    for (size_t k = 0; k < least.size(); ++k)
      ASSERT_EQ(least[k], -most[k]);
  }
}

TEST(Reduce, MaximumAndMinimumOfNaNAreNaN) {
  const float in[3] = {1, NAN, 2};
  const npu_shape shape = {1, {3}};
  float out = 0;
  npu_reduce_f32(NPU_REDUCE_MAX, &shape, 1, in, &out);
  EXPECT_TRUE(std::isnan(out));
  npu_reduce_f32(NPU_REDUCE_MIN, &shape, 1, in, &out);
  EXPECT_TRUE(std::isnan(out));
}

// More terms than a 64-bit product can take are refused before anything is written.
TEST(Reduce, TooManyTermsAreRefused) {
  const npu_shape shape = {2, {1 << 12, 1 << 12}};
  const npu_reduce_quant q = {0, 0, {INT32_MAX, 40}, NPU_ROUND_HALF_UP, -128, 127};
  int8_t out = 77;
  const int8_t in = 0;
  EXPECT_FALSE(npu_reduce_i8(NPU_REDUCE_SUM, &q, &shape, 3, &in, &out));
  EXPECT_EQ(out, 77);
}

} // namespace
