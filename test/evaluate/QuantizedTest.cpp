// Quantised operators, with results computed by hand.
#include "test/evaluate/EvaluateText.h"

using namespace npu::test;
using Bytes = std::vector<int8_t>;
using Floats = std::vector<float>;

// x/s = 0.5, 1.5, 2.5, -0.5 round to even; beyond the range the ends; NaN is the zero point.
TEST(Quantized, QuantizeRoundsHalfToEven) {
  TextFunction f(R"(func.func @main(%x: tensor<7xf32>) -> tensor<7x!quant.uniform<i8:f32, 2.0:3>> {
    %q = nn.quantize %x : tensor<7xf32> -> tensor<7x!quant.uniform<i8:f32, 2.0:3>>
    return %q : tensor<7x!quant.uniform<i8:f32, 2.0:3>> })");
  EXPECT_EQ((f.run<int8_t, float>({{1, 3, 5, -1, 1000, -1000, NAN}})), (Bytes{3, 5, 5, 3, 127, -128, 3}));
}

// Channel 0 has steps of 0.5, channel 1 of 2 with zero point 1.
TEST(Quantized, DequantizePerAxis) {
  TextFunction f(R"(
    !q = tensor<2x3x!quant.uniform<i8:f32:0, {0.5:0, 2.0:1}>>
    func.func @main(%x: !q) -> tensor<2x3xf32> {
      %y = nn.dequantize %x : !q -> tensor<2x3xf32>
      return %y : tensor<2x3xf32> })");
  EXPECT_EQ((f.run<float, int8_t>({{1, 2, -3, 1, 2, -128}})), (Floats{0.5, 1, -1.5, 0, 2, -258}));
}

// (q - 2) / 4 - 1, ties up: 2/4 becomes 1 and -2/4 becomes 0; the ends are 31.25 and -32.5.
TEST(Quantized, RequantizeRoundsTiesUp) {
  TextFunction f(R"(
    !a = tensor<4x!quant.uniform<i8:f32, 0.5:2>>
    !b = tensor<4x!quant.uniform<i8:f32, 2.0:-1>>
    func.func @main(%x: !a) -> !b {
      %y = nn.requantize %x : !a -> !b
      return %y : !b })");
  EXPECT_EQ((f.run<int8_t, int8_t>({{4, 0, 127, -128}})), (Bytes{0, -1, 30, -33}));
}

// Both zero points count: (1-1)*(4-2) + (3-1)*(3-2) = 2 in steps of 0.125, in steps of 0.5 a half, up, plus 10;
// and (5-1)*(2-2) + (0-1)*(7-2) = -5: -1.25 is -1.
TEST(Quantized, MatmulOfTwoZeroPoints) {
  TextFunction f(R"(
    !a = tensor<2x2x!quant.uniform<i8:f32, 0.25:1>>
    !b = tensor<2x2x!quant.uniform<i8:f32, 0.5:2>>
    !y = tensor<2x2x!quant.uniform<i8:f32, 0.5:10>>
    func.func @main(%a: !a, %b: !b) -> !y {
      %y = nn.matmul %a, %b : (!a, !b) -> !y
      return %y : !y })");
  EXPECT_EQ((f.run<int8_t, int8_t>({{1, 3, 5, 0}, {4, 2, 3, 7}})), (Bytes{11, 13, 12, 9}));
}

// The target's rounding reaches the kernels: away from zero, -0.5 becomes -1.
TEST(Quantized, RoundingIsTheTargets) {
  TextFunction f(R"(
    !a = tensor<2x!quant.uniform<i8:f32, 0.5>>
    !b = tensor<2x!quant.uniform<i8:f32, 1.0>>
    module attributes {npu.target = {rounding = "half-away"}} {
    func.func @main(%x: !a) -> !b {
      %y = nn.requantize %x : !a -> !b
      return %y : !b } })");
  EXPECT_EQ((f.run<int8_t, int8_t>({{1, -1}})), (Bytes{1, -1}));
}

// So does the width of its multipliers: 15/16 takes four bits; of three bits, the nearest is 1.
TEST(Quantized, MultipliersAreAsWideAsTheTargets) {
  auto text = [](int bits) {
    return R"(
    !a = tensor<2x!quant.uniform<i8:f32, 0.9375>>
    !b = tensor<2x!quant.uniform<i8:f32, 1.0>>
    module attributes {npu.target = {mult_bits = )" + std::to_string(bits) + R"( : i64}} {
    func.func @main(%x: !a) -> !b {
      %y = nn.requantize %x : !a -> !b
      return %y : !b } })";
  };
  EXPECT_EQ((TextFunction(text(4)).run<int8_t, int8_t>({{100, -100}})), (Bytes{94, -94}));
  EXPECT_EQ((TextFunction(text(3)).run<int8_t, int8_t>({{100, -100}})), (Bytes{100, -100}));
}

