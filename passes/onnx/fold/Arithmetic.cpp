// Elementwise arithmetic and Cast. Integers wrap as in two's complement; a float operation rounds once.
#include "mlir/IR/BuiltinTypes.h"
#include "passes/onnx/fold/Rules.h"

#include <cmath>
#include <limits>

using namespace mlir;

namespace npu::fold {
namespace {

using OnIntegers = std::optional<int64_t> (*)(int64_t, int64_t);
using OnFloats = float (*)(float, float);

/// Operands 0 and `second`, broadcast.
template <OnIntegers integer, OnFloats floating>
std::optional<Tensor> binary(const Node &node) {
  const Tensor &a = *node.inputs[0], &b = *node.inputs[1];
  Tensor result = emptyLike(a, node.shape);
  bool defined = true;
  forEach(node.shape, [&](ArrayRef<int64_t> at) {
    size_t i = size_t(broadcastIndexIn(a.shape, at)), j = size_t(broadcastIndexIn(b.shape, at));
    if (a.isFloat) {
      result.floats.push_back(floating(a.floats[i], b.floats[j]));
      return;
    }
    std::optional<int64_t> value = integer(a.integers[i], b.integers[j]);
    defined &= value.has_value();
    result.integers.push_back(value.value_or(0));
  });
  return defined ? std::optional<Tensor>(std::move(result)) : std::nullopt;
}

/// The unsigned detour makes overflow wrap.
std::optional<int64_t> add(int64_t a, int64_t b) { return int64_t(uint64_t(a) + uint64_t(b)); }
std::optional<int64_t> subtract(int64_t a, int64_t b) { return int64_t(uint64_t(a) - uint64_t(b)); }
std::optional<int64_t> multiply(int64_t a, int64_t b) { return int64_t(uint64_t(a) * uint64_t(b)); }
std::optional<int64_t> least(int64_t a, int64_t b) { return std::min(a, b); }
std::optional<int64_t> most(int64_t a, int64_t b) { return std::max(a, b); }
std::optional<int64_t> divide(int64_t a, int64_t b) {
  if (b == 0 || (b == -1 && a == std::numeric_limits<int64_t>::min()))
    return std::nullopt;
  return a / b;
}

float addFloat(float a, float b) { return a + b; }
float subtractFloat(float a, float b) { return a - b; }
float multiplyFloat(float a, float b) { return a * b; }
float divideFloat(float a, float b) { return a / b; }
/// A NaN wins.
float leastFloat(float a, float b) { return std::isnan(a) || a < b ? a : b; }
float mostFloat(float a, float b) { return std::isnan(a) || a > b ? a : b; }

/// Min and Max are of two operands after onnx-simplify; one is itself, more wait for that.
template <Evaluate two>
std::optional<Tensor> variadic(const Node &node) {
  if (node.inputs.size() == 1)
    return *node.inputs[0];
  return node.inputs.size() == 2 ? two(node) : std::nullopt;
}

template <int64_t (*integer)(int64_t), float (*floating)(float)>
std::optional<Tensor> unary(const Node &node) {
  Tensor result = *node.inputs[0];
  for (int64_t &value : result.integers)
    value = integer(value);
  for (float &value : result.floats)
    value = floating(value);
  return result;
}

int64_t negate(int64_t a) { return int64_t(-uint64_t(a)); }
int64_t magnitude(int64_t a) { return a < 0 ? negate(a) : a; }
float negateFloat(float a) { return -a; }
float magnitudeFloat(float a) { return std::fabs(a); }
float floorFloat(float a) { return std::floor(a); }
float ceilFloat(float a) { return std::ceil(a); }

/// Functions of floats alone that IEEE rounds correctly.
template <float (*floating)(float)>
std::optional<Tensor> ofFloats(const Node &node) {
  Tensor result = *node.inputs[0];
  if (!result.isFloat)
    return std::nullopt;
  for (float &value : result.floats)
    value = floating(value);
  return result;
}

float rootFloat(float a) { return std::sqrt(a); }
float reciprocalFloat(float a) { return 1.0f / a; }

/// Towards zero, if an int64 can hold it.
std::optional<Tensor> truncated(const Tensor &x) {
  Tensor result;
  result.shape = x.shape;
  for (float value : x.floats) {
    if (!(std::fabs(value) < 0x1p63f))
      return std::nullopt;
    result.integers.push_back(int64_t(value));
  }
  return result;
}

std::optional<Tensor> castTo(const Node &node) {
  const Tensor &x = *node.inputs[0];
  Type element = mlir::cast<TensorType>(node.op->getResult(0).getType()).getElementType();
  if (element.isInteger(1)) {
    Tensor result;
    result.shape = x.shape;
    for (int64_t i = 0; i != x.count(); ++i)
      result.integers.push_back(x.isFloat ? x.floats[size_t(i)] != 0 : x.integers[size_t(i)] != 0);
    return result;
  }
  if (x.isFloat == element.isF32())
    return x;
  if (x.isFloat)
    return truncated(x);
  Tensor result;
  result.shape = x.shape;
  result.isFloat = true;
  result.floats.assign(x.integers.begin(), x.integers.end());
  return result;
}

} // namespace

ArrayRef<Rule> arithmeticRules() {
  static constexpr Rule rules[] = {
      {"onnx.Add", binary<add, addFloat>},
      {"onnx.Sub", binary<subtract, subtractFloat>},
      {"onnx.Mul", binary<multiply, multiplyFloat>},
      {"onnx.Div", binary<divide, divideFloat>},
      {"onnx.Min", variadic<binary<least, leastFloat>>},
      {"onnx.Max", variadic<binary<most, mostFloat>>},
      {"onnx.Neg", unary<negate, negateFloat>},
      {"onnx.Abs", unary<magnitude, magnitudeFloat>},
      {"onnx.Floor", ofFloats<floorFloat>},
      {"onnx.Ceil", ofFloats<ceilFloat>},
      {"onnx.Sqrt", ofFloats<rootFloat>},
      {"onnx.Reciprocal", ofFloats<reciprocalFloat>},
      {"onnx.Cast", castTo},
  };
  return rules;
}

} // namespace npu::fold
