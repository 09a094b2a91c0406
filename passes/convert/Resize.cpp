// Resize and Upsample: the file's coordinates become exact positions.
#include "dialects/onnx/Constants.h"
#include "dialects/onnx/Scales.h"
#include "passes/convert/Lowering.h"
#include "passes/convert/ResizeMatrix.h"
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

/// The part of an axis that an output covers, from its first sample (0) to its last (1).
struct Region {
  double begin = 0, end = 1;
};

/// What a Resize or Upsample says besides its scales.
struct Sampling {
  StringRef coordinates;
  Interpolation interpolation;
  SmallVector<Region> regions; ///< one an axis for tf_crop_and_resize, else none
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
  const Interpolation &how = sampling.interpolation;
  return how.mode == "nearest" ? rounded(p, how.rounding, axis.out < axis.in) : lowestTerms(p);
}

/// Why this axis cannot be placed exactly; "" if it can.
std::string unplaceable(const AxisScale &axis, StringRef coordinates) {
  std::string scale = "scale " + std::to_string(axis.given);
  if (!axis.scale)
    return scale + " is no fraction with a denominator up to " + std::to_string(onnx::kMostScaleDenominator) +
           "; export the model with sizes";
  // ONNX says the length of the result, its reference takes in * scale.
  bool asksForLength = coordinates == "align_corners" || coordinates == "tf_crop_and_resize" ||
                       (coordinates == "pytorch_half_pixel" && axis.out == 1);
  if (asksForLength && !axis.isWhole())
    return scale + " makes " + std::to_string(axis.in) + " no whole number, and for '" + coordinates.str() +
           "' ONNX and its reference disagree about the rest; export the model with sizes";
  return "";
}

/// Whether an axis is more than a copy.
bool samples(const AxisScale &axis, const Sampling &sampling) { return axis.changes() || !sampling.regions.empty(); }

/// Why one of these axes cannot be resized; "" if all can.
std::string unsupported(const Sampling &sampling, ArrayRef<AxisScale> axes) {
  if (sampling.interpolation.antialias && sampling.interpolation.mode == "nearest")
    return "antialias is 1 with mode 'nearest', wanted 'linear' or 'cubic'; export the model without it";
  for (auto [index, axis] : llvm::enumerate(axes))
    if (samples(axis, sampling))
      if (std::string why = unplaceable(axis, sampling.coordinates); !why.empty())
        return "axis " + std::to_string(index) + ": " + why;
  return "";
}

/// nn.resize samples rows and columns at up to two neighbours; other resizes are matrices.
bool isTwoNeighbours(const Sampling &sampling, ArrayRef<AxisScale> axes) {
  if (sampling.interpolation.mode == "cubic" || sampling.interpolation.antialias || !sampling.regions.empty())
    return false;
  return (axes.size() == 3 || axes.size() == 4) && !axes[0].changes() && !axes[1].changes();
}

/// The input position of each output, as ONNX has it.
SmallVector<double> positions(const AxisScale &axis, const Region *region, StringRef coordinates) {
  SmallVector<double> result;
  const Position p = region ? Position() : positionOf(coordinates, axis);
  for (int64_t i = 0; i < axis.out; ++i) {
    if (!region) {
      result.push_back(static_cast<double>(i * p.step + p.offset) / static_cast<double>(p.denominator));
      continue;
    }
    const double share = axis.out == 1 ? 0.5 : static_cast<double>(i) / static_cast<double>(axis.out - 1);
    const double length = region->end - region->begin;
    // Of a single output ONNX takes the middle of the length.
    result.push_back((region->begin + share * length) * static_cast<double>(axis.in - 1));
  }
  return result;
}

/// x times a matrix along one axis.
Value multiplied(Value x, int64_t axis, const AxisMatrix &matrix, Lowering &lowering) {
  const auto rank = static_cast<int64_t>(shapeOf(x).size()), out = static_cast<int64_t>(matrix.bias.size());
  const int64_t in = shapeOf(x)[axis];
  SmallVector<int64_t> perm = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  std::swap(perm[axis], perm[rank - 1]);
  auto swapped = [&](Value value) -> Value {
    if (axis == rank - 1)
      return value;
    SmallVector<int64_t> shape(shapeOf(value));
    std::swap(shape[axis], shape[rank - 1]);
    return lowering.create<nn::TransposeOp>(Lowering::shaped(value, shape), value, perm);
  };
  Value last = swapped(x);
  SmallVector<int64_t> shape(shapeOf(last));
  shape[rank - 1] = out;
  Value filter = lowering.constant({out, in}, matrix.weights), bias = lowering.constant({out}, matrix.bias);
  return swapped(lowering.create<nn::DenseOp>(Lowering::shaped(x, shape), last, filter, bias, FloatAttr(), FloatAttr()));
}

