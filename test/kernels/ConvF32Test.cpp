// f32 convolution: the definition, the order of summation, and every fast form against the scalar reference.
#include <cmath>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>

#include "runtime/kernels/conv_f32_forms.h"
#include "test/kernels/Convolutions.h"

namespace {

using namespace convolutions;

// Small integers keep every f32 sum exact, so that order cannot matter.
TEST(ConvF32, MatchesTheDefinition) {
  for (uint64_t seed = 0; seed < 300; ++seed) {
    Case c = randomCase(seed);
    std::vector<float> in(c.in.begin(), c.in.end()), weights(c.weights.begin(), c.weights.end());
    std::vector<float> bias(c.bias.begin(), c.bias.end()), out(c.outputs());
    c.quant.in_zero = 0;
    c.quant.weight_zeros = nullptr;
    c.quant.bias = c.bias.data();
    npu_conv_f32(&c.conv, in.data(), weights.data(), bias.data(), -30000.0f, 50000.0f, out.data());
    const float *at = out.data();
    for (int64_t n = 0; n < c.conv.window.batch; ++n)
      for (int64_t y = 0; y < c.conv.window.rows.out; ++y)
        for (int64_t x = 0; x < c.conv.window.columns.out; ++x)
          for (int64_t k = 0; k < c.conv.out_channels; ++k)
            ASSERT_EQ(*at++, float(exact::clamp(sumAt(c, n, y, x, k), -30000, 50000))) << c.text;
  }
}

// Bitwise, except that any NaN is as good as another: which operand's bits survive is the compiler's choice.
bool same(float a, float b) { return std::memcmp(&a, &b, sizeof a) == 0 || (std::isnan(a) && std::isnan(b)); }

using Form = std::function<void(const npu_conv_f32_run &)>;
const std::pair<const char *, Form> forms[] = {
    {"npu_conv_f32",
     [](const npu_conv_f32_run &r) { npu_conv_f32(r.conv, r.in, r.weights, r.bias, r.low, r.high, r.out); }},
    {"lanes", [](const npu_conv_f32_run &r) { npu_conv_f32_lanes(&r); }},
    {"lanes, baseline", [](const npu_conv_f32_run &r) { npu_conv_f32_lanes_baseline(&r); }},
    {"depthwise, baseline", [](const npu_conv_f32_run &r) {
       (npu_conv_f32_depthwise_applies(r.conv) ? npu_conv_f32_depthwise_baseline : npu_conv_f32_lanes_baseline)(&r);
     }}};

// Every form of the kernel on reals of mixed size, where any other order of summation shows.
void everyFormEqualsTheReference(Case c, exact::Random &random, double special) {
  std::vector<float> in = random.reals(int64_t(c.in.size())), weights = random.reals(int64_t(c.weights.size()));
  for (float &v : in)
    v = std::ldexp(v / 3, int(random.in(-9, 9)));
  for (std::vector<float> *values : {&in, &weights})
    for (float &v : *values)
      if (double(random.in(0, 9999)) < special * 10000)
        v = random.in(0, 1) ? INFINITY : NAN;
  const std::vector<float> bias = random.reals(c.conv.out_channels);
  std::vector<float> out(c.outputs(), 1), reference(c.outputs(), 2);
  const npu_conv_f32_run run = {&c.conv, in.data(), weights.data(), random.in(0, 2) ? bias.data() : nullptr, -900.0f, INFINITY,
                                out.data()};
  npu_conv_f32_reference(&c.conv, in.data(), weights.data(), run.bias, run.low, run.high, reference.data());
  for (const auto &[name, form] : forms) {
    std::fill(out.begin(), out.end(), 1.0f);
    form(run);
    for (size_t i = 0; i < out.size(); ++i)
      ASSERT_TRUE(same(out[i], reference[i])) << name << ", " << c.text << ", output " << i;
  }
}

TEST(ConvF32, EveryFormEqualsTheReference) {
  for (uint64_t seed = 1000; seed < 2000; ++seed) {
    exact::Random random(seed);
    everyFormEqualsTheReference(randomCase(seed), random, 0);
  }
}

// What lies beside the operands of a product, in memory or in a vector, must not reach it.
TEST(ConvF32, InfinitiesAndNanStayWhereTheyAre) {
  for (uint64_t seed = 2000; seed < 2500; ++seed) {
    exact::Random random(seed);
    everyFormEqualsTheReference(randomCase(seed), random, 0.003);
  }
}

// Of a 9x9 depthwise kernel no form keeps all weights near.
TEST(ConvF32, LargeDepthwiseKernels) {
  for (int64_t channels : {1, 3, 16, 21})
    for (int64_t multiplier : {1, 3}) {
      exact::Random random{uint64_t(channels)};
      const npu_axis axis = {11, 11, 9, 1, 1, 4, 4};
      Case c = {};
      c.conv = {{1, axis, axis}, channels, channels * multiplier, channels};
      c.in.resize(size_t(11 * 11 * channels)), c.weights.resize(size_t(81 * channels * multiplier));
      everyFormEqualsTheReference(c, random, 0);
    }
}

// The summation order is part of the meaning: lanes by channel modulo 8, a fixed tree, bias last.
TEST(ConvF32, SummationOrder) {
  const int64_t channels = 21;
  exact::Random random(3);
  std::vector<float> in(channels), weights(channels);
  for (int64_t i = 0; i < channels; ++i) {
    in[i] = std::ldexp(float(random.in(-99999, 99999)), int(random.in(-20, 20)));
    weights[i] = float(random.in(-99999, 99999));
  }
  float lane[8] = {0};
  for (int64_t i = 0; i < channels; ++i) {
    volatile float product = in[i] * weights[i];
    lane[i % 8] += product;
  }
  const float tree = ((lane[0] + lane[4]) + (lane[2] + lane[6])) + ((lane[1] + lane[5]) + (lane[3] + lane[7]));
  const npu_conv conv = npu_dense_as_conv(1, channels, 1);
  const float bias = 0.3f;
  float out;
  npu_conv_f32(&conv, in.data(), weights.data(), &bias, -INFINITY, INFINITY, &out);
  EXPECT_EQ(out, tree + bias);
}

} // namespace
