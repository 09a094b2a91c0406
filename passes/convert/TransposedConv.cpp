// ConvTranspose as a convolution. Along an axis of stride s the outputs t = i*s + k (before the pad is cut off) with one
// remainder r = t mod s are a convolution of their own, with the taps k of the same remainder, in reverse order. All s
// remainders together are one convolution of s times the channels, whose channels then become blocks of pixels: no
// product with a zero that stands between inputs is computed.
#include "dialects/onnx/Constants.h"
#include "dialects/onnx/Window.h"
#include "passes/convert/Lowering.h"
#include "passes/nn/Tensors.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
namespace npu::convert {
namespace {

/// One axis of the convolution: output i of it makes outputs (first + i)*stride .. +stride-1 of the whole.
struct PhaseAxis {
  explicit PhaseAxis(const onnx::WindowAxis &w) : stride(w.stride), kernel(w.kernel), dilation(w.dilation) {
    taps = (w.extent() + stride - 1) / stride;
    first = std::min(llvm::divideFloorSigned(w.padBegin, stride), taps - 1);
    padLow = taps - 1 - first;
    int64_t last = llvm::divideFloorSigned(w.output - 1 + w.padBegin, stride);
    padHigh = std::max<int64_t>(last - (w.input - 1), 0);
    outputs = w.input + padLow + padHigh - taps + 1;
    skipped = w.padBegin - first * stride;
    wanted = w.output;
  }

  /// The tap of the file that tap `u` of phase `r` is, or -1 where there is none.
  int64_t tap(int64_t r, int64_t u) const {
    int64_t place = stride * (taps - 1 - u) + r;
    return place % dilation == 0 && place / dilation < kernel ? place / dilation : -1;
  }

  int64_t stride, kernel, dilation, taps, first, padLow, padHigh, outputs;
  int64_t skipped, wanted; ///< outputs of the whole before the first one, and how many are
};

/// Channels of the convolution: group, then place in the block, then channel of the group.
struct PhaseChannels {
  PhaseChannels(onnx::ConvTransposeOp op, const PhaseAxis &rows, const PhaseAxis &columns)
      : groups(op.getGroup()), perGroup(shapeOf(op.getW())[1]), phases(rows.stride * columns.stride) {}
  int64_t count() const { return groups * phases * perGroup; }
  int64_t phase(int64_t k) const { return k / perGroup % phases; }
  int64_t group(int64_t k) const { return k / perGroup / phases; }
  int64_t within(int64_t k) const { return k % perGroup; }
  int64_t groups, perGroup, phases;
};

/// Elements `from` of a constant (-1: zero) in another shape; a format per axis becomes one of axis 0 by `channels`.
class Picker {
public:
  Picker(Value input, Lowering &lowering) : lowering(lowering), dequantize(input.getDefiningOp<nn::DequantizeOp>()) {
    constant = (dequantize ? dequantize.getInput() : input).getDefiningOp<nn::ConstantOp>();
  }
  explicit operator bool() const { return constant != nullptr; }

  Value pick(ArrayRef<int64_t> shape, ArrayRef<int64_t> from, ArrayRef<int64_t> channels) {
    Type element = typeOf(constant).getElementType();
    auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(element);
    if (perAxis)
      element = byChannel(perAxis, channels);
    auto quantized = dyn_cast<quant::QuantizedType>(element);
    auto storage = RankedTensorType::get(shape, quantized ? quantized.getStorageType() : element);
    auto type = RankedTensorType::get(shape, element);
    DenseElementsAttr elements = quantized ? integers(storage, from) : floats(storage, from);
    Value made = nn::ConstantOp::create(lowering.builder, constant.getLoc(), type, elements);
    if (!dequantize)
      return made;
    return nn::DequantizeOp::create(lowering.builder, dequantize.getLoc(), Lowering::shaped(dequantize, shape), made);
  }

private:
  DenseElementsAttr floats(RankedTensorType type, ArrayRef<int64_t> from) {
    SmallVector<float> source = nn::readFloats(constant.getValue()), values;
    for (int64_t index : from)
      values.push_back(index < 0 ? 0.0f : source[index]);
    return DenseElementsAttr::get(type, ArrayRef<float>(values));
  }
  DenseElementsAttr integers(RankedTensorType type, ArrayRef<int64_t> from) {
    SmallVector<int64_t> source = nn::readIntegers(constant.getValue());
    SmallVector<APInt> values;
    for (int64_t index : from)
      values.push_back(APInt(type.getElementTypeBitWidth(), index < 0 ? 0 : source[index], true, true));
    return DenseElementsAttr::get(type, values);
  }
  static Type byChannel(quant::UniformQuantizedPerAxisType type, ArrayRef<int64_t> channels) {
    SmallVector<double> scales;
    SmallVector<int64_t> zeros;
    for (int64_t channel : channels) {
      scales.push_back(type.getScales()[channel]);
      zeros.push_back(type.getZeroPoints()[channel]);
    }
    return quant::UniformQuantizedPerAxisType::get(type.getFlags(), type.getStorageType(), type.getExpressedType(), scales,
                                                   zeros, 0, type.getStorageTypeMin(), type.getStorageTypeMax());
  }

