// f32 operators with results computed by hand, and what the evaluator refuses.
#include "test/evaluate/EvaluateText.h"

#include <gmock/gmock.h>

using namespace npu::test;
using Floats = std::vector<float>;

// Division, broadcast of a scalar, and the clamp behind it.
TEST(Float, DivideAndClamp) {
  TextFunction f(R"(func.func @main(%a: tensor<3xf32>, %b: tensor<1xf32>) -> tensor<3xf32> {
    %y = nn.binary <div> %a, %b {clamp_max = 2.0 : f32} : (tensor<3xf32>, tensor<1xf32>) -> tensor<3xf32>
    return %y : tensor<3xf32> })");
  EXPECT_EQ((f.run<float, float>({{1, -3, 9}, {2}})), (Floats{0.5, -1.5, 2}));
}

// Depthwise: every channel has its own kernel; stride 2 skips the middle.
TEST(Float, DepthwiseConv) {
  TextFunction f(R"(func.func @main(%x: tensor<1x1x3x2xf32>) -> tensor<1x1x2x2xf32> {
    %w = nn.constant dense<[[[[2.0]]], [[[-1.0]]]]> : tensor<2x1x1x1xf32> : tensor<2x1x1x1xf32>
    %b = nn.constant dense<[0.5, 0.0]> : tensor<2xf32> : tensor<2xf32>
    %y = nn.conv(%x, %w, %b) {strides = array<i64: 1, 2>, dilations = array<i64: 1, 1>,
      pads = array<i64: 0, 0, 0, 0>, group = 2 : i64, clamp_min = 0.0 : f32}
      : (tensor<1x1x3x2xf32>, tensor<2x1x1x1xf32>, tensor<2xf32>) -> tensor<1x1x2x2xf32>
    return %y : tensor<1x1x2x2xf32> })");
  EXPECT_EQ((f.run<float, float>({{1, 2, 9, 9, 3, -4}})), (Floats{2.5, 0, 6.5, 4}));
}

// Channels first: the row between 0 and 8 at quarters, cut to the ends; columns as they are.
TEST(Float, LinearResize) {
  TextFunction f(R"(func.func @main(%x: tensor<1x2x2x1xf32>) -> tensor<1x2x4x1xf32> {
    %y = nn.resize <linear> %x {channels_first, steps = array<i64: 2, 1>, offsets = array<i64: -1, 0>,
      denominators = array<i64: 4, 1>} : tensor<1x2x2x1xf32> -> tensor<1x2x4x1xf32>
    return %y : tensor<1x2x4x1xf32> })");
  EXPECT_EQ((f.run<float, float>({{0, 8, 1, 1}})), (Floats{0, 2, 6, 8, 1, 1, 1, 1}));
}

// Both operands transposed, and a batch of one against two: (a^T b^T) / 2, cut at 5.
TEST(Float, Matmul) {
  TextFunction f(R"(func.func @main(%a: tensor<1x2x1xf32>, %b: tensor<2x2x2xf32>) -> tensor<2x1x2xf32> {
    %y = nn.matmul %a, %b {transpose_lhs, transpose_rhs, alpha = 0.5 : f32, clamp_max = 5.0 : f32}
      : (tensor<1x2x1xf32>, tensor<2x2x2xf32>) -> tensor<2x1x2xf32>
    return %y : tensor<2x1x2xf32> })");
  EXPECT_EQ((f.run<float, float>({{2, 1}, {1, 1, 3, -2, 0, 4, 8, 9}})), (Floats{1.5, 2, 2, 5}));
}

// A value read twice lives until its second reader; a minimum of floats.
TEST(Float, SharedValue) {
  TextFunction f(R"(func.func @main(%x: tensor<2x2xf32>) -> tensor<2x2xf32> {
    %m = nn.reduce <min> %x {axes = array<i64: 1>} : tensor<2x2xf32> -> tensor<2x1xf32>
    %d = nn.binary <sub> %x, %m : (tensor<2x2xf32>, tensor<2x1xf32>) -> tensor<2x2xf32>
    %y = nn.binary <mul> %d, %d : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return %y : tensor<2x2xf32> })");
  EXPECT_EQ((f.run<float, float>({{1, 4, 7, 5}})), (Floats{0, 9, 4, 0}));
}

// An operator without a kernel is named.
TEST(Refused, UnknownKernel) {
  TextFunction f(R"(func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
    %y = nn.kernel "Sinh"(%x) {} : (tensor<2xf32>) -> tensor<2xf32>
    return %y : tensor<2xf32> })");
  EXPECT_TRUE((f.run<float, float>({{1, 2}}).empty()));
  EXPECT_THAT(f.diagnostics, testing::HasSubstr("no CPU kernel computes 'Sinh'"));
}

// A ratio of scales beyond every multiplier is a diagnostic.
TEST(Refused, RatioOutOfReach) {
  TextFunction f(R"(
    !a = tensor<1x!quant.uniform<i8:f32, 1.0e30>>
    !b = tensor<1x!quant.uniform<i8:f32, 1.0e-8>>
    func.func @main(%x: !a) -> !b {
      %y = nn.requantize %x : !a -> !b
      return %y : !b })");
  EXPECT_TRUE((f.run<int8_t, int8_t>({{1}}).empty()));
  EXPECT_THAT(f.diagnostics, testing::HasSubstr("cannot rescale by 1.0"));
}

// Accumulators that leave 32 bits are an error, never a wrong value.
TEST(Refused, AccumulatorOverflow) {
  TextFunction f(R"(
    !x = tensor<1x1x!quant.uniform<i8:f32, 1.0>>
    !w = tensor<1x1x!quant.uniform<i8:f32, 1.0>>
    !b = tensor<1x!quant.uniform<i32:f32, 1.0>>
    func.func @main(%x: !x) -> !x {
      %w = nn.constant dense<1> : tensor<1x1xi8> : !w
      %b = nn.constant dense<2147483647> : tensor<1xi32> : !b
      %y = nn.dense(%x, %w, %b) : (!x, !w, !b) -> !x
      return %y : !x })");
  EXPECT_EQ((f.run<int8_t, int8_t>({{0}})), (std::vector<int8_t>{127}));
  EXPECT_TRUE((f.run<int8_t, int8_t>({{1}}).empty()));
  EXPECT_THAT(f.diagnostics, testing::HasSubstr("overflows its 32-bit accumulator"));
}

// Inputs of another size are refused before anything runs.
TEST(Refused, WrongInput) {
  TextFunction f(R"(func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> { return %x : tensor<2xf32> })");
  EXPECT_TRUE((f.run<float, float>({{1}}).empty()));
  EXPECT_THAT(f.diagnostics, testing::HasSubstr("input 0: got 4 bytes"));
}
