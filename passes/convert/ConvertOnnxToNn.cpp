// convert-onnx-to-nn: see Passes.td.
#include "dialects/onnx/Constants.h"
#include "dialects/onnx/Diagnostics.h"
#include "passes/convert/Lowering.h"
#include "passes/convert/Passes.h"

using namespace mlir;
namespace npu {

#define GEN_PASS_DEF_CONVERTONNXTONN
#include "passes/convert/Passes.h.inc"

namespace convert {

static Converted convertOne(Operation *op, Lowering &lowering) {
  if (isa<onnx::ConvOp, onnx::GemmOp, onnx::MatMulOp>(op))
    return convertProduct(op, lowering);
  if (isa<onnx::ReluOp, onnx::ClipOp, onnx::AddOp, onnx::SubOp, onnx::MulOp, onnx::DivOp, onnx::MinOp, onnx::MaxOp,
          onnx::SoftmaxOp>(op))
    return convertElementwise(op, lowering);
  if (isa<onnx::MaxPoolOp, onnx::AveragePoolOp, onnx::GlobalAveragePoolOp, onnx::GlobalMaxPoolOp, onnx::ReduceMeanOp,
          onnx::ReduceSumOp, onnx::ReduceMaxOp, onnx::ReduceMinOp>(op))
    return convertWindow(op, lowering);
  if (isa<onnx::ResizeOp, onnx::UpsampleOp>(op))
    return convertResize(op, lowering);
  if (isa<onnx::PadOp, onnx::ConcatOp, onnx::ReshapeOp, onnx::FlattenOp, onnx::SqueezeOp, onnx::UnsqueezeOp,
          onnx::TransposeOp, onnx::SliceOp, onnx::SplitOp, onnx::IdentityOp, onnx::DropoutOp>(op))
    return convertMovement(op, lowering);
  if (auto transposed = dyn_cast<onnx::ConvTransposeOp>(op))
    return convertTransposedConv(transposed, lowering);
  if (isa<onnx::ExpandOp, onnx::TileOp, onnx::GatherOp>(op))
    return convertRepeat(op, lowering);
  if (isa<onnx::LayerNormalizationOp, onnx::InstanceNormalizationOp>(op))
    return convertNormalization(op, lowering);
  if (isa<onnx::DepthToSpaceOp, onnx::SpaceToDepthOp>(op))
    return convertBlocks(op, lowering);
  if (isa<onnx::QuantizeLinearOp, onnx::DequantizeLinearOp>(op))
    return convertFormat(op, lowering);
  if (isFunction(op))
    return convertFunction(op, lowering);
  return Converted::no("the operator has no nn form");
}

namespace {
/// The conversion of one function: all of it, or a list of what stands in the way.
class Conversion {
public:
  explicit Conversion(func::FuncOp function) : function(function), lowering(function.getContext()) {}
  LogicalResult run();

private:
  void convert(Operation *op);
  void finishReturn(func::ReturnOp op);
  void refuse(Operation *op, const std::string &reason) {
    refusals.push_back("\n  " + onnx::describeNode(op) + ": " + reason);
  }

  func::FuncOp function;
  Lowering lowering;
  SmallVector<std::string> refusals;
  int64_t nodes = 0;
};
} // namespace

void Conversion::convert(Operation *op) {
  if (isa<onnx::ConstantOp, onnx::NoneOp>(op))
    return;
  ++nodes;
  lowering.startAt(op);
  Converted converted = convertOne(op, lowering);
  if (converted.value) {
    lowering.map(op->getResult(0), converted.value);
    return;
  }
  refuse(op, converted.reason);
  // Later nodes are still looked at: a stand-in of the right type takes this one's place.
  auto standIn = UnrealizedConversionCastOp::create(lowering.builder, op->getLoc(), op->getResult(0).getType(), ValueRange());
  lowering.map(op->getResult(0), standIn.getResult(0));
}

void Conversion::finishReturn(func::ReturnOp op) {
  for (OpOperand &operand : op->getOpOperands()) {
    Value onnx = operand.get(), value = lowering.value(onnx);
    Operation *writer = onnx.getDefiningOp();
    if (!value) {
      refuse(writer, "an output of the network is a constant of another type than float32");
      continue;
    }
    bool refused = value.getDefiningOp<UnrealizedConversionCastOp>() != nullptr;
    if (!refused && typeOf(onnx).getElementType().isInteger(1)) {
      refuse(writer ? writer : op.getOperation(), "an output of the network is of truth values; wanted a Cast to float32");
      continue;
    }
    operand.set(value);
    // A uint8 result is int8 up to here.
    auto type = dyn_cast<quant::UniformQuantizedType>(typeOf(value).getElementType());
    if (typeOf(onnx).getElementType().isUnsignedInteger(8) && type && type.isSigned()) {
      lowering.startAt(writer ? writer : op.getOperation());
      lowering.builder.setInsertionPoint(op);
      operand.set(lowering.create<nn::RequantizeOp>(borderType(typeOf(value)), value).getOutput());
    }
  }
}

LogicalResult Conversion::run() {
  for (BlockArgument argument : function.getArguments())
    lowering.map(argument, argument);
  SmallVector<Operation *> order;
  for (Operation &op : function.getBody().front())
    order.push_back(&op);
  for (Operation *op : ArrayRef(order).drop_back())
    convert(op);
  auto last = cast<func::ReturnOp>(order.back());
  finishReturn(last);
  if (!refusals.empty()) {
    InFlightDiagnostic error = emitError(function.getLoc());
    error << refusals.size() << " of " << nodes << " nodes are not supported:";
    for (const std::string &refusal : refusals)
      error << refusal;
    return error;
  }
  for (Operation *op : llvm::reverse(ArrayRef(order).drop_back()))
    op->erase();
  function.setType(FunctionType::get(function.getContext(), function.getBody().getArgumentTypes(), last.getOperandTypes()));
  return success();
}

} // namespace convert

namespace {
struct ConvertOnnxToNn : impl::ConvertOnnxToNnBase<ConvertOnnxToNn> {
  void runOnOperation() override {
    if (!getOperation().isExternal() && failed(convert::Conversion(getOperation()).run()))
      signalPassFailure();
  }
};
} // namespace

} // namespace npu
