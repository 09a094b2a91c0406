// i8 convolution against an evaluation written from the ONNX definition, exactly, over random geometries.
#include <gtest/gtest.h>

#include "test/kernels/Convolutions.h"

namespace {

using namespace convolutions;

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

} // namespace
