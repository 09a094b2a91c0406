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

// The borders' formats carry float; a constant is as float as its reader.
static bool mayBeFloat(Operation *op) { return isa<QuantizeOp, DequantizeOp, ConstantOp>(op); }

// What the target says of an operator that it does not run.
static StringRef refusalOf(Operation *op) {
  auto device = op->getAttrOfType<StringAttr>("nn.device");
  auto reason = op->getAttrOfType<StringAttr>("nn.reason");
  return device && device.getValue() == "cpu" && reason ? reason.getValue() : StringRef();
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
  if (isa<func::FuncDialect>(op->getDialect()))
    return success();
  for (Value result : op->getResults())
    if (!mayBeFloat(op) && !isQuantized(result))
      return emitError(op->getLoc()) << describe(op) << ": computes on " << elementOf(result)
                                     << ", wanted a quantised tensor: " << floatReason(op);
  if (StringRef refusal = refusalOf(op); !refusal.empty())
    return emitError(op->getLoc()) << describe(op) << ": the target " << refusal
                                   << ", and a blob cannot hold CPU steps yet; change the operator so that the target takes it";
  return success();
}

/// A float network that nobody calibrated: one message in place of one for each operator.
static bool isAllFloat(func::FuncOp function) {
  bool computes = false, quantized = false;
  function.walk([&](Operation *op) {
    for (Value result : op->getResults()) {
      computes |= !isa<ConstantOp>(op);
      quantized |= isQuantized(result);
    }
  });
  return computes && !quantized;
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
    if (!allPass(getOperation(), verifyLevel))
      return signalPassFailure();
    if (isAllFloat(getOperation())) {
      getOperation().emitError("the network computes in float, and the target in int8: give samples with --calibration (200 to 500 that "
                               "look like the real inputs), scales with --quant-params, or a model in QDQ form");
      return signalPassFailure();
    }
    if (!allPass(getOperation(), verifyQuantized))
      signalPassFailure();
  }
};
} // namespace

} // namespace npu::nn
