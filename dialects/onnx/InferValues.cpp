// Result types of operators that make values from shapes, or repeat them.
#include "dialects/onnx/Constants.h"
#include "dialects/onnx/Diagnostics.h"
#include "dialects/onnx/InferSupport.h"
#include "dialects/onnx/Onnx.h"

#include <cmath>

using namespace mlir;

namespace npu::onnx {

FailureOr<RankedTensorType> ShapeOp::inferType() {
  int64_t rank = typeOf(getX()).getRank();
  auto clamped = [&](int64_t axis) {
    return std::clamp<int64_t>(axis < 0 ? axis + rank : axis, 0, rank);
  };
  int64_t begin = clamped(getStart()), end = clamped(getEnd().value_or(rank));
  return RankedTensorType::get({std::max<int64_t>(end - begin, 0)},
                               IntegerType::get(getContext(), 64));
}

FailureOr<RankedTensorType> SizeOp::inferType() {
  return RankedTensorType::get({}, IntegerType::get(getContext(), 64));
}

/// Constant sizes, none below 0, or a diagnostic.
static FailureOr<SmallVector<int64_t>> sizesOf(Operation *op, Value value, StringRef what) {
  FailureOr<SmallVector<int64_t>> sizes = knownIntegers(op, value, what);
  if (succeeded(sizes))
    for (int64_t size : *sizes)
      if (size < 0)
        return nodeError(op) << what << " [" << ArrayRef<int64_t>(*sizes)
                             << "] has a value below 0";
  return sizes;
}

FailureOr<RankedTensorType> ConstantOfShapeOp::inferType() {
  FailureOr<SmallVector<int64_t>> shape = sizesOf(*this, getShape(), "shape");
  if (failed(shape))
    return failure();
  if (!isNone(getValue()) && typeOf(getValue()).getNumElements() != 1)
    return nodeError(*this) << "the value has type " << typeOf(getValue()) << ", want one element";
  Type element = isNone(getValue()) ? Float32Type::get(getContext())
                                    : typeOf(getValue()).getElementType();
  return RankedTensorType::get(*shape, element);
}

/// The constant scalar `value` as a number; integers beyond 2^53 make no tensor anyway.
static std::optional<double> scalar(Value value) {
  ElementsAttr elements = constantElements(value);
  if (auto known = integers(elements); known && known->size() == 1)
    return double(known->front());
  if (auto known = floats(elements); known && known->size() == 1)
    return known->front();
  return std::nullopt;
}

FailureOr<RankedTensorType> RangeOp::inferType() {
  std::optional<double> start = scalar(getStart()), limit = scalar(getLimit());
  std::optional<double> delta = scalar(getDelta());
  if (!start || !limit || !delta)
    return nodeError(*this) << "start, limit and delta are not constant scalars of f32 or integer "
                            << "type; simplify the model first";
  double count = std::max(std::ceil((*limit - *start) / *delta), 0.0);
  if (!(count <= double(int64_t(1) << 40)))
    return nodeError(*this) << "a range from " << std::to_string(*start) << " to "
                            << std::to_string(*limit) << " by " << std::to_string(*delta)
                            << " has too many values";
  return RankedTensorType::get({int64_t(count)}, typeOf(getStart()).getElementType());
}

FailureOr<RankedTensorType> CastOp::inferType() {
  // What it casts to is all that the result's type says before.
  return RankedTensorType::get(typeOf(getX()).getShape(),
                               cast<TensorType>(getY().getType()).getElementType());
}

FailureOr<RankedTensorType> ExpandOp::inferType() {
  FailureOr<SmallVector<int64_t>> shape = sizesOf(*this, getShape(), "shape");
  if (failed(shape))
    return failure();
  FailureOr<SmallVector<int64_t>> wider = broadcast(*this, typeOf(getX()).getShape(), *shape);
  if (failed(wider))
    return failure();
  return RankedTensorType::get(*wider, typeOf(getX()).getElementType());
}

FailureOr<RankedTensorType> TileOp::inferType() {
  FailureOr<SmallVector<int64_t>> repeats = sizesOf(*this, getRepeats(), "repeats");
  if (failed(repeats))
    return failure();
  SmallVector<int64_t> shape(typeOf(getX()).getShape());
  if (repeats->size() != shape.size())
    return nodeError(*this) << "repeats has " << repeats->size() << " values, the input has rank "
                            << shape.size();
  for (auto [size, repeat] : llvm::zip(shape, *repeats))
    if (llvm::MulOverflow(size, repeat, size))
      return nodeError(*this) << "repeats [" << ArrayRef<int64_t>(*repeats) << "] is too large";
  return RankedTensorType::get(shape, typeOf(getX()).getElementType());
}

} // namespace npu::onnx
