// Which function computes which operator.
#include "compiler/evaluate/Operators.h"

#include "compiler/evaluate/ChannelsLast.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
namespace npu {

LogicalResult refuseElements(Operation *op) {
  return op->emitError("is evaluated on f32 and i8 tensors, got ") << op->getOperand(0).getType();
}

static LogicalResult evaluateIntegers(Operation *op, OpRun &run) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<nn::RequantizeOp, nn::ConvOp, nn::DenseOp, nn::MatmulOp, nn::BinaryOp, nn::ClampOp, nn::FunctionOp, nn::PoolOp, nn::ResizeOp,
            nn::ReduceOp, nn::SoftmaxOp>([&](auto known) { return evaluate(known, run); })
      .Default([](Operation *unknown) -> LogicalResult {
        if (auto kernel = dyn_cast<nn::KernelOp>(unknown))
          return kernel.emitError("no CPU kernel computes '") << kernel.getKernel() << "'";
        if (unknown->getNumOperands() > 0 && isa<nn::NnDialect>(unknown->getDialect()))
          return refuseElements(unknown);
        return unknown->emitError("is no operator that can be evaluated");
      });
}

static LogicalResult evaluateChannelsLast(Operation *op, OpRun &run) {
  SmallVector<RankedTensorType> types;
  for (const TensorValue *input : run.inputs)
    types.push_back(input->type);
  for (const TensorValue &output : run.outputs)
    types.push_back(output.type);
  FailureOr<std::optional<nn::KernelCall>> call = nn::callOf(op, types, run.scheme);
  if (failed(call))
    return failure();
  return *call ? runCall(op, **call, run) : evaluateIntegers(op, run);
}

LogicalResult evaluateOp(Operation *op, OpRun &run) {
  if (!op->hasAttr("channels_first"))
    return evaluateChannelsLast(op, run);
  const TensorValue moved = toChannelsLast(run.in()), out = std::move(run.out());
  OpRun last = run;
  last.inputs.front() = &moved;
  last.out() = toChannelsLast(out);
  if (failed(evaluateChannelsLast(op, last)))
    return failure();
  run.out() = toChannelsFirst(last.out());
  return success();
}

} // namespace npu
