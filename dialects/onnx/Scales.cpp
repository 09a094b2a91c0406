#include "dialects/onnx/Scales.h"

#include "dialects/onnx/Constants.h"
#include "dialects/onnx/Diagnostics.h"
#include "dialects/onnx/InferSupport.h"

#include <cmath>
#include <limits>
#include <numeric>

using namespace mlir;

namespace npu::onnx {

static constexpr int64_t kMostExtent = std::numeric_limits<int32_t>::max();

static Fraction lowestTerms(int64_t numerator, int64_t denominator) {
  int64_t common = std::gcd(numerator, denominator);
  return {numerator / common, denominator / common};
}

static float nearestFloat(int64_t numerator, int64_t denominator) {
  return static_cast<float>(static_cast<double>(numerator) / static_cast<double>(denominator));
}

/// Files hold scales in f32: 0.6 stands for 3/5.
static std::optional<Fraction> meant(float given, int64_t in, int64_t out) {
  if (nearestFloat(out, in) == given)
    return lowestTerms(out, in);
  double scaled = static_cast<double>(given) * kMostScaleDenominator;
  if (scaled == std::floor(scaled))
    return lowestTerms(static_cast<int64_t>(scaled), kMostScaleDenominator);
  for (int64_t denominator = 1; denominator <= kMostScaleDenominator; ++denominator) {
    auto numerator = static_cast<int64_t>(std::nearbyint(static_cast<double>(given) * static_cast<double>(denominator)));
    if (numerator > 0 && nearestFloat(numerator, denominator) == given)
      return lowestTerms(numerator, denominator);
  }
  return std::nullopt;
}

static FailureOr<SmallVector<AxisScale>> unchanged(Operation *op, RankedTensorType x) {
  SmallVector<AxisScale> axes;
  for (int64_t size : x.getShape()) {
    if (size >= kMostExtent)
      return nodeError(op) << "the input " << x << " has an axis of " << size << ", want less than 2^31";
    axes.push_back({size, size});
  }
  return axes;
}

/// The axes that scales or sizes are of, in their order.
static FailureOr<SmallVector<int64_t>> resizedAxes(ResizeOp op, int64_t rank) {
  if (!op.getAxes())
    return llvm::to_vector(llvm::seq<int64_t>(0, rank));
  SmallVector<int64_t> axes;
  ArrayRef<int64_t> all = *op.getAxes();
  for (int64_t given : all) {
    FailureOr<int64_t> axis = axisOf(op, given, rank);
    if (failed(axis))
      return failure();
    if (llvm::is_contained(axes, *axis))
      return nodeError(op) << "axis " << *axis << " is given twice";
    axes.push_back(*axis);
  }
  return axes;
}

static LogicalResult oneAnAxis(Operation *op, StringRef what, size_t count, size_t axes) {
  if (count == axes)
    return success();
  return nodeError(op) << what << " has " << count << " values, want one for each of " << axes << " axes";
}

static LogicalResult applyScales(Operation *op, ArrayRef<float> scales, ArrayRef<int64_t> axes,
                                 SmallVector<AxisScale> &result) {
  if (failed(oneAnAxis(op, "scales", scales.size(), axes.size())))
    return failure();
  for (auto [given, axis] : llvm::zip(scales, axes)) {
    AxisScale &a = result[axis];
    // In f32, as ONNX's own inference has it: 10 times the f32 nearest to 0.7 is 7.
    float extent = std::floor(static_cast<float>(a.in) * given);
    if (!(extent >= 1 && extent < static_cast<float>(kMostExtent)))
      return nodeError(op) << "scale " << std::to_string(given) << " makes axis " << axis << " of " << a.in << " "
                           << std::to_string(extent) << " long, want at least 1 and less than 2^31";
    a.out = static_cast<int64_t>(extent);
    a.given = given;
    a.scale = meant(given, a.in, a.out);
  }
  return success();
}

/// One scale for all axes: that of the axis that changes least (not_larger) or most.
static LogicalResult keepAspectRatio(ResizeOp op, bool largest, ArrayRef<int64_t> axes,
                                     SmallVector<AxisScale> &result) {
  Fraction common = *result[axes.front()].scale;
  for (int64_t axis : axes) {
    Fraction own = *result[axis].scale;
    int64_t difference = own.numerator * common.denominator - common.numerator * own.denominator;
    if (largest ? difference > 0 : difference < 0)
      common = own;
  }
  for (int64_t axis : axes) {
    AxisScale &a = result[axis];
    // Halves up. All factors are below 2^31.
    int64_t extent = (2 * (a.in * common.numerator) + common.denominator) / (2 * common.denominator);
    if (extent < 1 || extent >= kMostExtent)
      return nodeError(op) << "keep_aspect_ratio_policy '" << op.getKeepAspectRatioPolicy() << "' makes axis " << axis
                           << " " << extent << " long, want at least 1 and less than 2^31";
    a = {a.in, extent, nearestFloat(common.numerator, common.denominator), common};
  }
  return success();
}

static LogicalResult applySizes(ResizeOp op, ArrayRef<int64_t> sizes, ArrayRef<int64_t> axes,
                                SmallVector<AxisScale> &result) {
  if (failed(oneAnAxis(op, "sizes", sizes.size(), axes.size())))
    return failure();
  for (auto [size, axis] : llvm::zip(sizes, axes)) {
    AxisScale &a = result[axis];
    if (size < 1 || size >= kMostExtent)
      return nodeError(op) << "sizes has " << size << " for axis " << axis << ", want at least 1 and less than 2^31";
    a = {a.in, size, nearestFloat(size, a.in), lowestTerms(size, a.in)};
  }
  if (op.getKeepAspectRatioPolicy() != "stretch" && !axes.empty())
    return keepAspectRatio(op, op.getKeepAspectRatioPolicy() == "not_smaller", axes, result);
  return success();
}

/// Exporters write an operand that they leave out as an empty list, too.
static bool isGiven(Value value) {
  return !isNone(value) && typeOf(value).getNumElements() != 0;
}

static FailureOr<SmallVector<float>> knownScales(Operation *op, Value scales) {
  if (auto known = floats(constantElements(scales)))
    return *known;
  return nodeError(op) << "scales are not a constant of f32; fix all input shapes (--input-shape), or simplify the "
                       << "model first";
}

FailureOr<SmallVector<AxisScale>> scalesOf(ResizeOp op) {
  RankedTensorType x = typeOf(op.getX());
  FailureOr<SmallVector<AxisScale>> result = unchanged(op, x);
  FailureOr<SmallVector<int64_t>> axes = resizedAxes(op, x.getRank());
  if (failed(result) || failed(axes))
    return failure();
  bool bySizes = isGiven(op.getSizes());
  if (bySizes == isGiven(op.getScales()))
    return nodeError(op) << (bySizes ? "both scales and" : "neither scales nor") << " sizes are given, want one of them";
  if (bySizes) {
    FailureOr<SmallVector<int64_t>> sizes = knownIntegers(op, op.getSizes(), "sizes");
    if (failed(sizes) || failed(applySizes(op, *sizes, *axes, *result)))
      return failure();
    return result;
  }
  FailureOr<SmallVector<float>> scales = knownScales(op, op.getScales());
  if (failed(scales) || failed(applyScales(op, *scales, *axes, *result)))
    return failure();
  return result;
}

FailureOr<SmallVector<AxisScale>> scalesOf(UpsampleOp op) {
  RankedTensorType x = typeOf(op.getX());
  FailureOr<SmallVector<AxisScale>> result = unchanged(op, x);
  FailureOr<SmallVector<float>> scales = knownScales(op, op.getScales());
  if (failed(result) || failed(scales) ||
      failed(applyScales(op, *scales, llvm::to_vector(llvm::seq<int64_t>(0, x.getRank())), *result)))
    return failure();
  return result;
}

template <typename Op>
static FailureOr<RankedTensorType> resizedType(Op op) {
  FailureOr<SmallVector<AxisScale>> axes = scalesOf(op);
  if (failed(axes))
    return failure();
  SmallVector<int64_t> shape;
  for (const AxisScale &axis : *axes)
    shape.push_back(axis.out);
  return RankedTensorType::get(shape, typeOf(op.getX()).getElementType());
}

FailureOr<RankedTensorType> ResizeOp::inferType() { return resizedType(*this); }
FailureOr<RankedTensorType> UpsampleOp::inferType() { return resizedType(*this); }

} // namespace npu::onnx
