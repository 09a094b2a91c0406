// Resize and Upsample: the file's coordinates become exact positions.
#include "dialects/onnx/Scales.h"
#include "passes/convert/Lowering.h"
#include "llvm/Support/MathExtras.h"

#include <limits>
#include <numeric>

using namespace mlir;
using npu::onnx::AxisScale;

namespace npu::convert {
namespace {

/// Output i lies at input position (i * step + offset) / denominator.
struct Position {
  int64_t step = 1, offset = 0, denominator = 1;
};

/// What a Resize or Upsample says besides its scales.
struct Sampling {
  StringRef mode, coordinates, rounding;
};

/// ONNX's coordinate_transformation_mode for a scale of p/q.
Position positionOf(StringRef coordinates, const AxisScale &axis) {
  int64_t p = axis.scale->numerator, q = axis.scale->denominator;
  if (coordinates == "asymmetric")
    return {q, 0, p};
  if (coordinates == "tf_half_pixel_for_nn")
    return {2 * q, q, 2 * p};
  if (coordinates == "half_pixel_symmetric")
    return {2 * q, q - p + (axis.in * p - axis.out * q), 2 * p};
  if (coordinates == "half_pixel")
    return {2 * q, q - p, 2 * p};
  if (axis.out == 1)
    return {0, 0, 1};
  return coordinates == "align_corners" ? Position{axis.in - 1, 0, axis.out - 1} : Position{2 * q, q - p, 2 * p};
}

/// The position whose floor is `p` rounded as nearest_mode says.
Position rounded(Position p, StringRef rounding, bool shrinks) {
  if (rounding == "ceil" || (rounding == "simple" && shrinks))
    p.offset += p.denominator - 1;
  else if (rounding == "round_prefer_ceil")
    p = {2 * p.step, 2 * p.offset + p.denominator, 2 * p.denominator};
  else if (rounding == "round_prefer_floor")
    p = {2 * p.step, 2 * p.offset + p.denominator - 1, 2 * p.denominator};
  // Only the floor counts, so the offset need not be a multiple of the common factor.
  int64_t common = std::gcd(p.step, p.denominator);
  return {p.step / common, llvm::divideFloorSigned(p.offset, common), p.denominator / common};
}

Position lowestTerms(Position p) {
  int64_t common = std::gcd(std::gcd(p.step, p.offset), p.denominator);
  return {p.step / common, p.offset / common, p.denominator / common};
}

Position placed(const AxisScale &axis, const Sampling &sampling) {
  if (!axis.changes())
    return {};
  Position p = positionOf(sampling.coordinates, axis);
  return sampling.mode == "nearest" ? rounded(p, sampling.rounding, axis.out < axis.in) : lowestTerms(p);
}

/// Why this axis cannot be placed exactly; "" if it can.
std::string unplaceable(const AxisScale &axis, StringRef coordinates) {
  std::string scale = "scale " + std::to_string(axis.given);
  if (!axis.scale)
    return scale + " is no fraction with a denominator up to " + std::to_string(onnx::kMostScaleDenominator) +
           "; export the model with sizes";
  // ONNX says the length of the result, its reference takes in * scale.
  bool asksForLength = coordinates == "align_corners" || (coordinates == "pytorch_half_pixel" && axis.out == 1);
  if (asksForLength && !axis.isWhole())
    return scale + " makes " + std::to_string(axis.in) + " no whole number, and for '" + coordinates.str() +
           "' ONNX and its reference disagree about the rest; export the model with sizes";
  return "";
}

/// Why none of these axes can be resized, for a tensor with images and channels before them; "" if they can.
std::string unsupported(const Sampling &sampling, ArrayRef<AxisScale> axes) {
  if (sampling.mode == "cubic")
    return "mode is 'cubic', wanted 'nearest' or 'linear'; export the model with one of these";
  if (sampling.coordinates == "tf_crop_and_resize")
    return "coordinate_transformation_mode is 'tf_crop_and_resize', wanted one without a region; slice the region first, "
           "and resize with 'align_corners'";
  if (axes.size() != 3 && axes.size() != 4)
    return "resizes a tensor of rank " + std::to_string(axes.size()) + ", wanted one or two axes after images and channels";
  for (auto [index, axis] : llvm::enumerate(axes)) {
    std::string place = "axis " + std::to_string(index);
    if (!axis.changes())
      continue;
    if (index < 2)
      return "resizes " + place + " from " + std::to_string(axis.in) + " to " + std::to_string(axis.out) +
             ", wanted images and channels as they are; transpose before and after";
    if (std::string why = unplaceable(axis, sampling.coordinates); !why.empty())
      return place + ": " + why;
  }
  return "";
}

Converted resize(Value x, const Sampling &sampling, SmallVector<AxisScale> axes, Lowering &lowering) {
  if (!x)
    return Converted::no("reads a constant that is not float32");
  if (llvm::none_of(axes, [](const AxisScale &axis) { return axis.changes(); }))
    return x;
  if (std::string why = unsupported(sampling, axes); !why.empty())
    return Converted::no(why);
  SmallVector<int64_t> shape, steps, offsets, denominators;
  for (const AxisScale &axis : axes)
    shape.push_back(axis.out);
  if (axes.size() == 3)
    axes.insert(axes.begin() + 2, {1, 1});
  for (const AxisScale &axis : ArrayRef(axes).take_back(2)) {
    Position p = placed(axis, sampling);
    if (std::max({p.step, std::abs(p.offset), p.denominator}) > std::numeric_limits<int32_t>::max())
      return Converted::no("positions are multiples of 1/" + std::to_string(p.denominator) + ", wanted numbers below 2^31");
    steps.push_back(p.step);
    offsets.push_back(p.offset);
    denominators.push_back(p.denominator);
  }
  nn::ResizeKind kind = sampling.mode == "nearest" ? nn::ResizeKind::Nearest : nn::ResizeKind::Linear;
  Value image = lowering.reshape(x, withRow(shapeOf(x)));
  auto sampled = lowering.create<nn::ResizeOp>(Lowering::shaped(x, withRow(shape)), kind, image, steps, offsets,
                                               denominators, /*channels_first=*/true);
  return lowering.reshape(sampled, shape);
}

} // namespace

Converted convertResize(Operation *op, Lowering &lowering) {
  Value x = lowering.value(op->getOperand(0));
  if (auto upsample = dyn_cast<onnx::UpsampleOp>(op)) {
    FailureOr<SmallVector<AxisScale>> axes = onnx::scalesOf(upsample);
    if (failed(axes))
      return Converted::no("scales are not constant; export them as an initializer");
    return resize(x, {upsample.getMode(), "asymmetric", "floor"}, *axes, lowering);
  }
  auto resized = cast<onnx::ResizeOp>(op);
  if (resized.getAntialias())
    return Converted::no("antialias is 1, wanted 0; export the model without it");
  FailureOr<SmallVector<AxisScale>> axes = onnx::scalesOf(resized);
  if (failed(axes))
    return Converted::no("scales and sizes are not constant; export them as initializers");
  return resize(x, {resized.getMode(), resized.getCoordinateTransformationMode(), resized.getNearestMode()}, *axes, lowering);
}

} // namespace npu::convert
