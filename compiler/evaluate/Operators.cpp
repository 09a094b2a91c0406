// Which function computes which operator.
#include "compiler/evaluate/Operators.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
namespace npu {

LogicalResult refuseElements(Operation *op) {
  return op->emitError("is evaluated on f32 and i8 tensors, got ") << op->getOperand(0).getType();
}

LogicalResult evaluateOp(Operation *op, OpRun &run) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<nn::QuantizeOp, nn::DequantizeOp, nn::RequantizeOp, nn::ConvOp, nn::DenseOp, nn::BinaryOp, nn::ClampOp, nn::FunctionOp,
            nn::PoolOp, nn::ResizeOp, nn::ReduceOp, nn::SoftmaxOp, nn::ConcatOp, nn::ReshapeOp, nn::TransposeOp, nn::PadOp,
            nn::SliceOp>([&](auto known) { return evaluate(known, run); })
      .Default([](Operation *unknown) {
        if (auto kernel = dyn_cast<nn::KernelOp>(unknown))
          return kernel.emitError("no CPU kernel computes '") << kernel.getKernel() << "'";
        return unknown->emitError("is no operator that can be evaluated");
      });
}

} // namespace npu
