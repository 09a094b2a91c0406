// supports() says yes, or what the machine takes and what it got.
#include <gtest/gtest.h>

#include "dialects/nn/Nn.h"
#include "mlir/Parser/Parser.h"
#include "targets/Registry.h"

namespace {

const std::string kTypes = R"(
!a = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
!b = !quant.uniform<i32:f32, 0.125>
)";

class Constraints : public ::testing::Test {
protected:
  Constraints() { context.loadDialect<mlir::func::FuncDialect, mlir::quant::QuantDialect, npu::nn::NnDialect>(); }
  /// supports() of the last operator before the return.
  npu::Support ask(const std::string &body, llvm::StringRef target = "rnpu") {
    auto module = mlir::parseSourceString<mlir::ModuleOp>(kTypes + body, &context);
    if (!module)
      return {"does not parse"};
    auto function = *module->getOps<mlir::func::FuncOp>().begin();
    return npu::findTarget(target)->supports(function.front().getTerminator()->getPrevNode());
  }
  std::string conv(int kernel, int stride) {
    std::string k = std::to_string(kernel), s = std::to_string(stride);
    std::string extent = std::to_string((100 - kernel) / stride + 1);
    return "func.func @f(%x: tensor<1x100x100x2x!a>) -> tensor<1x" + extent + "x" + extent + "x1x!a> {\n" +
           "%w = nn.constant dense<1> : tensor<1x" + k + "x" + k + "x2xi8> : tensor<1x" + k + "x" + k + "x2x!w>\n" +
           "%b = nn.constant dense<1> : tensor<1xi32> : tensor<1x!b>\n" +
           "%y = nn.conv(%x, %w, %b) {strides = array<i64: " + s + ", " + s +
           ">, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 1 : i64}" +
           ": (tensor<1x100x100x2x!a>, tensor<1x" + k + "x" + k + "x2x!w>, tensor<1x!b>) -> tensor<1x" + extent + "x" +
           extent + "x1x!a>\n return %y : tensor<1x" + extent + "x" + extent + "x1x!a> }";
  }
  mlir::MLIRContext context;
};

TEST_F(Constraints, AnOrdinaryConvolutionRuns) { EXPECT_EQ(ask(conv(3, 1)).reason, ""); }

TEST_F(Constraints, LargeKernelsAndStridesAreRefusedByName) {
  EXPECT_EQ(ask(conv(71, 1)).reason, "takes kernel at most 64x64, got 71x71");
  EXPECT_EQ(ask(conv(3, 9)).reason, "takes strides at most 8x8, got 9x9");
}

TEST_F(Constraints, FloatDoesNotRun) {
  npu::Support s = ask("func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
                       "%y = nn.clamp %x {clamp_min = 0.0 : f32} : tensor<4xf32> -> tensor<4xf32>\n"
                       "return %y : tensor<4xf32> }");
  EXPECT_EQ(s.reason, "takes i8 operands and results, quantised per tensor, got f32");
}

TEST_F(Constraints, WeightsOfALinearResizeAreBounded) {
  auto resize = [&](const std::string &kind, const std::string &denominator) {
    return ask("func.func @f(%x: tensor<1x2x2x3x!a>) -> tensor<1x4x4x3x!a> {\n"
               "%y = nn.resize #nn.resize_kind<" + kind + "> %x {steps = array<i64: 1, 1>, offsets = array<i64: 0, 0>, "
               "denominators = array<i64: 65536, " + denominator + ">} : tensor<1x2x2x3x!a> -> tensor<1x4x4x3x!a>\n"
               "return %y : tensor<1x4x4x3x!a> }").reason;
  };
  EXPECT_EQ(resize("linear", "32768"), "");
  EXPECT_EQ(resize("nearest", "32769"), "");
  EXPECT_EQ(resize("linear", "32769"), "takes weights that add up to at most 2^31: the product of both denominators, "
                                       "when linear, got 65536x32769");
}

