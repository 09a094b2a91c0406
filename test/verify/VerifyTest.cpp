// A sound blob passes; one with a changed weight is noticed, by value.
#include "compiler/pipeline/Pipeline.h"
#include "compiler/verify/VerifyBlob.h"
#include "dialects/nn/Nn.h"
#include "runtime/format/blob.h"
#include "targets/Registry.h"
#include "targets/rnpu/Emit.h"

#include <gtest/gtest.h>

#include "mlir/Parser/Parser.h"

namespace {

constexpr const char *kNetwork = R"(
!x = !quant.uniform<i8:f32, 0.05:3>
!w = !quant.uniform<i8:f32, 0.01>
!b = !quant.uniform<i32:f32, 5.0e-4>
!y = !quant.uniform<i8:f32, 0.1:-7>
module attributes {npu.level = "quantized"} {
  func.func @main(%x: tensor<1x6x6x3xf32> {onnx.name = "x"}) -> (tensor<1x6x6x4xf32> {onnx.name = "y"}) {
    %w = nn.constant dense<17> : tensor<4x3x3x3xi8> : tensor<4x3x3x3x!w>
    %b = nn.constant dense<[1, 2, 3, 4]> : tensor<4xi32> : tensor<4x!b>
    %q = nn.quantize %x : tensor<1x6x6x3xf32> -> tensor<1x6x6x3x!x>
    %c = nn.conv(%q, %w, %b) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>, group = 1 : i64}
      : (tensor<1x6x6x3x!x>, tensor<4x3x3x3x!w>, tensor<4x!b>) -> tensor<1x6x6x4x!y>
    %d = nn.dequantize %c : tensor<1x6x6x4x!y> -> tensor<1x6x6x4xf32>
    return %d : tensor<1x6x6x4xf32>
  }
})";

class Verify : public ::testing::Test {
protected:
  static void SetUpTestSuite() { npu::registerPasses(); }
  void SetUp() override {
    mlir::DialectRegistry registry;
    npu::registerDialects(registry);
    context.appendDialectRegistry(registry);
    context.loadAllAvailableDialects();
    auto print = [](const std::string &fault) { ADD_FAILURE() << fault; };
    reference = mlir::parseSourceString<mlir::ModuleOp>(kNetwork, &context);
    ASSERT_TRUE(reference);
    (*reference)->setAttr("npu.target", npu::loadTarget("edge-4t", {}, &context, print));
    mlir::OwningOpRef<mlir::ModuleOp> placed = reference->clone();
    ASSERT_TRUE(mlir::succeeded(npu::runTo(npu::Level::Npu, *placed, {})));
    ASSERT_TRUE(mlir::succeeded(npu::runTo(npu::Level::Placed, *placed, {})));
    auto emitted = npu::emitBlob(*placed, "test", {});
    ASSERT_TRUE(mlir::succeeded(emitted));
    blob = *emitted;
  }
  /// The diagnostics of a blob that does not pass; empty if it does.
  std::string faults() {
    std::string text;
    mlir::ScopedDiagnosticHandler handler(&context, [&](mlir::Diagnostic &d) { text += d.str() + "\n"; });
    auto covered = npu::verifyBlob(blob, *reference, 2);
    if (mlir::succeeded(covered))
      coverage = *covered;
    return text;
  }
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> reference;
  std::vector<uint8_t> blob;
  std::string coverage;
};

TEST_F(Verify, ASoundBlobPasses) {
  EXPECT_EQ(faults(), "");
  EXPECT_NE(coverage.find("288 output values of 2 runs"), std::string::npos) << coverage;
}

TEST_F(Verify, AnotherWeightInTheReferenceIsNoticed) {
  reference->walk([&](npu::nn::ConstantOp op) {
    if (auto type = mlir::cast<mlir::ShapedType>(op.getValue().getType()); type.getElementType().isInteger(8)) {
      llvm::SmallVector<int8_t> weights(type.getNumElements(), 17);
      weights[40] = 18;
      op.setValueAttr(mlir::DenseElementsAttr::get(type, llvm::ArrayRef<int8_t>(weights)));
    }
  });
  EXPECT_NE(faults().find("values differ from the reference; the first at "), std::string::npos);
}

TEST_F(Verify, ADamagedBlobIsRefused) {
  blob[blob.size() / 2] ^= 1;
  EXPECT_NE(faults().find("the runtime refuses the blob"), std::string::npos);
}

} // namespace
