// nn-quantize: see Passes.td.
#include "dialects/nn/Scheme.h"
#include "passes/nn/Passes.h"
#include "passes/nn/QuantizationParams.h"
#include "passes/nn/Tensors.h"
#include "passes/quantization/Affine.h"

#include <algorithm>

using namespace mlir;
namespace npu::nn {

#define GEN_PASS_DEF_NNQUANTIZE
#include "passes/nn/Passes.h.inc"

namespace {

constexpr llvm::StringLiteral kRanges = "nn.ranges", kRange = "nn.range",
                              kInputMeans = "nn.input_means";

using quantization::Affine;
using quantization::Range;

quant::UniformQuantizedType i8(MLIRContext *context, Affine format) {
  return quant::UniformQuantizedType::get(quant::QuantizationFlags::Signed, IntegerType::get(context, 8),
                                          Float32Type::get(context), format.scale, format.zero, -128, 127);
}

// The format of the input holds the result too.
bool keepsFormat(Operation *op) {
  if (auto pool = dyn_cast<PoolOp>(op))
    return pool.getKind() == PoolKind::Max;
  if (auto resize = dyn_cast<ResizeOp>(op))
    return resize.getKind() == ResizeKind::Nearest;
  return isa<ReshapeOp, TransposeOp, SliceOp>(op);
}

// Between samples lies nothing that their format does not hold, so a linear resize has it again.
bool takesFormat(Operation *op) { return isa<ResizeOp>(op) && !keepsFormat(op); }

bool isProduct(Operation *op) { return isa<ConvOp, DenseOp>(op); }

class Quantizer {
public:
  Quantizer(func::FuncOp function, const Scheme &scheme)
      : function(function), builder(function.getContext()), params(function, scheme) {}

  LogicalResult run() {
    for (BlockArgument argument : function.getArguments())
      finishArgument(argument);
    SmallVector<Operation *> order;
    for (Operation &op : function.front().without_terminator())
      if (op.getNumResults() == 1 && !isa<ConstantOp, QuantizeOp, DequantizeOp, RequantizeOp, KernelOp>(op))
        order.push_back(&op);
    for (Operation *op : order)
      quantize(op);
    return success(succeeded(params.finish()) && good);
  }

private:
  void quantize(Operation *op) {
    Value result = op->getResult(0);
    auto ranges = op->getAttrOfType<DenseF32ArrayAttr>(kRanges);
    op->removeAttr(kRanges);
    if (!elementOf(result).isF32())
      return;
    std::string name = params.nameOf(op);
    if (isProduct(op))
      quantizeFilter(op, name);
    else
      quantizeConstants(op);
    if (keepsFormat(op) || takenByConcat(result) || allReadersQuantize(result))
      return;
    if (auto format = takesFormat(op) ? formatBehind(op->getOperand(0)) : std::nullopt) {
      builder.setInsertionPointAfter(op);
      return dequantized(result, *format, op->getLoc());
    }
    bool measured = ranges && ranges.size() == 2;
    if (!measured && !params.hasActivation(name)) {
      emitError(op->getLoc()) << describe(op) << ": has no range, wanted one from calibration or a row in the parameters";
      good = false;
      return;
    }
    Range range = rangeOf(op, measured ? Range{ranges[0], ranges[1]} : Range());
    builder.setInsertionPointAfter(op);
    dequantized(result, params.activation(name, range), op->getLoc());
  }

  /// A range that the function has by itself needs no samples, and wastes no code on a bound that is never reached.
  static Range rangeOf(Operation *op, Range range) {
    auto function = dyn_cast<FunctionOp>(op);
    StringRef outermost = function ? function.getExpression().rsplit(' ').second : "";
    if (isa<SoftmaxOp>(op) || outermost == "sigmoid")
      return Range{0, 255.0f / 256};
    return outermost == "tanh" ? Range{-1, 127.0f / 128} : range;
  }

