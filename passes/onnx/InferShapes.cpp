#include "dialects/onnx/Diagnostics.h"
#include "dialects/onnx/Onnx.h"
#include "passes/onnx/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/Support/MathExtras.h"

namespace npu {
#define GEN_PASS_DEF_ONNXINFERSHAPES
#include "passes/onnx/Passes.h.inc"
} // namespace npu

using namespace mlir;
using namespace npu::onnx;

namespace {

bool isKnown(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return isa<NoneType>(value.getType()) || (type && type.hasStaticShape());
}

/// Values are counted in 64 bits everywhere behind this pass.
LogicalResult checkSize(Operation *op, RankedTensorType type) {
  int64_t elements = 1;
  for (int64_t size : type.getShape())
    if (llvm::MulOverflow(elements, size, elements) || elements > (int64_t(1) << 40))
      return nodeError(op) << "the result " << type << " has more than 2^40 elements";
  if (elements == 0 && !isa<ConstantOp>(op))
    return nodeError(op) << "the result " << type << " has no elements";
  return success();
}

/// Whether a type that is already there says nothing else than the inferred one.
LogicalResult checkDeclared(Operation *op, Type declared, RankedTensorType inferred) {
  auto type = cast<TensorType>(declared);
  bool fits = type.getElementType() == inferred.getElementType() &&
              (!type.hasRank() || succeeded(verifyCompatibleShape(type.getShape(),
                                                                  inferred.getShape())));
  if (fits)
    return success();
  return nodeError(op) << "the result is " << inferred << ", but declared as " << declared;
}

LogicalResult inferResult(InferType op) {
  FailureOr<RankedTensorType> inferred = op.inferType();
  if (failed(inferred) || failed(checkSize(op, *inferred)) ||
      failed(checkDeclared(op, op->getResult(0).getType(), *inferred)))
    return failure();
  op->getResult(0).setType(*inferred);
  return success();
}

struct InferShapes : npu::impl::OnnxInferShapesBase<InferShapes> {
  void runOnOperation() override {
    bool sound = true;
    for (auto function : getOperation().getOps<func::FuncOp>())
      sound &= succeeded(inferFunction(function));
    if (!sound)
      signalPassFailure();
  }

  LogicalResult inferFunction(func::FuncOp function) {
    if (function.isExternal())
      return success();
    bool sound = true;
    for (BlockArgument argument : function.getArguments())
      if (!isKnown(argument)) {
        emitError(argument.getLoc()) << "argument " << argument.getArgNumber() << " has type "
                                     << argument.getType() << ", want a static tensor";
        sound = false;
      }
    for (Operation &op : function.getBody().getOps())
      if (auto node = dyn_cast<InferType>(op); node && llvm::all_of(op.getOperands(), isKnown))
        sound &= succeeded(inferResult(node));
    Operation *terminator = function.getBody().front().getTerminator();
    function.setFunctionType(FunctionType::get(&getContext(), function.getArgumentTypes(),
                                               terminator->getOperandTypes()));
    return success(sound);
  }
};

} // namespace
