// Operators that work on each element, and softmax.
#include "dialects/onnx/Constants.h"
#include "passes/convert/Lowering.h"

using namespace mlir;
namespace npu::convert {

static Converted convertClip(onnx::ClipOp op, Lowering &lowering) {
  FloatAttr bounds[2];
  const Value operands[2] = {op.getMin(), op.getMax()};
  for (auto [index, operand] : llvm::enumerate(operands)) {
    if (onnx::isNone(operand))
      continue;
    std::optional<float> bound = scalarConstant(operand);
    if (!bound)
      return Converted::no(std::string(index ? "max" : "min") + " is not a constant; export it as an initializer");
    bounds[index] = lowering.f32(*bound);
  }
  // As numpy's clip: where the bounds cross, the upper one wins.
  return lowering.create<nn::ClampOp>(op.getY().getType(), lowering.value(op.getX()), bounds[0], bounds[1]).getOutput();
}

static std::optional<nn::BinaryKind> binaryKind(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<nn::BinaryKind>>(op)
      .Case<onnx::AddOp>([](auto) { return nn::BinaryKind::Add; })
      .Case<onnx::SubOp>([](auto) { return nn::BinaryKind::Sub; })
      .Case<onnx::MulOp>([](auto) { return nn::BinaryKind::Mul; })
      .Case<onnx::DivOp>([](auto) { return nn::BinaryKind::Div; })
      .Case<onnx::MinOp>([](auto) { return nn::BinaryKind::Min; })
      .Case<onnx::MaxOp>([](auto) { return nn::BinaryKind::Max; })
      .Default(std::nullopt);
}

/// Min or Max with one number is a clamp; null for other operators.
static Value convertBound(Operation *op, Lowering &lowering) {
  if (!isa<onnx::MinOp, onnx::MaxOp>(op))
    return {};
  for (unsigned i : {0u, 1u}) {
    std::optional<float> bound = scalarConstant(op->getOperand(i));
    Value x = op->getOperand(1 - i);
    if (!bound || shapeOf(x) != shapeOf(op->getResult(0)))
      continue;
    FloatAttr limit = lowering.f32(*bound);
    return lowering.create<nn::ClampOp>(op->getResult(0).getType(), lowering.value(x), isa<onnx::MaxOp>(op) ? limit : FloatAttr(),
                                        isa<onnx::MinOp>(op) ? limit : FloatAttr()).getOutput();
  }
  return {};
}

Converted convertElementwise(Operation *op, Lowering &lowering) {
  Type type = op->getResult(0).getType();
  if (!typeOf(op->getResult(0)).getElementType().isF32())
    return Converted::no("computes on " + text(typeOf(op->getResult(0)).getElementType()) + ", wanted float32");
  if (auto clip = dyn_cast<onnx::ClipOp>(op))
    return convertClip(clip, lowering);
  Value x = lowering.value(op->getOperand(0));
  if (isa<onnx::ReluOp>(op))
    return lowering.create<nn::ClampOp>(type, x, lowering.f32(0), FloatAttr()).getOutput();
  if (auto softmax = dyn_cast<onnx::SoftmaxOp>(op))
    return lowering.create<nn::SoftmaxOp>(type, x, axisOf(softmax.getAxis(), typeOf(x).getRank())).getOutput();
  if (op->getNumOperands() == 1)
    return x;
  if (Value clamp = convertBound(op, lowering))
    return clamp;
  return lowering.binary(type, *binaryKind(op), x, lowering.value(op->getOperand(1)));
}

} // namespace npu::convert