Converted byMatrices(Value x, const Sampling &sampling, ArrayRef<AxisScale> axes, Lowering &lowering) {
  if (!typeOf(x).getElementType().isF32())
    return Converted::no("resizes " + text(typeOf(x).getElementType()) + " by a matrix, wanted float32");
  for (int64_t axis = static_cast<int64_t>(axes.size()) - 1; axis >= 0; --axis) {
    const AxisScale &a = axes[axis];
    const Region *region = sampling.regions.empty() ? nullptr : &sampling.regions[axis];
    if (!a.changes() && (!region || (region->begin == 0 && region->end == 1)))
      continue;
    const double scale = static_cast<double>(a.scale->numerator) / static_cast<double>(a.scale->denominator);
    x = multiplied(x, axis, axisMatrix(positions(a, region, sampling.coordinates), a.in, scale, sampling.interpolation),
                   lowering);
  }
  return x;
}

Converted byNeighbours(Value x, const Sampling &sampling, SmallVector<AxisScale> axes, Lowering &lowering) {
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
  nn::ResizeKind kind = sampling.interpolation.mode == "nearest" ? nn::ResizeKind::Nearest : nn::ResizeKind::Linear;
  Value image = lowering.reshape(x, withRow(shapeOf(x)));
  auto sampled = lowering.create<nn::ResizeOp>(Lowering::shaped(x, withRow(shape)), kind, image, steps, offsets,
                                               denominators, /*channels_first=*/true);
  return lowering.reshape(sampled, shape);
}

Converted resize(Value x, const Sampling &sampling, ArrayRef<AxisScale> axes, Lowering &lowering) {
  if (!x)
    return Converted::no("reads a constant that is not float32");
  if (llvm::none_of(axes, [&](const AxisScale &axis) { return samples(axis, sampling); }))
    return x;
  if (std::string why = unsupported(sampling, axes); !why.empty())
    return Converted::no(why);
  return isTwoNeighbours(sampling, axes) ? byNeighbours(x, sampling, SmallVector<AxisScale>(axes), lowering)
                                         : byMatrices(x, sampling, axes, lowering);
}

/// The region of each axis that tf_crop_and_resize takes, or nothing if roi is no constant of two values for each axis.
std::optional<SmallVector<Region>> regionsOf(onnx::ResizeOp op, int64_t rank) {
  std::optional<SmallVector<float>> roi = onnx::floats(onnx::constantElements(op.getRoi()));
  SmallVector<int64_t> axes = op.getAxes() ? SmallVector<int64_t>(*op.getAxes()) : llvm::to_vector(llvm::seq<int64_t>(0, rank));
  if (!roi || roi->size() != 2 * axes.size())
    return std::nullopt;
  SmallVector<Region> regions(rank);
  for (auto [index, axis] : llvm::enumerate(axes))
    regions[axisOf(axis, rank)] = {(*roi)[index], (*roi)[axes.size() + index]};
  return regions;
}

} // namespace

Converted convertResize(Operation *op, Lowering &lowering) {
  Value x = lowering.value(op->getOperand(0));
  if (auto upsample = dyn_cast<onnx::UpsampleOp>(op)) {
    FailureOr<SmallVector<AxisScale>> axes = onnx::scalesOf(upsample);
    if (failed(axes))
      return Converted::no("scales are not constant; export them as an initializer");
    return resize(x, {"asymmetric", {upsample.getMode(), "floor"}, {}}, *axes, lowering);
  }
  auto resized = cast<onnx::ResizeOp>(op);
  FailureOr<SmallVector<AxisScale>> axes = onnx::scalesOf(resized);
  if (failed(axes))
    return Converted::no("scales and sizes are not constant; export them as initializers");
  Sampling sampling = {resized.getCoordinateTransformationMode(),
                       {resized.getMode(), resized.getNearestMode(), resized.getCubicCoeffA().convertToDouble(),
                        resized.getExcludeOutside() != 0, resized.getAntialias() != 0, std::nullopt},
                       {}};
  if (sampling.coordinates == "tf_crop_and_resize") {
    auto regions = regionsOf(resized, static_cast<int64_t>(axes->size()));
    if (!regions)
      return Converted::no("roi is not a constant of two float32 values for each axis; export it as an initializer");
    sampling.regions = *regions;
    sampling.interpolation.extrapolation = resized.getExtrapolationValue().convertToFloat();
  }
  return resize(x, sampling, *axes, lowering);
}

} // namespace npu::convert
