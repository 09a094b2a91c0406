#include "dialects/onnx/Diagnostics.h"
#include "dialects/onnx/Onnx.h"
#include "passes/onnx/Passes.h"
#include "passes/onnx/ResultType.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace npu {
#define GEN_PASS_DEF_ONNXINFERSHAPES
#include "passes/onnx/Passes.h.inc"
} // namespace npu

using namespace mlir;
using namespace npu::onnx;

namespace {

/// Nothing is computed from nothing; a constant may be an empty list.
LogicalResult checkNotEmpty(Operation *op) {
  if (isa<ConstantOp>(op) || cast<RankedTensorType>(op->getResult(0).getType()).getNumElements())
    return success();
  return nodeError(op) << "the result " << op->getResult(0).getType() << " has no elements";
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
        sound &= succeeded(inferResult(node)) && succeeded(checkNotEmpty(node));
    followResults(function);
    return success(sound);
  }
};

} // namespace