// 1x2x2x1 under a 2x2 kernel with one row of padding above and one column left; zero point -1.
// Real inputs (q + 1): [2 3; 4 5], weights [1 2; 3 4], bias 1; the result is halved.
TEST(Quantized, ConvPadsWithZero) {
  TextFunction f(R"(
    !x = tensor<1x2x2x1x!quant.uniform<i8:f32, 1.0:-1>>
    !w = tensor<1x2x2x1x!quant.uniform<i8:f32:0, {1.0}>>
    !b = tensor<1x!quant.uniform<i32:f32:0, {1.0}>>
    !y = tensor<1x2x2x1x!quant.uniform<i8:f32, 2.0:10>>
    func.func @main(%x: !x) -> !y {
      %w = nn.constant dense<[[[[1], [2]], [[3], [4]]]]> : tensor<1x2x2x1xi8> : !w
      %b = nn.constant dense<1> : tensor<1xi32> : !b
      %y = nn.conv(%x, %w, %b) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>,
        pads = array<i64: 1, 1, 0, 0>, group = 1 : i64} : (!x, !w, !b) -> !y
      return %y : !y })");
  // [0 0;0 2]: 8+1=9 -> 4.5 -> 5; [0 0;2 3]: 6+12+1=19 -> 9.5 -> 10;
  // [0 2;0 4]: 4+16+1=21 -> 11; [2 3;4 5]: 2+6+12+20+1=41 -> 20.5 -> 21.
  EXPECT_EQ((f.run<int8_t, int8_t>({{1, 2, 3, 4}})), (Bytes{15, 20, 21, 31}));
}

// The same layer in both layouts: the filter's layout does not change.
TEST(Quantized, ConvChannelsFirst) {
  TextFunction f(R"(
    !x = tensor<1x2x1x3x!quant.uniform<i8:f32, 1.0>>
    !w = tensor<2x1x1x2x!quant.uniform<i8:f32, 1.0>>
    !b = tensor<2x!quant.uniform<i32:f32, 1.0>>
    !y = tensor<1x2x1x3x!quant.uniform<i8:f32, 1.0>>
    func.func @main(%x: !x) -> !y {
      %w = nn.constant dense<[[[[1, 10]]], [[[-1, 2]]]]> : tensor<2x1x1x2xi8> : !w
      %b = nn.constant dense<[0, 5]> : tensor<2xi32> : !b
      %y = nn.conv(%x, %w, %b) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>,
        pads = array<i64: 0, 0, 0, 0>, group = 1 : i64, channels_first} : (!x, !w, !b) -> !y
      return %y : !y })");
  EXPECT_EQ((f.run<int8_t, int8_t>({{1, 2, 3, 4, 5, 6}})), (Bytes{41, 52, 63, 12, 13, 14}));
}

// Per-channel scales and a fused Relu6: 6 / 0.5 + 0 = 12 is the upper end, zero the lower.
TEST(Quantized, DenseClamps) {
  TextFunction f(R"(
    !x = tensor<1x2x!quant.uniform<i8:f32, 1.0>>
    !w = tensor<3x2x!quant.uniform<i8:f32:0, {1.0, 0.5, 0.25}>>
    !b = tensor<3x!quant.uniform<i32:f32:0, {1.0, 0.5, 0.25}>>
    !y = tensor<1x3x!quant.uniform<i8:f32, 0.5>>
    func.func @main(%x: !x) -> !y {
      %w = nn.constant dense<[[1, 1], [1, 1], [-1, -1]]> : tensor<3x2xi8> : !w
      %b = nn.constant dense<0> : tensor<3xi32> : !b
      %y = nn.dense(%x, %w, %b) {clamp_min = 0.0 : f32, clamp_max = 6.0 : f32} : (!x, !w, !b) -> !y
      return %y : !y })");
  EXPECT_EQ((f.run<int8_t, int8_t>({{3, 4}})), (Bytes{12, 7, 0}));
}

// Different scales meet exactly: 0.5 a + 0.25 b in steps of 1; b is broadcast along rows.
TEST(Quantized, AddBroadcasts) {
  TextFunction f(R"(
    !a = tensor<2x2x!quant.uniform<i8:f32, 0.5>>
    !b = tensor<2x!quant.uniform<i8:f32, 0.25:4>>
    !y = tensor<2x2x!quant.uniform<i8:f32, 1.0:1>>
    func.func @main(%a: !a, %b: !b) -> !y {
      %y = nn.binary <add> %a, %b : (!a, !b) -> !y
      return %y : !y })");
  // b - 4 = 4, 8: reals 1, 2; a: 0.5 1 1.5 2.
  EXPECT_EQ((f.run<int8_t, int8_t>({{1, 2, 3, 4}, {8, 12}})), (Bytes{3, 4, 4, 5}));
}

// An average at the corner of padding divides by the 4 elements that are there.
TEST(Quantized, AverageExcludesPadding) {
  TextFunction f(R"(
    !x = tensor<1x2x2x1x!quant.uniform<i8:f32, 1.0:5>>
    !y = tensor<1x2x2x1x!quant.uniform<i8:f32, 0.5>>
    func.func @main(%x: !x) -> !y {
      %y = nn.pool <average> %x {kernel = array<i64: 2, 2>, strides = array<i64: 1, 1>,
        dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 0, 0>} : !x -> !y
      return %y : !y })");
  // Reals 1 2; 3 6: windows {1}, {1,2}, {1,3}, all.
  EXPECT_EQ((f.run<int8_t, int8_t>({{6, 7, 8, 11}})), (Bytes{2, 3, 4, 6}));
}