  void finishArgument(BlockArgument argument) {
    unsigned index = argument.getArgNumber();
    auto range = function.getArgAttrOfType<DenseF32ArrayAttr>(index, kRange);
    function.removeArgAttr(index, StringAttr::get(function.getContext(), kRange));
    if (!elementOf(argument).isF32() || allReadersQuantize(argument))
      return;
    auto given = function.getArgAttrOfType<StringAttr>(index, "onnx.name");
    std::string name = given ? given.str() : "input_" + std::to_string(index);
    if (!range && !params.hasActivation(name)) {
      function.emitError("input '") << name << "' has no range, wanted one from calibration or a row in the parameters";
      good = false;
      return;
    }
    builder.setInsertionPointToStart(&function.front());
    dequantized(argument, params.activation(name, range ? Range{range[0], range[1]} : Range()), argument.getLoc());
  }

  /// All readers of `value` read it rounded to `format`.
  void dequantized(Value value, Affine format, Location loc) {
    auto q = QuantizeOp::create(builder, loc, withElement(value, i8(builder.getContext(), format)), value);
    auto dq = DequantizeOp::create(builder, loc, value.getType(), q);
    value.replaceAllUsesExcept(dq, q);
  }

  static bool allReadersQuantize(Value value) {
    return !value.use_empty() && llvm::all_of(value.getUsers(), [](Operation *user) { return isa<QuantizeOp>(user); });
  }
  // Quantising the concatenation's result then moves up to this value.
  static bool takenByConcat(Value value) { return value.hasOneUse() && isa<ConcatOp>(*value.user_begin()); }

  /// The format that `value` was quantised to, behind operators that keep it.
  static std::optional<Affine> formatBehind(Value value) {
    while (!dequantizedFrom(value)) {
      Operation *op = value.getDefiningOp();
      if (!op || !keepsFormat(op))
        return std::nullopt;
      value = op->getOperand(0);
    }
    auto type = cast<quant::UniformQuantizedType>(elementOf(dequantizedFrom(value)));
    return Affine{static_cast<float>(type.getScale()), static_cast<int32_t>(type.getZeroPoint())};
  }

  /// The scale of the numbers that `value` holds, behind operators that move them; 0 if it is not quantised.
  static float scaleBehind(Value value) {
    while (Operation *op = value.getDefiningOp()) {
      if (Value source = dequantizedFrom(value))
        return cast<quant::UniformQuantizedType>(elementOf(source)).getScale();
      if (op->getNumOperands() == 0)
        break;
      value = op->getOperand(0);
    }
    return 0;
  }

  void quantizeFilter(Operation *op, const std::string &name) {
    auto filter = op->getOperand(1).getDefiningOp<ConstantOp>(), bias = op->getOperand(2).getDefiningOp<ConstantOp>();
    float inputScale = scaleBehind(op->getOperand(0));
    if (!filter || !bias || !elementOf(filter).isF32() || !elementOf(bias).isF32() || inputScale == 0)
      return;
    SmallVector<float> weights = readFloats(filter.getValue()), biases = readFloats(bias.getValue()), scales;
    int64_t channels = shapeOf(filter)[0], count = static_cast<int64_t>(weights.size()) / channels;
    for (int64_t k = 0; k < channels; ++k)
      scales.push_back(quantization::filterScale(weights.data() + k * count, count, biases[k], inputScale));
    params.filter(name, scales);
    SmallVector<int8_t> codes(weights.size());
    int64_t inputs = shapeOf(filter).back(), taps = count / inputs;
    for (int64_t k = 0; k < channels; ++k)
      for (int64_t c = 0; c < inputs; ++c)
        quantization::quantizeTaps(weights.data() + k * count + c, taps, inputs, scales[k], codes.data() + k * count + c);
    SmallVector<float> shifts = biasShifts(op, weights, codes, scales);
    params.biasShift(name, shifts);
    SmallVector<double> wide, steps;
    SmallVector<int32_t> sums;
    for (int64_t k = 0; k < channels; ++k) {
      wide.push_back(scales[k]);
      steps.push_back(static_cast<double>(inputScale) * static_cast<double>(scales[k]));
      sums.push_back(quantization::quantizeBias(biases[k] + (shifts.empty() ? 0.0f : shifts[k]), steps.back()));
    }
    op->setOperand(1, dequantizedConstant<int8_t>(op, filter, codes, perChannel(8, wide)));
    op->setOperand(2, dequantizedConstant<int32_t>(op, bias, sums, perChannel(32, steps)));
  }

