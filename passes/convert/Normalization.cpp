// LayerNormalization and InstanceNormalization, in the operators that a machine has: mean, difference, mean of squares,
// 1 / sqrt, scale and shift.
#include "dialects/onnx/Constants.h"
#include "dialects/nn/Function.h"
#include "passes/convert/Lowering.h"

using namespace mlir;
namespace npu::convert {
namespace {

/// (x - mean) / sqrt(variance + epsilon) over the axes.
Value normalized(Value x, ArrayRef<int64_t> axes, float epsilon, Lowering &lowering) {
  auto mean = [&](Value y) { return lowering.reduce(nn::ReduceKind::Mean, y, axes); };
  Value difference = lowering.binary(x.getType(), nn::BinaryKind::Sub, x, mean(x));
  Value variance = mean(lowering.function("x x mul", difference));
  Value factor = lowering.function("x " + nn::printNumber(epsilon) + " add sqrt reciprocal", variance);
  return lowering.binary(x.getType(), nn::BinaryKind::Mul, difference, factor);
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
    y = lowering.binary(y.getType(), kind, y, value);
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
