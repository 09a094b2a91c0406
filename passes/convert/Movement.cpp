// Operators that move elements and compute nothing.
#include "dialects/onnx/Constants.h"
#include "dialects/onnx/Slices.h"
#include "passes/convert/Lowering.h"

using namespace mlir;
namespace npu::convert {

static Converted convertTranspose(onnx::TransposeOp op, Lowering &lowering) {
  Value x = lowering.value(op.getX());
  SmallVector<int64_t> perm, shape;
  if (op.getPerm())
    perm.assign(op.getPerm()->begin(), op.getPerm()->end());
  else
    for (int64_t axis = typeOf(x).getRank(); axis-- > 0;)
      perm.push_back(axis);
  for (int64_t axis : perm)
    shape.push_back(shapeOf(x)[axis]);
  return lowering.create<nn::TransposeOp>(Lowering::shaped(x, shape), x, perm).getOutput();
}

static Converted convertConcat(onnx::ConcatOp op, Lowering &lowering) {
  SmallVector<Value> inputs;
  for (Value input : op.getInputs())
    inputs.push_back(lowering.value(input));
  for (Value input : inputs)
    if (typeOf(input).getElementType() != typeOf(inputs.front()).getElementType())
      return Converted::no("joins tensors of different formats; dequantise them first");
  int64_t axis = axisOf(op.getAxis(), typeOf(op.getY()).getRank());
  return lowering.concat(inputs, axis);
}

template <typename SliceLike>
static Converted convertSlice(SliceLike op, Lowering &lowering) {
  FailureOr<SmallVector<onnx::AxisSlice>> slices = onnx::slicesOf(op);
  if (failed(slices))
    return Converted::no("what it takes is not constant; export starts, ends, axes, steps and sizes as initializers");
  Value x = lowering.value(op.getX());
  SmallVector<int64_t> offsets, strides, shape;
  bool isWhole = true;
  for (auto [slice, size] : llvm::zip(*slices, shapeOf(x))) {
    offsets.push_back(slice.begin);
    // One element has no step, and the file's may be longer than the axis.
    strides.push_back(slice.count == 1 ? 1 : slice.step);
    shape.push_back(slice.count);
    isWhole &= slice.count == size && strides.back() == 1;
  }
  if (isWhole)
    return x;
  return lowering.create<nn::SliceOp>(Lowering::shaped(x, shape), x, offsets, strides).getOutput();
}

/// A negative pad cuts: first cut, then pad.
static Value padded(Value x, ArrayRef<int64_t> low, ArrayRef<int64_t> high, float value, Lowering &lowering) {
  SmallVector<int64_t> offsets, ones(low.size(), 1), sizes, addLow, addHigh, result;
  for (size_t axis = 0; axis < low.size(); ++axis) {
    int64_t cutLow = std::max<int64_t>(-low[axis], 0), cutHigh = std::max<int64_t>(-high[axis], 0);
    offsets.push_back(cutLow);
    sizes.push_back(shapeOf(x)[axis] - cutLow - cutHigh);
    addLow.push_back(std::max<int64_t>(low[axis], 0));
    addHigh.push_back(std::max<int64_t>(high[axis], 0));
    result.push_back(sizes.back() + addLow.back() + addHigh.back());
  }
  if (ArrayRef<int64_t>(sizes) != shapeOf(x))
    x = lowering.create<nn::SliceOp>(Lowering::shaped(x, sizes), x, offsets, ones);
  if (result == sizes)
    return x;
  return lowering.create<nn::PadOp>(Lowering::shaped(x, result), x, addLow, addHigh, llvm::APFloat(value));
}

/// A border of the tensor's own elements: slices of it, joined.
static Value bordered(Value x, int64_t axis, int64_t low, int64_t high, StringRef mode, Lowering &lowering) {
  int64_t size = shapeOf(x)[axis];
  SmallVector<Value> parts;
  if (mode == "edge") {
    parts.append(low, low ? lowering.slice(x, axis, 0, 1, 1) : Value());
    parts.push_back(x);
    parts.append(high, high ? lowering.slice(x, axis, size - 1, 1, 1) : Value());
  } else {
    bool wraps = mode == "wrap";
    if (low)
      parts.push_back(lowering.slice(x, axis, wraps ? size - low : low, wraps ? 1 : -1, low));
    parts.push_back(x);
    if (high)
      parts.push_back(lowering.slice(x, axis, wraps ? 0 : size - 2, wraps ? 1 : -1, high));
  }
  return lowering.concat(parts, axis);
}

static Converted padByItself(Value x, ArrayRef<int64_t> low, ArrayRef<int64_t> high, StringRef mode, Lowering &lowering) {
  for (int64_t axis = 0; axis < static_cast<int64_t>(low.size()); ++axis) {
    int64_t size = shapeOf(x)[axis], most = mode == "reflect" ? size - 1 : mode == "wrap" ? size : 1 << 16;
    if (low[axis] < 0 || high[axis] < 0)
      return Converted::no("mode '" + mode.str() + "' with negative pads; cut with a Slice instead");
    if (std::max(low[axis], high[axis]) > most)
      return Converted::no("mode '" + mode.str() + "' pads axis " + std::to_string(axis) + " of " + std::to_string(size) + " by " +
                           std::to_string(std::max(low[axis], high[axis])) + ", wanted at most " + std::to_string(most));
    x = bordered(x, axis, low[axis], high[axis], mode, lowering);
  }
  return x;
}

static Converted convertPad(onnx::PadOp op, Lowering &lowering) {
  Value x = lowering.value(op.getX());
  int64_t rank = typeOf(x).getRank();
  if (!typeOf(x).getElementType().isF32())
    return Converted::no("pads integers, wanted float32; put the Pad between DequantizeLinear and QuantizeLinear");
  std::optional<float> value = onnx::isNone(op.getValue()) ? 0.0f : scalarConstant(op.getValue());
  std::optional<SmallVector<int64_t>> pads = onnx::constantIntegers(op.getPads()), axes;
  if (onnx::isNone(op.getAxes()))
    axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  else
    axes = onnx::constantIntegers(op.getAxes());
  if (!value || !pads || !axes || pads->size() != 2 * axes->size())
    return Converted::no("pads, axes or value is not constant; export them as initializers");
  SmallVector<int64_t> low(rank, 0), high(rank, 0);
  for (auto [index, axis] : llvm::enumerate(*axes)) {
    low[axisOf(axis, rank)] = (*pads)[index];
    high[axisOf(axis, rank)] = (*pads)[index + axes->size()];
  }
  if (op.getMode() != "constant")
    return padByItself(x, low, high, op.getMode(), lowering);
  return padded(x, low, high, *value, lowering);
}

Converted convertMovement(Operation *op, Lowering &lowering) {
  for (Value operand : op->getOperands().take_front(isa<onnx::ConcatOp>(op) ? op->getNumOperands() : 1))
    if (!lowering.value(operand))
      return Converted::no("moves a constant of type " + text(typeOf(operand).getElementType()) + ", wanted float32");
  if (auto transpose = dyn_cast<onnx::TransposeOp>(op))
    return convertTranspose(transpose, lowering);
  if (auto concat = dyn_cast<onnx::ConcatOp>(op))
    return convertConcat(concat, lowering);
  if (auto slice = dyn_cast<onnx::SliceOp>(op))
    return convertSlice(slice, lowering);
  if (auto split = dyn_cast<onnx::SplitOp>(op))
    return convertSlice(split, lowering);
  if (auto pad = dyn_cast<onnx::PadOp>(op))
    return convertPad(pad, lowering);
  Value x = lowering.value(op->getOperand(0));
  if (isa<onnx::IdentityOp, onnx::DropoutOp>(op))
    return x;
  return lowering.reshape(x, shapeOf(op->getResult(0)));
}

} // namespace npu::convert
