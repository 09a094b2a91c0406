// Operators whose result has elements of their operands: each says where one comes from.
#include "dialects/onnx/Slices.h"
#include "mlir/IR/BuiltinTypes.h"
#include "passes/onnx/fold/Rules.h"

using namespace mlir;

namespace npu::fold {

/// `source` turns coordinates of the result into those of operand 0, in place.
static Tensor moved(const Node &node, function_ref<void(SmallVector<int64_t> &)> source) {
  const Tensor &x = *node.inputs[0];
  Tensor result = emptyLike(x, node.shape);
  SmallVector<int64_t> from;
  forEach(node.shape, [&](ArrayRef<int64_t> at) {
    from.assign(at.begin(), at.end());
    source(from);
    append(result, x, indexIn(x.shape, from));
  });
  return result;
}

static std::optional<Tensor> reshape(const Node &node) {
  Tensor result = *node.inputs[0];
  result.shape.assign(node.shape.begin(), node.shape.end());
  return result;
}

static std::optional<Tensor> transpose(const Node &node) {
  auto op = cast<onnx::TransposeOp>(node.op);
  return moved(node, [&](SmallVector<int64_t> &at) {
    SmallVector<int64_t> to(at);
    for (size_t i = 0; i != to.size(); ++i)
      at[op.getPerm() ? size_t((*op.getPerm())[i]) : to.size() - 1 - i] = to[i];
  });
}

static std::optional<Tensor> cutOut(const Node &node,
                                    FailureOr<SmallVector<onnx::AxisSlice>> slices) {
  if (failed(slices))
    return std::nullopt;
  return moved(node, [&](SmallVector<int64_t> &at) {
    for (auto [index, slice] : llvm::zip(at, *slices))
      index = slice.begin + index * slice.step;
  });
}

static std::optional<Tensor> slice(const Node &node) {
  return cutOut(node, onnx::slicesOf(cast<onnx::SliceOp>(node.op)));
}
static std::optional<Tensor> split(const Node &node) {
  return cutOut(node, onnx::slicesOf(cast<onnx::SplitOp>(node.op)));
}

static std::optional<Tensor> tile(const Node &node) {
  ArrayRef<int64_t> shape = node.inputs[0]->shape;
  return moved(node, [&](SmallVector<int64_t> &at) {
    for (auto [index, size] : llvm::zip(at, shape))
      index %= size;
  });
}

static std::optional<Tensor> expand(const Node &node) {
  const Tensor &x = *node.inputs[0];
  Tensor result = emptyLike(x, node.shape);
  forEach(node.shape,
          [&](ArrayRef<int64_t> at) { append(result, x, broadcastIndexIn(x.shape, at)); });
  return result;
}

static std::optional<Tensor> gather(const Node &node) {
  const Tensor &x = *node.inputs[0], &indices = *node.inputs[1];
  int64_t axis = cast<onnx::GatherOp>(node.op).getAxis();
  size_t first = size_t(axis < 0 ? axis + int64_t(x.shape.size()) : axis);
  size_t rank = indices.shape.size();
  for (int64_t index : indices.integers)
    if (index < -x.shape[first] || index >= x.shape[first])
      return std::nullopt;
  return moved(node, [&](SmallVector<int64_t> &at) {
    int64_t index = indices.integers[size_t(
        indexIn(indices.shape, ArrayRef<int64_t>(at).slice(first, rank)))];
    at.erase(at.begin() + first, at.begin() + first + rank);
    at.insert(at.begin() + first, index < 0 ? index + x.shape[first] : index);
  });
}

static std::optional<Tensor> concat(const Node &node) {
  int64_t axis = cast<onnx::ConcatOp>(node.op).getAxis();
  size_t joined = size_t(axis < 0 ? axis + int64_t(node.shape.size()) : axis);
  Tensor result = emptyLike(*node.inputs[0], node.shape);
  SmallVector<int64_t> from;
  forEach(node.shape, [&](ArrayRef<int64_t> at) {
    from.assign(at.begin(), at.end());
    size_t input = 0;
    while (from[joined] >= node.inputs[input]->shape[joined])
      from[joined] -= node.inputs[input++]->shape[joined];
    append(result, *node.inputs[input], indexIn(node.inputs[input]->shape, from));
  });
  return result;
}

ArrayRef<Rule> movingRules() {
  static constexpr Rule rules[] = {
      {"onnx.Identity", reshape},   {"onnx.Reshape", reshape},     {"onnx.Flatten", reshape},
      {"onnx.Squeeze", reshape},    {"onnx.Unsqueeze", reshape},   {"onnx.Transpose", transpose},
      {"onnx.Slice", slice},        {"onnx.Split", split},         {"onnx.Tile", tile},
      {"onnx.Expand", expand},      {"onnx.Gather", gather},       {"onnx.Concat", concat},
  };
  return rules;
}

} // namespace npu::fold
