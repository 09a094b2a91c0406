// Convolutions and dense layers of QDQ networks: filter in i8, bias in steps of the accumulator.
#include "passes/nn/FoldQdq.h"
#include "llvm/Support/FormatVariadic.h"
#include "passes/nn/Tensors.h"

#include <cmath>
#include <limits>
#include <optional>

using namespace mlir;
namespace npu::nn {
namespace {

/// One number for all output channels, or one for each.
struct Scales {
  SmallVector<double> values;
  double of(size_t channel) const { return values.size() == 1 ? values[0] : values[channel]; }
};

std::optional<Scales> scalesOf(Type element) {
  if (auto type = dyn_cast<quant::UniformQuantizedType>(element))
    return Scales{{type.getScale()}};
  if (auto type = dyn_cast<quant::UniformQuantizedPerAxisType>(element))
    return Scales{SmallVector<double>(type.getScales())};
  return std::nullopt;
}

bool isSymmetric(Type element) {
  if (auto type = dyn_cast<quant::UniformQuantizedType>(element))
    return type.getZeroPoint() == 0;
  auto type = dyn_cast<quant::UniformQuantizedPerAxisType>(element);
  return type && llvm::all_of(type.getZeroPoints(), [](int64_t point) { return point == 0; });
}

/// The constant that `value` dequantises, symmetric and with this many bits; or null.
ConstantOp symmetricConstant(Value value, unsigned bits) {
  auto dequantize = value.getDefiningOp<DequantizeOp>();
  auto constant = dequantize ? dequantize.getInput().getDefiningOp<ConstantOp>() : ConstantOp();
  if (!constant || !isSymmetric(elementOf(constant)))
    return {};
  return cast<quant::QuantizedType>(elementOf(constant)).getStorageType().isInteger(bits) ? constant : ConstantOp();
}

/// A bias as real numbers: `steps[k] * scales.of(k)`, steps whole if the file has integers.
struct Bias {
  SmallVector<double> steps;
  Scales scales;
};

std::optional<Bias> readBias(Value value) {
  if (ConstantOp integers = symmetricConstant(value, 32)) {
    Bias bias{{}, *scalesOf(elementOf(integers))};
    for (int64_t step : readIntegers(integers.getValue()))
      bias.steps.push_back(static_cast<double>(step));
    return bias;
  }
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant || !elementOf(constant).isF32())
    return std::nullopt;
  Bias bias{{}, Scales{{1.0}}};
  for (float real : readFloats(constant.getValue()))
    bias.steps.push_back(real);
  return bias;
}

/// The accumulator's format: i32 in steps of input scale * filter scale, exact in f64. Null if out of f32's range.
Type accumulatorFormat(MLIRContext *context, const Scales &scales) {
  auto silent = [&] { return emitError(UnknownLoc::get(context)); };
  ScopedDiagnosticHandler quiet(context, [](Diagnostic &) { return success(); });
  Type i32 = IntegerType::get(context, 32), f32 = Float32Type::get(context);
  int64_t low = std::numeric_limits<int32_t>::min(), high = std::numeric_limits<int32_t>::max();
  unsigned flags = quant::QuantizationFlags::Signed;
  if (scales.values.size() == 1)
    return quant::UniformQuantizedType::getChecked(silent, flags, i32, f32, scales.values[0], 0, low, high);
  SmallVector<int64_t> points(scales.values.size(), 0);
  return quant::UniformQuantizedPerAxisType::getChecked(silent, flags, i32, f32, scales.values, points, 0, low, high);
}

/// Half a unit in the last place of f32: a file's scale that is the rounded product is meant to be the product.
bool isRoundedProduct(double scale, double product) {
  return std::abs(scale - product) <= product * std::ldexp(1.0, -24) * 1.0000001;
}

/// The bias in accumulator steps; `moved` is the largest change of a value, in steps.
std::optional<SmallVector<int32_t>> toAccumulatorSteps(const Bias &bias, const Scales &accumulator, double &moved) {
  SmallVector<int32_t> steps;
  for (auto [channel, step] : llvm::enumerate(bias.steps)) {
    double exact = step;
    if (!isRoundedProduct(bias.scales.of(channel), accumulator.of(channel)))
      exact = step * (bias.scales.of(channel) / accumulator.of(channel));
    double rounded = std::nearbyint(exact);
    if (!(std::abs(rounded) <= std::numeric_limits<int32_t>::max()))
      return std::nullopt;
    moved = std::max(moved, std::abs(rounded - exact));
    steps.push_back(static_cast<int32_t>(rounded));
  }
  return steps;
}

template <typename Product>
struct QuantizeProduct : OpRewritePattern<QuantizeOp> {
  using OpRewritePattern<QuantizeOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(QuantizeOp op, PatternRewriter &rewriter) const override {
    auto product = op.getInput().getDefiningOp<Product>();
    if (!product)
      return rewriter.notifyMatchFailure(op, "reads no product");
    Value input = dequantizedFrom(product.getInput());
    ConstantOp filter = symmetricConstant(product.getFilter(), 8);
    if (!input || !filter)
      return rewriter.notifyMatchFailure(op, "input is not quantised, or filter is not symmetric i8 constant");
    Value bias = quantizedBias(product, filter, input, rewriter);
    if (!bias)
      return rewriter.notifyMatchFailure(op, "bias does not fit i32");
    Operation *quantized = rewriter.clone(*product.getOperation());
    quantized->setOperands({input, filter, bias});
    quantized->getResult(0).setType(op.getType());
    rewriter.replaceOp(op, quantized->getResults());
    return success();
  }

  static Value quantizedBias(Product product, ConstantOp filter, Value input, PatternRewriter &rewriter) {
    std::optional<Bias> bias = readBias(product.getBias());
    Scales scales = *scalesOf(elementOf(filter));
    for (double &scale : scales.values)
      scale *= cast<quant::UniformQuantizedType>(elementOf(input)).getScale();
    Type format = accumulatorFormat(rewriter.getContext(), scales);
    double moved = 0;
    auto steps = bias ? toAccumulatorSteps(*bias, scales, moved) : std::nullopt;
    if (!steps || !format)
      return {};
    // A rounded zero is exact; anything else is not what the file says, by at most half a step.
    if (moved > 0)
      emitWarning(product.getLoc()) << describe(product) << ": bias is not in steps of input scale * filter scale; rounded by up to "
                            << llvm::formatv("{0:f3}", moved).str() << " accumulator steps";
    auto type = RankedTensorType::get({static_cast<int64_t>(steps->size())}, rewriter.getI32Type());
    return ConstantOp::create(rewriter, product.getBias().getLoc(), RankedTensorType::get(type.getShape(), format),
                              DenseElementsAttr::get(type, ArrayRef<int32_t>(*steps)));
  }
};

} // namespace

void addQdqProducts(RewritePatternSet &patterns) {
  patterns.add<QuantizeProduct<ConvOp>, QuantizeProduct<DenseOp>>(patterns.getContext(), /*benefit=*/2);
}

} // namespace npu::nn