// Reals 1 and 4 at thirds, in steps of 0.5; nearest keeps integers as they are.
TEST(Quantized, Resizes) {
  TextFunction linear(R"(
    !x = tensor<1x1x2x1x!quant.uniform<i8:f32, 1.0:5>>
    !y = tensor<1x1x4x1x!quant.uniform<i8:f32, 0.5:-1>>
    func.func @main(%x: !x) -> !y {
      %y = nn.resize <linear> %x {steps = array<i64: 0, 1>, offsets = array<i64: 0, 0>, denominators = array<i64: 1, 3>} : !x -> !y
      return %y : !y })");
  EXPECT_EQ((linear.run<int8_t, int8_t>({{6, 9}})), (Bytes{1, 3, 5, 7}));
  TextFunction nearest(R"(
    !x = tensor<1x1x2x2x!quant.uniform<i8:f32, 1.0:5>>
    !y = tensor<1x1x3x2x!quant.uniform<i8:f32, 1.0:5>>
    func.func @main(%x: !x) -> !y {
      %y = nn.resize <nearest> %x {steps = array<i64: 0, 1>, offsets = array<i64: 0, 1>, denominators = array<i64: 1, 2>} : !x -> !y
      return %y : !y })");
  EXPECT_EQ((nearest.run<int8_t, int8_t>({{1, 2, -3, -4}})), (Bytes{1, 2, -3, -4, -3, -4}));
}

// Weights too fine for any multiplier are a diagnostic.
TEST(Quantized, ResizeWithTooFineWeights) {
  TextFunction f(R"(
    !x = tensor<1x1x2x1x!quant.uniform<i8:f32, 1.0:5>>
    func.func @main(%x: !x) -> !x {
      %y = nn.resize <linear> %x {steps = array<i64: 1, 1>, offsets = array<i64: 0, 0>, denominators = array<i64: 65536, 65536>} : !x -> !x
      return %y : !x })");
  EXPECT_TRUE((f.run<int8_t, int8_t>({{1, 2}}).empty()));
  EXPECT_NE(f.diagnostics.find("cannot rescale by"), std::string::npos) << f.diagnostics;
}

// Sum, mean, maximum and minimum of reals -1, 2, 4.
TEST(Quantized, Reductions) {
  auto reduce = [](const std::string &kind) {
    TextFunction f(R"(
      !x = tensor<1x3x!quant.uniform<i8:f32, 1.0:1>>
      !y = tensor<1x1x!quant.uniform<i8:f32, 0.5:-3>>
      func.func @main(%x: !x) -> !y {
        %y = nn.reduce <)" + kind + R"(> %x {axes = array<i64: 1>} : !x -> !y
        return %y : !y })");
    return f.run<int8_t, int8_t>({{0, 3, 5}});
  };
  EXPECT_EQ(reduce("sum"), (Bytes{7}));
  EXPECT_EQ(reduce("mean"), (Bytes{0})); // 5/3 in steps of 0.5: 3.33 -> 3
  EXPECT_EQ(reduce("max"), (Bytes{5}));
  EXPECT_EQ(reduce("min"), (Bytes{-5}));
}

// Equal inputs share evenly; a difference of ln 3 is 3 : 1.
TEST(Quantized, Softmax) {
  TextFunction f(R"(
    !x = tensor<2x2x!quant.uniform<i8:f32, 1.0986122886681098>>
    !y = tensor<2x2x!quant.uniform<i8:f32, 0.00390625:-128>>
    func.func @main(%x: !x) -> !y {
      %y = nn.softmax %x {axis = 1 : i64} : !x -> !y
      return %y : !y })");
  EXPECT_EQ((f.run<int8_t, int8_t>({{7, 7, 1, 0}})), (Bytes{0, 0, 64, -64}));
}

// Padding by a real value is quantised as N1 says: 1.5 / 0.5 + 2 = 5.
TEST(Quantized, PadConcatSlice) {
  TextFunction f(R"(
    !x = tensor<2x!quant.uniform<i8:f32, 0.5:2>>
    !p = tensor<4x!quant.uniform<i8:f32, 0.5:2>>
    !c = tensor<6x!quant.uniform<i8:f32, 0.5:2>>
    !s = tensor<3x!quant.uniform<i8:f32, 0.5:2>>
    func.func @main(%x: !x) -> !s {
      %p = nn.pad %x {low = array<i64: 1>, high = array<i64: 1>, value = 1.5 : f32} : !x -> !p
      %c = nn.concat(%p, %x) {axis = 0 : i64} : (!p, !x) -> !c
      %s = nn.slice %c {offsets = array<i64: 5>, strides = array<i64: -2>} : !c -> !s
      return %s : !s })");
  // 5 7 9 5 7 9 read from the end by twos.
  EXPECT_EQ((f.run<int8_t, int8_t>({{7, 9}})), (Bytes{9, 5, 7}));
}