  Lowering &lowering;
  nn::DequantizeOp dequantize;
  nn::ConstantOp constant;
};

/// Zeros are put between taps, so a filter's zero must be the code 0.
bool zeroIsCodeZero(Value filter) {
  auto dequantize = filter.getDefiningOp<nn::DequantizeOp>();
  Type element = typeOf(dequantize ? dequantize.getInput() : filter).getElementType();
  if (auto perTensor = dyn_cast<quant::UniformQuantizedType>(element))
    return perTensor.getZeroPoint() == 0;
  auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(element);
  return !perAxis || (perAxis.getQuantizedDimension() == 1 && llvm::all_of(perAxis.getZeroPoints(), [](int64_t z) { return z == 0; }));
}

/// [K, R, S, C/group] of nn.conv from [C, K/group, kernel...].
Value phaseFilter(onnx::ConvTransposeOp op, Picker &filter, const PhaseAxis &rows, const PhaseAxis &columns) {
  PhaseChannels channels(op, rows, columns);
  int64_t perGroup = shapeOf(op.getW())[0] / channels.groups, kernel = rows.kernel * columns.kernel;
  SmallVector<int64_t> from, formats;
  for (int64_t k = 0; k < channels.count(); ++k) {
    int64_t ry = channels.phase(k) / columns.stride, rx = channels.phase(k) % columns.stride;
    formats.push_back(channels.within(k));
    for (int64_t u = 0; u < rows.taps; ++u)
      for (int64_t v = 0; v < columns.taps; ++v)
        for (int64_t c = 0; c < perGroup; ++c) {
          int64_t ky = rows.tap(ry, u), kx = columns.tap(rx, v);
          int64_t base = ((channels.group(k) * perGroup + c) * channels.perGroup + channels.within(k)) * kernel;
          from.push_back(ky < 0 || kx < 0 ? -1 : base + ky * columns.kernel + kx);
        }
  }
  return filter.pick({channels.count(), rows.taps, columns.taps, perGroup}, from, formats);
}

Value phaseBias(onnx::ConvTransposeOp op, const PhaseAxis &rows, const PhaseAxis &columns, Lowering &lowering) {
  PhaseChannels channels(op, rows, columns);
  if (onnx::isNone(op.getB()))
    return lowering.constant({channels.count()}, SmallVector<float>(channels.count(), 0.0f));
  Value value = lowering.value(op.getB());
  Picker bias(value, lowering);
  if (!value || !bias)
    return {};
  SmallVector<int64_t> from;
  for (int64_t k = 0; k < channels.count(); ++k)
    from.push_back(channels.group(k) * channels.perGroup + channels.within(k));
  return bias.pick({channels.count()}, from, from);
}

/// The wanted rows and columns of [N,H,W,K].
Value cropped(Value image, const PhaseAxis &rows, const PhaseAxis &columns, Lowering &lowering) {
  ArrayRef<int64_t> shape = shapeOf(image);
  SmallVector<int64_t> wanted = {shape[0], rows.wanted, columns.wanted, shape[3]};
  if (shape == ArrayRef<int64_t>(wanted))
    return image;
  return lowering.create<nn::SliceOp>(Lowering::shaped(image, wanted), image,
                                      ArrayRef<int64_t>{0, rows.skipped, columns.skipped, 0}, ArrayRef<int64_t>{1, 1, 1, 1});
}

} // namespace

Converted convertTransposedConv(onnx::ConvTransposeOp op, Lowering &lowering) {
  FailureOr<SmallVector<onnx::WindowAxis>> window = onnx::windowOf(op);
  if (failed(window) || window->size() > 2)
    return Converted::no("has " + std::to_string(typeOf(op.getX()).getRank() - 2) + " spatial axes, wanted one or two");
  PhaseAxis columns(window->back()), rows(window->size() == 2 ? window->front() : onnx::WindowAxis{1, 1, 1, 1, 0, 0, 1});
  Value x = lowering.value(op.getX()), w = lowering.value(op.getW());
  Picker filter(w ? w : Value(x), lowering);
  if (!x || !w || !filter)
    return Converted::no("the filter is not a constant, or not a constant behind one DequantizeLinear; export it as an initializer");
  if (!zeroIsCodeZero(w))
    return Converted::no("the filter is quantised with a zero point, or along another axis than 1; quantise it symmetrically");
  Value bias = phaseBias(op, rows, columns, lowering);
  if (!bias)
    return Converted::no("the bias is not a constant of one value for each output channel");
  Value image = lowering.reshape(x, withRow(shapeOf(x)));
  PhaseChannels channels(op, rows, columns);
  auto type = Lowering::shaped(x, {shapeOf(image)[0], channels.count(), rows.outputs, columns.outputs});
  Value conv = lowering.create<nn::ConvOp>(type, image, phaseFilter(op, filter, rows, columns), bias, ArrayRef<int64_t>{1, 1},
                                           ArrayRef<int64_t>{1, 1},
                                           ArrayRef<int64_t>{rows.padLow, columns.padLow, rows.padHigh, columns.padHigh},
                                           channels.groups, FloatAttr(), FloatAttr(), true);
  Value pixels = channelsLast(conv, lowering);
  if (channels.phases > 1) {
    SmallVector<int64_t> groups;
    if (channels.groups > 1)
      groups.push_back(channels.groups);
    pixels = spreadBlocks(pixels, groups, rows.stride, columns.stride, {channels.perGroup}, lowering);
  }
  Value result = channelsFirst(cropped(pixels, rows, columns, lowering), lowering);
  return lowering.reshape(result, shapeOf(op.getY()));
}

} // namespace npu::convert
