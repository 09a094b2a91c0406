// LayerNormalization and InstanceNormalization, in the operators that a machine has: mean, difference, mean of squares,
// 1 / sqrt, scale and shift.
#include "dialects/onnx/Constants.h"
#include "dialects/nn/Function.h"
#include "passes/convert/Lowering.h"

using namespace mlir;
namespace npu::convert {
namespace {

Value mean(Value x, ArrayRef<int64_t> axes, Lowering &lowering) {
  SmallVector<int64_t> shape(shapeOf(x));
  for (int64_t axis : axes)
    shape[axis] = 1;
  return lowering.create<nn::ReduceOp>(Lowering::shaped(x, shape), nn::ReduceKind::Mean, x, axes, FloatAttr(), FloatAttr());
}

Value binary(nn::BinaryKind kind, Value a, Value b, Lowering &lowering) {
  return lowering.create<nn::BinaryOp>(a.getType(), kind, a, b, FloatAttr(), FloatAttr());
}

Value function(StringRef expression, Value x, Lowering &lowering) {
  return lowering.create<nn::FunctionOp>(x.getType(), lowering.builder.getStringAttr(expression), x);
}

/// (x - mean) / sqrt(variance + epsilon) over the axes.
Value normalized(Value x, ArrayRef<int64_t> axes, float epsilon, Lowering &lowering) {
  Value difference = binary(nn::BinaryKind::Sub, x, mean(x, axes, lowering), lowering);
  Value variance = mean(function("x x mul", difference, lowering), axes, lowering);
  std::string number = nn::printFunction(npu_function_step{NPU_FN_NUMBER, epsilon});
  Value factor = function("x " + number + " add sqrt reciprocal", variance, lowering);
  return binary(nn::BinaryKind::Mul, difference, factor, lowering);
}

/// y * scale + bias, each left out if it is none; null if one is not f32.
Value affine(Value y, Value scale, Value bias, ArrayRef<int64_t> shape, Lowering &lowering) {
  for (auto [kind, operand] : {std::pair(nn::BinaryKind::Mul, scale), std::pair(nn::BinaryKind::Add, bias)}) {
    if (onnx::isNone(operand))
      continue;
    Value value = lowering.value(operand);
    if (!value)
      return {};
    if (!shape.empty()) {
      Value moved = lowering.rearranged(value, shape, {});
      value = moved ? moved : lowering.reshape(value, shape);
    }
    y = binary(kind, y, value, lowering);
  }
  return y;
}

} // namespace

Converted convertNormalization(Operation *op, Lowering &lowering) {
  Value x = lowering.value(op->getOperand(0));
  if (!x || !typeOf(x).getElementType().isF32())
    return Converted::no("normalises " + text(typeOf(op->getOperand(0)).getElementType()) + ", wanted float32");
  int64_t rank = typeOf(x).getRank();
  Value result;
  if (auto layer = dyn_cast<onnx::LayerNormalizationOp>(op)) {
    SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(axisOf(layer.getAxis(), rank), rank));
    result = affine(normalized(x, axes, layer.getEpsilon().convertToFloat(), lowering), layer.getScale(), layer.getB(), {}, lowering);
  } else {
    auto instance = cast<onnx::InstanceNormalizationOp>(op);
    SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(2, rank)), shape(rank, 1);
    shape[1] = shapeOf(x)[1];
    result = affine(normalized(x, axes, instance.getEpsilon().convertToFloat(), lowering), instance.getScale(), instance.getB(), shape,
                    lowering);
  }
  return result ? Converted(result) : Converted::no("scale or bias is not float32");
}

} // namespace npu::convert