// 255 * 255 * 33026 is the first that leaves 32 bits; with zero points in the middle four times as many do not.
TEST_F(Constraints, SumsOfProductsAreBounded) {
  auto matmul = [&](const std::string &inner, const std::string &zero) {
    std::string left = "tensor<1x" + inner + "x!quant.uniform<i8:f32, 0.5:" + zero + ">>";
    std::string right = "tensor<" + inner + "x1x!quant.uniform<i8:f32, 0.5:" + zero + ">>";
    return ask("func.func @f(%x: " + left + ", %w: " + right + ") -> tensor<1x1x!a> {\n%y = nn.matmul %x, %w : (" + left + ", " +
               right + ") -> tensor<1x1x!a>\n return %y : tensor<1x1x!a> }").reason;
  };
  EXPECT_EQ(matmul("33025", "-128"), "");
  EXPECT_EQ(matmul("33026", "-128"), "takes sums that cannot leave 32 bits: inner extent times the largest distances from both "
                                     "zero points below 2^31, got 2147515650");
  EXPECT_EQ(matmul("131071", "0"), "");
}

TEST_F(Constraints, BatchesBroadcastTogether) {
  auto matmul = [&](const std::string &batch) {
    return ask("func.func @f(%x: tensor<2x3x4x5x!a>, %w: tensor<" + batch + "x5x6x!a>) -> tensor<2x3x4x6x!a> {\n"
               "%y = nn.matmul %x, %w : (tensor<2x3x4x5x!a>, tensor<" + batch + "x5x6x!a>) -> tensor<2x3x4x6x!a>\n"
               "return %y : tensor<2x3x4x6x!a> }").reason;
  };
  EXPECT_EQ(matmul("1x1"), "");
  EXPECT_EQ(matmul("2x3"), "");
  EXPECT_EQ(matmul("1x3").substr(0, 57), "takes one matrix for all products, or one for each, got t");
}

// What a machine lacks is said by property.
TEST_F(Constraints, ARestrictedMachineNamesWhatItLacks) {
  EXPECT_EQ(ask(conv(3, 1), "mini").reason, "takes activations of zero point 0, got zero point 3");
  EXPECT_EQ(ask("func.func @f(%x: tensor<4x!a>) -> tensor<4x!a> {\n"
                "%y = nn.function \"x tanh\" %x : tensor<4x!a> -> tensor<4x!a>\n"
                "return %y : tensor<4x!a> }", "mini").reason,
            "has no such operator");
  EXPECT_EQ(ask("!s = !quant.uniform<i8:f32, 0.5>\n"
                "func.func @f(%x: tensor<1x1x1x2x!s>) -> tensor<1x1x1x2x!s> {\n"
                "%w = nn.constant dense<1> : tensor<2x1x1x1xi8> : tensor<2x1x1x1x!w>\n"
                "%b = nn.constant dense<1> : tensor<2xi32> : tensor<2x!b>\n"
                "%y = nn.conv(%x, %w, %b) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, "
                "pads = array<i64: 0, 0, 0, 0>, group = 2 : i64} : (tensor<1x1x1x2x!s>, tensor<2x1x1x1x!w>, "
                "tensor<2x!b>) -> tensor<1x1x1x2x!s>\n"
                "return %y : tensor<1x1x1x2x!s> }", "mini").reason,
            "takes one group, or groups of two and more input channels, got a depthwise convolution");
}

TEST_F(Constraints, DivisionAndKernelsDoNotRun) {
  EXPECT_EQ(ask("func.func @f(%x: tensor<4x!a>) -> tensor<4x!a> {\n"
                "%y = nn.binary #nn.binary_kind<div> %x, %x : (tensor<4x!a>, tensor<4x!a>) -> tensor<4x!a>\n"
                "return %y : tensor<4x!a> }").reason,
            "takes add, sub, mul, min, max, equal, greater or less, got div");
  EXPECT_EQ(ask("func.func @f(%x: tensor<4xf32>) -> tensor<4xf32> {\n"
                "%y = nn.kernel \"Erf\"(%x) {} : (tensor<4xf32>) -> tensor<4xf32>\n"
                "return %y : tensor<4xf32> }").reason,
            "has no such operator");
}

} // namespace
