// Reductions of integers: products of shapes, mostly. Sums of floats have no order in ONNX.
#include "dialects/onnx/Constants.h"
#include "dialects/onnx/InferSupport.h"
#include "dialects/onnx/Onnx.h"
#include "passes/onnx/fold/Rules.h"

using namespace mlir;

namespace npu::fold {
namespace {

using Combine = int64_t (*)(int64_t, int64_t);

/// The shape of x with the reduced axes of size 1.
template <typename ReduceOp>
SmallVector<int64_t> keptShape(ReduceOp op, const Tensor &x) {
  SmallVector<int64_t> shape(x.shape);
  std::optional<SmallVector<int64_t>> axes = onnx::constantIntegers(op.getAxes());
  bool isGiven = axes && !axes->empty();
  if (!isGiven)
    return op.getNoopWithEmptyAxes() ? shape : SmallVector<int64_t>(shape.size(), 1);
  for (int64_t axis : *axes)
    shape[size_t(axis < 0 ? axis + int64_t(shape.size()) : axis)] = 1;
  return shape;
}

/// `neutral` is the result of no elements.
template <typename ReduceOp, Combine combine, int64_t neutral>
std::optional<Tensor> reduce(const Node &node) {
  const Tensor &x = *node.inputs[0];
  if (x.isFloat)
    return std::nullopt;
  SmallVector<int64_t> kept = keptShape(cast<ReduceOp>(node.op), x);
  int64_t count = 1, next = 0;
  for (int64_t size : kept)
    count *= size;
  Tensor result = emptyLike(x, node.shape);
  result.integers.assign(size_t(count), neutral);
  forEach(x.shape, [&](ArrayRef<int64_t> at) {
    int64_t &value = result.integers[size_t(broadcastIndexIn(kept, at))];
    value = combine(value, x.integers[size_t(next++)]);
  });
  return result;
}

int64_t sum(int64_t a, int64_t b) { return int64_t(uint64_t(a) + uint64_t(b)); }
int64_t product(int64_t a, int64_t b) { return int64_t(uint64_t(a) * uint64_t(b)); }
int64_t least(int64_t a, int64_t b) { return std::min(a, b); }
int64_t most(int64_t a, int64_t b) { return std::max(a, b); }

} // namespace

ArrayRef<Rule> reductionRules() {
  static constexpr Rule rules[] = {
      {"onnx.ReduceSum", reduce<onnx::ReduceSumOp, sum, 0>},
      {"onnx.ReduceProd", reduce<onnx::ReduceProdOp, product, 1>},
      {"onnx.ReduceMin", reduce<onnx::ReduceMinOp, least, INT64_MAX>},
      {"onnx.ReduceMax", reduce<onnx::ReduceMaxOp, most, INT64_MIN>},
  };
  return rules;
}

} // namespace npu::fold
