// Operators that make values from types, shapes and scalars.
#include "dialects/onnx/InferSupport.h"
#include "dialects/onnx/Onnx.h"
#include "passes/onnx/fold/Rules.h"

using namespace mlir;

namespace npu::fold {

static std::optional<Tensor> shapeOf(const Node &node) {
  auto op = cast<onnx::ShapeOp>(node.op);
  ArrayRef<int64_t> sizes = onnx::typeOf(op.getX()).getShape();
  int64_t rank = int64_t(sizes.size()), start = op.getStart();
  int64_t begin = std::clamp<int64_t>(start < 0 ? start + rank : start, 0, rank);
  Tensor result;
  result.shape.assign(node.shape.begin(), node.shape.end());
  for (int64_t i = 0; i != node.shape[0]; ++i)
    result.integers.push_back(sizes[size_t(begin + i)]);
  return result;
}

static std::optional<Tensor> sizeOf(const Node &node) {
  Tensor result;
  result.integers.push_back(onnx::typeOf(node.op->getOperand(0)).getNumElements());
  return result;
}

static std::optional<Tensor> constantOfShape(const Node &node) {
  Tensor zero;
  zero.isFloat = true;
  zero.floats = {0.0f};
  const Tensor &value = node.inputs[1] ? *node.inputs[1] : zero;
  Tensor result = emptyLike(value, node.shape);
  forEach(node.shape, [&](ArrayRef<int64_t>) { append(result, value, 0); });
  return result;
}

static std::optional<Tensor> range(const Node &node) {
  const Tensor &start = *node.inputs[0], &delta = *node.inputs[2];
  Tensor result = emptyLike(start, node.shape);
  for (int64_t i = 0; i != node.shape[0]; ++i)
    if (start.isFloat)
      result.floats.push_back(start.floats[0] + float(i) * delta.floats[0]);
    else
      result.integers.push_back(int64_t(uint64_t(start.integers[0]) + uint64_t(i) * uint64_t(delta.integers[0])));
  return result;
}

ArrayRef<Rule> makingRules() {
  static constexpr Rule rules[] = {
      {"onnx.Shape", shapeOf, /*readsTypesOnly=*/true},
      {"onnx.Size", sizeOf, /*readsTypesOnly=*/true},
      {"onnx.ConstantOfShape", constantOfShape},
      {"onnx.Range", range},
  };
  return rules;
}

} // namespace npu::fold
