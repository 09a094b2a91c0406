#include "dialects/onnx/Constants.h"
#include "dialects/onnx/Diagnostics.h"
#include "dialects/onnx/Onnx.h"
#include "passes/onnx/Passes.h"

#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

namespace npu {
#define GEN_PASS_DEF_ONNXVERIFY
#include "passes/onnx/Passes.h.inc"
} // namespace npu

using namespace mlir;
using namespace npu::onnx;

namespace {

LogicalResult verifyTypes(Operation *op) {
  for (Value result : op->getResults()) {
    auto type = dyn_cast<RankedTensorType>(result.getType());
    if (!isa<NoneType>(result.getType()) && (!type || !type.hasStaticShape()))
      return nodeError(op) << "the result is " << result.getType() << ", want a static tensor; "
                           << "run onnx-infer-shapes";
    if (type && type.getNumElements() == 0 && !isa<ConstantOp>(op))
      return nodeError(op) << "the result " << type << " has no elements";
  }
  return success();
}

LogicalResult notSimplified(Operation *op, StringRef what) {
  return nodeError(op) << what << "; run onnx-simplify";
}

template <typename WindowOp>
LogicalResult verifyWindow(WindowOp op) {
  if (op.getAutoPad() != "NOTSET" || !op.getPads() || !op.getStrides() || !op.getDilations() ||
      !op.getKernelShapeAttr())
    return notSimplified(op, "the window is not written out");
  return success();
}

/// What a message calls an operand: the tensor's name in the file, if it has one.
std::string named(StringRef what, Value value) {
  StringRef name = value.getDefiningOp() ? nodeName(value.getLoc()) : "";
  return what.str() + (name.empty() ? "" : " '" + name.str() + "'");
}

LogicalResult verifyScale(Operation *op, Value scale) {
  std::string name = named("scale", scale);
  std::optional<SmallVector<float>> values = floats(constantElements(scale));
  if (!values)
    return nodeError(op) << name << " is " << scale.getType()
                         << (constantElements(scale) ? ", want f32" : " and not a constant");
  for (auto [i, value] : llvm::enumerate(*values))
    if (!std::isfinite(value) || value <= 0)
      return nodeError(op) << name << " has " << std::to_string(value) << " at index " << i
                           << ", want a finite number above zero; quantise the model again";
  return success();
}

/// `quantized` is the type that zero points belong to.
LogicalResult verifyZeroPoint(Operation *op, Value zeroPoint, Type quantized) {
  if (isNone(zeroPoint))
    return success();
  std::string name = named("zero point", zeroPoint);
  std::optional<SmallVector<int64_t>> values = constantIntegers(zeroPoint);
  if (!values)
    return nodeError(op) << name << " is not a constant integer tensor";
  if (cast<TensorType>(zeroPoint.getType()).getElementType() != quantized)
    return nodeError(op) << name << " is " << zeroPoint.getType() << ", the quantised type "
                         << quantized;
  for (int64_t value : *values)
    if (quantized.isInteger(32) && value != 0)
      return nodeError(op) << name << " is " << value << ", want 0 for int32";
  return success();
}

/// The first zero point, for a message about a type that holds none.
std::string zeroPointText(Value zeroPoint) {
  std::optional<SmallVector<int64_t>> values;
  if (!isNone(zeroPoint))
    values = constantIntegers(zeroPoint);
  if (!values || values->empty())
    return "";
  return ", " + named("zero point", zeroPoint) + " is " + std::to_string(values->front());
}

LogicalResult verifyQuantization(Operation *op, Value scale, Value zeroPoint, Value quantized,
                                 bool allowsInt32) {
  Type element = cast<TensorType>(quantized.getType()).getElementType();
  bool isByte = element.isSignlessInteger(8) || element.isUnsignedInteger(8);
  if (!isByte && !(allowsInt32 && element.isSignlessInteger(32)))
    return nodeError(op) << "quantised values are " << element << ", want i8 or ui8"
                         << zeroPointText(zeroPoint)
                         << "; quantise the model to int8 or uint8";
  if (failed(verifyScale(op, scale)))
    return failure();
  return verifyZeroPoint(op, zeroPoint, element);
}

LogicalResult verifyForm(Operation *op) {
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case<ConvOp, MaxPoolOp, AveragePoolOp>([](auto window) { return verifyWindow(window); })
      .Case<IdentityOp, DropoutOp>([&](auto) { return notSimplified(op, "it does nothing"); })
      .Case<BatchNormalizationOp>([&](auto) {
        return nodeError(op) << "its scale, B, mean and var are not finite f32 constants with var + "
                             << "epsilon above zero; export the model for inference";
      })
      .Case<MinOp, MaxOp>([&](auto variadic) {
        return variadic.getInputs().size() == 2 ? success()
                                                : notSimplified(op, "it has not two operands");
      })
      .Case<SoftmaxOp>([&](SoftmaxOp softmax) {
        return softmax.getFlattened() ? notSimplified(op, "it flattens") : success();
      })
      .Case<QuantizeLinearOp>([&](QuantizeLinearOp q) {
        return verifyQuantization(op, q.getScale(), q.getZeroPoint(), q.getY(), false);
      })
      .Case<DequantizeLinearOp>([&](DequantizeLinearOp d) {
        return verifyQuantization(op, d.getScale(), d.getZeroPoint(), d.getX(), true);
      })
      .Default([](Operation *) { return success(); });
}

/// Whether the operator only moves values, changes their number format, or asks what is true.
bool takesAnyNumbers(Operation *op) {
  return isa<NoneOp, ConstantOp, IdentityOp, DropoutOp, PadOp, ConcatOp, ReshapeOp, FlattenOp,
             SqueezeOp, UnsqueezeOp, TransposeOp, SliceOp, SplitOp, GatherOp, ExpandOp, TileOp, WhereOp,
             ShapeOp, SizeOp, RangeOp, ConstantOfShapeOp, CastOp, AndOp, OrOp, XorOp, NotOp, QuantizeLinearOp,
             DequantizeLinearOp>(op);
}

LogicalResult verifyNumbers(Operation *op) {
  if (takesAnyNumbers(op))
    return success();
  // Their other operands are axes, scales, sizes, or an exponent of any type.
  bool hasOneInput =
      isa<PowOp, ReduceMeanOp, ReduceSumOp, ReduceMaxOp, ReduceMinOp, ReduceProdOp, ResizeOp, UpsampleOp>(op);
  OperandRange operands = hasOneInput ? op->getOperands().take_front() : op->getOperands();
  for (Value operand : operands) {
    auto type = dyn_cast<TensorType>(operand.getType());
    if (!type)
      continue;
    Type element = type.getElementType();
    if (!element.isF32() && !element.isF16())
      return nodeError(op) << "computes with " << element << ", want f32 or f16; insert a "
                           << "DequantizeLinear, or export the model in float";
    if (element != cast<TensorType>(op->getOperand(0).getType()).getElementType())
      return nodeError(op) << "operands of " << op->getOperand(0).getType() << " and " << type
                           << "; export the model in one float type";
  }
  return success();
}

struct Verify : npu::impl::OnnxVerifyBase<Verify> {
  void runOnOperation() override {
    bool sound = true;
    getOperation().walk([&](Operation *op) {
      if (isa_and_present<OnnxDialect>(op->getDialect()))
        sound &= succeeded(verifyTypes(op)) && succeeded(verifyForm(op)) &&
                 succeeded(verifyNumbers(op));
    });
    if (!sound)
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};

} // namespace
