// Convolution against an evaluation written from the ONNX definition, exactly, over random geometries.
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

#include "runtime/kernels/conv.h"
#include "test/kernels/Exact.h"

namespace {

struct Case {
  npu_conv conv;
  npu_conv_quant quant;
  std::vector<int32_t> bias, zeros;
  std::vector<npu_rescale> rescales;
  std::vector<int8_t> in, weights;
  std::string text;

  int64_t outputs() const {
    return conv.window.batch * conv.window.rows.out * conv.window.columns.out * conv.out_channels;
  }
};

npu_axis randomAxis(exact::Random &random, int64_t most) {
  npu_axis a = {};
  do {
    a = {random.in(1, most), 0, random.in(1, 5), random.in(1, 3), random.in(1, 3), random.in(0, 4), random.in(0, 4)};
    a.out = npu_axis_out(&a);
  } while (a.out < 1);
  return a;
}

npu_conv randomConv(exact::Random &random) {
  npu_conv conv = {{random.in(1, 2), randomAxis(random, 9), randomAxis(random, 9)}, 0, 0, 1};
  switch (random.in(0, 2)) {
  case 0: // dense
    conv.in_channels = random.in(1, 40);
    conv.out_channels = random.in(1, 9);
    break;
  case 1: // depthwise, also with a multiplier
    conv.groups = conv.in_channels = random.in(1, 40);
    conv.out_channels = conv.groups * random.in(1, 2);
    break;
  default:
    conv.groups = random.in(2, 4);
    conv.in_channels = conv.groups * random.in(1, 20);
    conv.out_channels = conv.groups * random.in(1, 5);
  }
  return conv;
}

Case randomCase(uint64_t seed) {
  exact::Random random(seed);
  Case c;
  c.conv = randomConv(random);
  const npu_conv &v = c.conv;
  const bool zeros = random.in(0, 1), extreme = random.in(0, 7) == 0;
  c.in = random.bytes(v.window.batch * v.window.rows.in * v.window.columns.in * v.in_channels);
  c.weights = random.bytes(v.out_channels * v.window.rows.kernel * v.window.columns.kernel * (v.in_channels / v.groups));
  if (extreme) // the largest products of all
    std::fill(c.in.begin(), c.in.end(), int8_t(-128)), std::fill(c.weights.begin(), c.weights.end(), int8_t(-128));
  for (int64_t k = 0; k < v.out_channels; ++k) {
    c.bias.push_back(int32_t(random.in(-20000, 20000)));
    c.zeros.push_back(int32_t(random.in(-128, 127)));
    // Powers of two make ties frequent.
    c.rescales.push_back({random.in(0, 1) ? 1 << 30 : int32_t(random.in(1 << 30, INT32_MAX)),
                          uint32_t(random.in(33, 42))});
  }
  const int32_t low = int32_t(random.in(-128, 0)), high = int32_t(random.in(1, 127));
  c.quant = {int32_t(extreme ? 127 : random.in(-128, 127)), int32_t(random.in(-128, 127)),
             zeros ? c.zeros.data() : nullptr,  random.in(0, 3) ? c.bias.data() : nullptr, c.rescales.data(),
             npu_rounding(random.in(0, 3)), low, high};
  c.text = "seed " + std::to_string(seed);
  return c;
}

// One output, straight from the definition: pad the input with the zero point, then sum.
exact::Wide sumAt(const Case &c, int64_t n, int64_t y, int64_t x, int64_t k) {
  const npu_axis &h = c.conv.window.rows, &w = c.conv.window.columns;
  const int64_t width = c.conv.in_channels / c.conv.groups, group = k * c.conv.groups / c.conv.out_channels;
  exact::Wide sum = c.quant.bias ? c.bias[k] : 0;
  for (int64_t r = 0, at = 0; r < h.kernel; ++r)
    for (int64_t s = 0; s < w.kernel; ++s)
      for (int64_t i = 0; i < width; ++i, ++at) {
        const int64_t py = y * h.stride + r * h.dilation - h.pad_before;
        const int64_t px = x * w.stride + s * w.dilation - w.pad_before;
        const bool padding = py < 0 || px < 0 || py >= h.in || px >= w.in;
        const int64_t value =
            padding ? c.quant.in_zero : c.in[((n * h.in + py) * w.in + px) * c.conv.in_channels + group * width + i];
        const int64_t weight = c.weights[k * h.kernel * w.kernel * width + at];
        sum += exact::Wide(value - c.quant.in_zero) * (weight - (c.quant.weight_zeros ? c.zeros[k] : 0));
      }
  return sum;
}

std::vector<int8_t> exactly(const Case &c) {
  std::vector<int8_t> out;
  for (int64_t n = 0; n < c.conv.window.batch; ++n)
    for (int64_t y = 0; y < c.conv.window.rows.out; ++y)
      for (int64_t x = 0; x < c.conv.window.columns.out; ++x)
        for (int64_t k = 0; k < c.conv.out_channels; ++k) {
          const exact::Wide product = sumAt(c, n, y, x, k) * c.rescales[k].mult;
          out.push_back(int8_t(
              exact::clamp(c.quant.out_zero + exact::roundShifted(product, c.rescales[k].shift, c.quant.rounding),
                           c.quant.low, c.quant.high)));
        }
  return out;
}

TEST(ConvI8, MatchesTheDefinition) {
  for (uint64_t seed = 0; seed < 1500; ++seed) {
    Case c = randomCase(seed);
    std::vector<int8_t> out(c.outputs());
    ASSERT_TRUE(npu_conv_i8_reference(&c.conv, &c.quant, c.in.data(), c.weights.data(), out.data())) << c.text;
    ASSERT_EQ(out, exactly(c)) << c.text;
  }
}

TEST(ConvI8, VectorFormEqualsTheReference) {
  for (uint64_t seed = 5000; seed < 8000; ++seed) {
    Case c = randomCase(seed);
    std::vector<int8_t> out(c.outputs(), 1), reference(c.outputs(), 2);
    ASSERT_TRUE(npu_conv_i8_reference(&c.conv, &c.quant, c.in.data(), c.weights.data(), reference.data())) << c.text;
    ASSERT_TRUE(npu_conv_i8(&c.conv, &c.quant, c.in.data(), c.weights.data(), out.data())) << c.text;
    ASSERT_EQ(out, reference) << c.text;
  }
}

// By hand: (7 - 3)·2 + (5 - 3)·(-1) + 10 = 16, times 1/4, minus 1.
TEST(ConvI8, DenseLayerByHand) {
  const npu_conv conv = npu_dense_as_conv(1, 2, 1);
  const int32_t bias = 10;
  const npu_rescale quarter = {1 << 30, 32};
  const npu_conv_quant quant = {3, -1, nullptr, &bias, &quarter, NPU_ROUND_HALF_UP, -128, 127};
  const int8_t in[] = {7, 5}, weights[] = {2, -1};
  int8_t out = 0;
  ASSERT_TRUE(npu_conv_i8(&conv, &quant, in, weights, &out));
  EXPECT_EQ(out, 3);
}

// N3: an accumulator that leaves 32 bits is an error, not a wrong value.
TEST(ConvI8, AccumulatorOverflowIsReported) {
  const npu_conv conv = npu_dense_as_conv(1, 1, 1);
  int32_t bias = INT32_MAX - 1;
  const npu_rescale one = {1 << 30, 30};
  const npu_conv_quant quant = {0, 0, nullptr, &bias, &one, NPU_ROUND_HALF_UP, -128, 127};
  const int8_t in = 1, fits = 1, over = 2;
  int8_t out = 0;
  EXPECT_TRUE(npu_conv_i8(&conv, &quant, &in, &fits, &out));
  EXPECT_EQ(out, 127);
  EXPECT_FALSE(npu_conv_i8(&conv, &quant, &in, &over, &out));
  EXPECT_FALSE(npu_conv_i8_reference(&conv, &quant, &in, &over, &out));
}

// 255 * 255 * 33026 is the first sum that leaves 32 bits: no form of the kernel may wrap.
TEST(ConvI8, LongestSum) {
  for (int64_t features : {33025, 33026}) {
    const npu_conv conv = npu_dense_as_conv(1, features, 1);
    const int32_t zero = -128;
    const npu_rescale by = {1 << 30, 60};
    const npu_conv_quant quant = {-128, 0, &zero, nullptr, &by, NPU_ROUND_HALF_UP, -128, 127};
    const std::vector<int8_t> most(size_t(features), 127);
    int8_t out;
    EXPECT_EQ(npu_conv_i8(&conv, &quant, most.data(), most.data(), &out), features == 33025);
    EXPECT_EQ(npu_conv_i8_reference(&conv, &quant, most.data(), most.data(), &out), features == 33025);
  }
}

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

// Reals of mixed size, where any other order of summation shows.
TEST(ConvF32, FastFormEqualsTheReference) {
  for (uint64_t seed = 1000; seed < 2000; ++seed) {
    const Case c = randomCase(seed);
    exact::Random random(seed);
    std::vector<float> in = random.reals(int64_t(c.in.size())), weights = random.reals(int64_t(c.weights.size()));
    for (float &v : in)
      v = std::ldexp(v / 3, int(random.in(-9, 9)));
    const std::vector<float> bias = random.reals(c.conv.out_channels);
    const float *maybe = seed % 3 ? bias.data() : nullptr;
    std::vector<float> out(c.outputs(), 1), reference(c.outputs(), 2);
    npu_conv_f32_reference(&c.conv, in.data(), weights.data(), maybe, -900.0f, INFINITY, reference.data());
    npu_conv_f32(&c.conv, in.data(), weights.data(), maybe, -900.0f, INFINITY, out.data());
    ASSERT_EQ(std::memcmp(out.data(), reference.data(), out.size() * sizeof(float)), 0) << c.text;
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
