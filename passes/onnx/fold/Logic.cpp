// Tests, operators on truth values, and Where.
#include "passes/onnx/fold/Rules.h"

#include <functional>

using namespace llvm;

namespace npu::fold {

template <typename Test>
static std::optional<Tensor> test(const Node &node) {
  const Tensor &a = *node.inputs[0], &b = *node.inputs[1];
  Tensor result;
  result.shape.assign(node.shape.begin(), node.shape.end());
  forEach(node.shape, [&](ArrayRef<int64_t> at) {
    size_t i = size_t(broadcastIndexIn(a.shape, at)), j = size_t(broadcastIndexIn(b.shape, at));
    result.integers.push_back(a.isFloat ? Test()(a.floats[i], b.floats[j])
                                        : Test()(a.integers[i], b.integers[j]));
  });
  return result;
}

static std::optional<Tensor> negation(const Node &node) {
  Tensor result = *node.inputs[0];
  for (int64_t &value : result.integers)
    value = !value;
  return result;
}

static std::optional<Tensor> where(const Node &node) {
  const Tensor &condition = *node.inputs[0], &a = *node.inputs[1], &b = *node.inputs[2];
  Tensor result = emptyLike(a, node.shape);
  forEach(node.shape, [&](ArrayRef<int64_t> at) {
    const Tensor &chosen =
        condition.integers[size_t(broadcastIndexIn(condition.shape, at))] ? a : b;
    append(result, chosen, broadcastIndexIn(chosen.shape, at));
  });
  return result;
}

ArrayRef<Rule> logicRules() {
  static constexpr Rule rules[] = {
      {"onnx.Equal", test<std::equal_to<>>},
      {"onnx.Greater", test<std::greater<>>},
      {"onnx.GreaterOrEqual", test<std::greater_equal<>>},
      {"onnx.Less", test<std::less<>>},
      {"onnx.LessOrEqual", test<std::less_equal<>>},
      {"onnx.And", test<std::logical_and<>>},
      {"onnx.Or", test<std::logical_or<>>},
      {"onnx.Not", negation},
      {"onnx.Where", where},
  };
  return rules;
}

} // namespace npu::fold
