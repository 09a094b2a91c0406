// nn-verify-float and nn-verify-quantized: the contracts of the two nn levels, every offender listed.
#include "passes/nn/Passes.h"
#include "passes/nn/Tensors.h"

using namespace mlir;
namespace npu::nn {

#define GEN_PASS_DEF_NNVERIFYFLOAT
#define GEN_PASS_DEF_NNVERIFYQUANTIZED
#include "passes/nn/Passes.h.inc"

static bool isForeign(Operation *op) { return !isa<NnDialect, func::FuncDialect>(op->getDialect()); }

// What both levels ask of an operator.
static LogicalResult verifyLevel(Operation *op) {
  if (isForeign(op))
    return emitError(op->getLoc()) << describe(op) << ": operator of another level, wanted nn operators only";
  if (op->hasAttr("channels_first"))
    return emitError(op->getLoc()) << describe(op) << ": channels-first operator, wanted channels-last (nn-insert-layout)";
  return success();
}

// Operators that may carry float: the borders' formats and what the CPU runs.
static bool mayBeFloat(Operation *op) {
  auto device = op->getAttrOfType<StringAttr>("nn.device");
  return isa<QuantizeOp, DequantizeOp>(op) || (device && device.getValue() == "cpu");
}

// The operand that keeps a product from being quantised, in words.
static std::string floatReason(Operation *op) {
  for (auto [index, operand] : llvm::enumerate(op->getOperands())) {
    auto dequantize = operand.getDefiningOp<DequantizeOp>();
    if (!dequantize && !operand.getDefiningOp<ConstantOp>())
      return "operand " + std::to_string(index) + " is not quantised";
    if (dequantize && isa<quant::UniformQuantizedPerAxisType>(elementOf(dequantize.getInput())) && index == 0)
      return "operand 0 is quantised per axis, wanted per tensor";
  }
  return "its result is not quantised, or a constant operand has a zero point or too many bits";
}

static LogicalResult verifyQuantized(Operation *op) {
  if (isa<func::FuncDialect>(op->getDialect()) || mayBeFloat(op))
    return success();
  for (Value result : op->getResults()) {
    if (isQuantized(result))
      continue;
    return emitError(op->getLoc()) << describe(op) << ": computes on " << elementOf(result) << ", wanted a quantised tensor: "
                           << floatReason(op);
  }
  return success();
}

template <typename Check>
static bool allPass(func::FuncOp function, Check check) {
  bool good = true;
  function.walk([&](Operation *op) {
    if (op != function.getOperation())
      good &= succeeded(check(op));
  });
  return good;
}

namespace {
struct VerifyFloat : impl::NnVerifyFloatBase<VerifyFloat> {
  void runOnOperation() override {
    if (!allPass(getOperation(), verifyLevel))
      signalPassFailure();
  }
};
struct VerifyQuantized : impl::NnVerifyQuantizedBase<VerifyQuantized> {
  void runOnOperation() override {
    bool level = allPass(getOperation(), verifyLevel);
    if (!level || !allPass(getOperation(), verifyQuantized))
      signalPassFailure();
  }
};
} // namespace

} // namespace npu::nn
