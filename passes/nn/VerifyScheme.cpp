// nn-verify-scheme: see Passes.td.
#include "dialects/nn/Scheme.h"
#include "passes/nn/Passes.h"
#include "passes/nn/Tensors.h"

using namespace mlir;
namespace npu::nn {

#define GEN_PASS_DEF_NNVERIFYSCHEME
#include "passes/nn/Passes.h.inc"

// An activation's format: per tensor, of 8 bits.
static quant::UniformQuantizedType activationFormat(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  auto format = type ? dyn_cast<quant::UniformQuantizedType>(type.getElementType()) : quant::UniformQuantizedType();
  return format && format.getStorageType().isInteger(8) ? format : quant::UniformQuantizedType();
}

// Whether `op` only hands on the format that an operand has.
static bool handsOn(Operation *op, Type format) {
  return llvm::any_of(op->getOperands(), [&](Value operand) { return elementOf(operand) == format; });
}

// "input 'x'" of what holds an input's numbers, else "its result".
static std::string tensorName(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<QuantizeOp, TransposeOp, ReshapeOp>(op))
      return isa<ConstantOp>(op) ? "a constant operand" : "its result";
    value = op->getOperand(0);
  }
  auto argument = cast<BlockArgument>(value);
  auto function = cast<func::FuncOp>(argument.getOwner()->getParentOp());
  auto name = function.getArgAttrOfType<StringAttr>(argument.getArgNumber(), "onnx.name");
  return "input '" + (name ? name.str() : std::to_string(argument.getArgNumber())) + "'";
}

namespace {
struct VerifyScheme : impl::NnVerifySchemeBase<VerifyScheme> {
  void runOnOperation() override {
    FailureOr<Scheme> scheme = schemeOf(getOperation());
    if (failed(scheme))
      return signalPassFailure();
    bool good = true;
    for (BlockArgument argument : getOperation().getArguments())
      if (!argument.use_empty())
        good &= verify(*argument.user_begin(), argument, *scheme);
    getOperation().walk([&](Operation *op) {
      for (Value result : op->getResults())
        if (op != getOperation() && !result.use_empty() && isa<RankedTensorType>(result.getType()) &&
            !handsOn(op, elementOf(result)))
          good &= verify(isa<ConstantOp>(op) ? *result.user_begin() : op, result, *scheme);
    });
    if (!good)
      signalPassFailure();
  }

  /// `node` is the operator to name.
  static bool verify(Operation *node, Value value, const Scheme &scheme) {
    quant::UniformQuantizedType format = activationFormat(value);
    if (!format)
      return true;
    int64_t zero = format.getZeroPoint(), low = format.getStorageTypeMin(), high = format.getStorageTypeMax();
    if (zero < low || zero > high) {
      emitError(node->getLoc()) << describe(node) << ": " << tensorName(value) << " has zero point " << zero
                                << ", wanted one of its numbers, " << low << ".." << high
                                << "; widen the tensor's range so that it holds 0";
      return false;
    }
    if (!scheme.symmetricActivations || zero == 0)
      return true;
    emitError(node->getLoc()) << describe(node) << ": unsupported quantisation scheme: " << tensorName(value)
                              << " has zero point " << zero << "; target '" << scheme.machine
                              << "' takes symmetric activations (zero point 0); calibrate the float model for this target, "
                                 "or choose another target";
    return false;
  }
};
} // namespace

} // namespace npu::nn