  /// What the rounding of the weights takes from each output channel over the mean of its input, where that was measured.
  static SmallVector<float> biasShifts(Operation *op, ArrayRef<float> weights, ArrayRef<int8_t> codes, ArrayRef<float> scales) {
    auto means = op->getAttrOfType<DenseF32ArrayAttr>(kInputMeans);
    op->removeAttr(kInputMeans);
    SmallVector<float> shifts;
    if (!means)
      return shifts;
    int64_t channels = static_cast<int64_t>(scales.size()), count = static_cast<int64_t>(weights.size()) / channels;
    auto conv = dyn_cast<ConvOp>(op);
    int64_t groups = conv ? conv.getGroup() : 1, inputs = means.size() / groups;
    for (int64_t k = 0; k < channels; ++k) {
      double shift = 0;
      int64_t first = k / (channels / groups) * inputs;
      for (int64_t i = 0; i < count; ++i)
        shift += (static_cast<double>(weights[k * count + i]) - static_cast<double>(scales[k]) * codes[k * count + i]) *
                 static_cast<double>(means[first + i % inputs]);
      shifts.push_back(static_cast<float>(shift));
    }
    return shifts;
  }

  Type perChannel(unsigned bits, ArrayRef<double> scales) {
    SmallVector<int64_t> zeros(scales.size(), 0);
    int64_t high = (int64_t(1) << (bits - 1)) - 1;
    return quant::UniformQuantizedPerAxisType::get(quant::QuantizationFlags::Signed, builder.getIntegerType(bits),
                                                   builder.getF32Type(), scales, zeros, 0, -high - 1, high);
  }

  void quantizeConstants(Operation *op) {
    for (OpOperand &operand : op->getOpOperands()) {
      std::string name = "operand " + std::to_string(operand.getOperandNumber()) + " of " + nodeName(op->getLoc());
      auto constant = operand.get().getDefiningOp<ConstantOp>();
      if (!constant || !elementOf(constant).isF32())
        continue;
      SmallVector<float> values = readFloats(constant.getValue());
      auto [low, high] = std::minmax_element(values.begin(), values.end());
      Affine format = values.empty() ? Affine() : params.constant(name, {*low, *high});
      SmallVector<int8_t> codes;
      for (float value : values)
        codes.push_back(quantization::quantizeValue(value, format));
      operand.set(dequantizedConstant<int8_t>(op, constant, codes, i8(builder.getContext(), format)));
    }
  }

  template <typename T>
  Value dequantizedConstant(Operation *reader, ConstantOp like, ArrayRef<T> codes, Type element) {
    builder.setInsertionPoint(reader);
    auto storage = RankedTensorType::get(shapeOf(like), builder.getIntegerType(8 * sizeof(T)));
    auto constant = ConstantOp::create(builder, like.getLoc(), withElement(like, element),
                                       DenseElementsAttr::get(storage, codes));
    return DequantizeOp::create(builder, like.getLoc(), like.getType(), constant);
  }

  func::FuncOp function;
  OpBuilder builder;
  QuantizationParams params;
  bool good = true;
};

bool wantsQuantizing(func::FuncOp function) {
  if (function->hasAttr("nn.quant_params"))
    return true;
  for (BlockArgument argument : function.getArguments())
    if (function.getArgAttr(argument.getArgNumber(), kRange))
      return true;
  return function.walk([](Operation *op) { return op->hasAttr(kRanges) ? WalkResult::interrupt() : WalkResult::advance(); })
      .wasInterrupted();
}

struct Quantize : impl::NnQuantizeBase<Quantize> {
  void runOnOperation() override {
    if (!wantsQuantizing(getOperation()))
      return;
    FailureOr<Scheme> scheme = schemeOf(getOperation());
    if (failed(scheme) || failed(Quantizer(getOperation(), *scheme).run()))
      signalPassFailure();
  }
};

} // namespace
} // namespace npu::nn
