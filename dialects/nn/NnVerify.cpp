// Verifiers: shapes and number formats of every operator.
#include "dialects/nn/Function.h"
#include "dialects/nn/Nn.h"

using namespace mlir;
using namespace mlir::quant;
namespace npu::nn {

static RankedTensorType tensorOf(Value value) { return cast<RankedTensorType>(value.getType()); }
static ArrayRef<int64_t> shapeOf(Value value) { return tensorOf(value).getShape(); }
static Type elementOf(Value value) { return tensorOf(value).getElementType(); }
static bool isQuantized(Value value) { return isa<QuantizedType>(elementOf(value)); }
static bool isPerTensor(Value value) { return isa<UniformQuantizedType>(elementOf(value)); }

LogicalResult ConstantOp::verify() {
  auto type = cast<RankedTensorType>(getOutput().getType());
  auto value = cast<ShapedType>(getValue().getType());
  Type element = type.getElementType();
  if (auto quantized = dyn_cast<QuantizedType>(element))
    element = quantized.getStorageType();
  if (value.getShape() != type.getShape() || value.getElementType() != element)
    return emitOpError("holds ") << value << ", result is " << type;
  return success();
}

static LogicalResult sameShape(Operation *op, Value input, Value output) {
  if (shapeOf(input) != shapeOf(output))
    return op->emitOpError("changes the shape from ") << input.getType() << " to " << output.getType();
  return success();
}

LogicalResult QuantizeOp::verify() {
  if (isQuantized(getInput()) || !isQuantized(getOutput()))
    return emitOpError("wants a float input and a quantised result");
  return sameShape(*this, getInput(), getOutput());
}
LogicalResult DequantizeOp::verify() {
  if (!isQuantized(getInput()) || isQuantized(getOutput()))
    return emitOpError("wants a quantised input and a float result");
  return sameShape(*this, getInput(), getOutput());
}
LogicalResult RequantizeOp::verify() {
  if (!isPerTensor(getInput()) || !isPerTensor(getOutput()))
    return emitOpError("wants a quantised input and result, per tensor");
  return sameShape(*this, getInput(), getOutput());
}

// Input, filter, bias and output of a product: all float of one type, or all quantised.
static LogicalResult verifyFormats(Operation *op, Value input, Value filter, Value bias, Value output) {
  bool quantized = isQuantized(input);
  for (Value value : {filter, bias, output})
    if (isQuantized(value) != quantized)
      return op->emitOpError("mixes float and quantised operands");
  if (!quantized)
    return success();
  if (!isPerTensor(input) || !isPerTensor(output))
    return op->emitOpError("wants input and result quantised per tensor");
  if (auto perAxis = dyn_cast<UniformQuantizedPerAxisType>(elementOf(filter)))
    if (perAxis.getQuantizedDimension() != 0)
      return op->emitOpError("wants the filter quantised along axis 0, got axis ") << perAxis.getQuantizedDimension();
  return success();
}

// Rows and columns of a spatial tensor's shape.
static std::pair<int64_t, int64_t> spatial(ArrayRef<int64_t> shape, bool channelsFirst) {
  return channelsFirst ? std::pair(shape[2], shape[3]) : std::pair(shape[1], shape[2]);
}

static LogicalResult verifyWindow(Operation *op, Value input, Value output, ArrayRef<int64_t> kernel,
                                  ArrayRef<int64_t> strides, ArrayRef<int64_t> dilations, ArrayRef<int64_t> pads,
                                  bool channelsFirst, bool ceilAllowed) {
  if (shapeOf(input).size() != 4 || shapeOf(output).size() != 4)
    return op->emitOpError("wants tensors of rank 4");
  if (kernel.size() != 2 || strides.size() != 2 || dilations.size() != 2 || pads.size() != 4)
    return op->emitOpError("wants 2 kernel extents, strides and dilations, and 4 pads");
  auto [inRows, inColumns] = spatial(shapeOf(input), channelsFirst);
  auto [outRows, outColumns] = spatial(shapeOf(output), channelsFirst);
  int64_t in[2] = {inRows, inColumns}, out[2] = {outRows, outColumns};
  for (int axis = 0; axis < 2; ++axis) {
    if (kernel[axis] < 1 || strides[axis] < 1 || dilations[axis] < 1 || pads[axis] < 0 || pads[axis + 2] < 0)
      return op->emitOpError("has a kernel, stride, dilation or pad out of range");
    int64_t span = in[axis] + pads[axis] + pads[axis + 2] - ((kernel[axis] - 1) * dilations[axis] + 1);
    int64_t floor = span < 0 ? 0 : span / strides[axis] + 1;
    int64_t ceil = span < 0 ? 0 : (span + strides[axis] - 1) / strides[axis] + 1;
    if (out[axis] != floor && !(ceilAllowed && out[axis] == ceil))
      return op->emitOpError("yields ") << floor << " along spatial axis " << axis << ", result has " << out[axis];
  }
  return success();
}

LogicalResult ConvOp::verify() {
  auto filter = shapeOf(getFilter());
  if (filter.size() != 4)
    return emitOpError("wants a filter of rank 4");
  if (failed(verifyWindow(*this, getInput(), getOutput(), {filter[1], filter[2]}, getStrides(), getDilations(),
                          getPads(), getChannelsFirst(), false)))
    return failure();
  int channelAxis = getChannelsFirst() ? 1 : 3;
  int64_t group = getGroup(), inputs = shapeOf(getInput())[channelAxis], outputs = shapeOf(getOutput())[channelAxis];
  if (group < 1 || inputs != filter[3] * group || outputs != filter[0] || outputs % group != 0)
    return emitOpError("has ") << inputs << " input and " << outputs << " output channels, filter "
                               << getFilter().getType() << " in " << group << " groups";
  if (shapeOf(getBias()) != ArrayRef<int64_t>{outputs})
    return emitOpError("wants ") << outputs << " biases, got " << getBias().getType();
  return verifyFormats(*this, getInput(), getFilter(), getBias(), getOutput());
}

LogicalResult DenseOp::verify() {
  auto input = shapeOf(getInput()), filter = shapeOf(getFilter()), output = shapeOf(getOutput());
  if (input.empty() || filter.size() != 2 || output.size() != input.size())
    return emitOpError("wants input [..., C], filter [K, C], result [..., K]");
  if (input.back() != filter[1] || output.back() != filter[0] || input.drop_back() != output.drop_back())
    return emitOpError("cannot multiply ") << getInput().getType() << " by " << getFilter().getType() << " into "
                                           << getOutput().getType();
  if (shapeOf(getBias()) != ArrayRef<int64_t>{filter[0]})
    return emitOpError("wants ") << filter[0] << " biases, got " << getBias().getType();
  return verifyFormats(*this, getInput(), getFilter(), getBias(), getOutput());
}

// All float of one type, or all quantised per tensor.
static LogicalResult verifyUniform(Operation *op) {
  SmallVector<Value> values(op->getOperands());
  values.append(op->result_begin(), op->result_end());
  for (Value value : values) {
    if (isQuantized(value) != isQuantized(values.front()))
      return op->emitOpError("mixes float and quantised operands");
    if (isQuantized(value) ? !isPerTensor(value) : elementOf(value) != elementOf(values.front()))
      return op->emitOpError("wants operands of one float type, or quantised per tensor");
  }
  return success();
}

/// The axis `back` from the end.
static int64_t fromEnd(Value value, int back) { return shapeOf(value)[shapeOf(value).size() - back]; }
int64_t MatmulOp::getRows() { return fromEnd(getLhs(), getTransposeLhs() ? 1 : 2); }
int64_t MatmulOp::getInner() { return fromEnd(getLhs(), getTransposeLhs() ? 2 : 1); }
int64_t MatmulOp::getColumns() { return fromEnd(getRhs(), getTransposeRhs() ? 2 : 1); }

LogicalResult MatmulOp::verify() {
  auto lhs = shapeOf(getLhs()), rhs = shapeOf(getRhs()), output = shapeOf(getOutput());
  if (output.size() < 2 || lhs.size() != output.size() || rhs.size() != output.size())
    return emitOpError("wants tensors of one rank, 2 or more");
  SmallVector<int64_t> wanted;
  for (auto [a, b] : llvm::zip(lhs.drop_back(2), rhs.drop_back(2)))
    wanted.push_back(a == b || b == 1 ? a : a == 1 ? b : -1);
  wanted.append({getRows(), getColumns()});
  if (getInner() != fromEnd(getRhs(), getTransposeRhs() ? 1 : 2) || output != ArrayRef<int64_t>(wanted))
    return emitOpError("cannot multiply ") << getLhs().getType() << " by " << getRhs().getType() << " into "
                                           << getOutput().getType();
  if (!getAlpha().isFinite() || getAlpha().isNegative() || getAlpha().isZero())
    return emitOpError("wants a positive alpha, got ") << getAlphaAttr();
  return verifyUniform(*this);
}

LogicalResult BinaryOp::verify() {
  auto lhs = shapeOf(getLhs()), rhs = shapeOf(getRhs()), output = shapeOf(getOutput());
  if (output.size() != std::max(lhs.size(), rhs.size()))
    return emitOpError("has a result of rank ") << output.size();
  for (size_t i = 0; i < output.size(); ++i) {
    int64_t a = i < lhs.size() ? lhs[lhs.size() - 1 - i] : 1;
    int64_t b = i < rhs.size() ? rhs[rhs.size() - 1 - i] : 1;
    if ((a != b && a != 1 && b != 1) || output[output.size() - 1 - i] != std::max(a, b))
      return emitOpError("cannot broadcast ") << getLhs().getType() << " and " << getRhs().getType() << " to "
                                              << getOutput().getType();
  }
  if (isComparison(getKind()) && (getClampMin() || getClampMax()))
    return emitOpError("is a comparison and clamps");
  return verifyUniform(*this);
}

LogicalResult ClampOp::verify() { return verifyUniform(*this); }

LogicalResult FunctionOp::verify() {
  std::string reason;
  if (parseFunction(getExpression(), reason).empty())
    return emitOpError("has the expression '") << getExpression() << "': " << reason;
  if (isQuantized(getInput()) && (!isPerTensor(getInput()) || !isPerTensor(getOutput())))
    return emitOpError("wants a quantised input and result, per tensor");
  return verifyUniform(*this);
}

LogicalResult PoolOp::verify() {
  if (failed(verifyWindow(*this, getInput(), getOutput(), getKernel(), getStrides(), getDilations(), getPads(),
                          getChannelsFirst(), true)))
    return failure();
  int channelAxis = getChannelsFirst() ? 1 : 3;
  if (shapeOf(getInput())[channelAxis] != shapeOf(getOutput())[channelAxis])
    return emitOpError("changes the number of channels");
  return verifyUniform(*this);
}

LogicalResult ResizeOp::verify() {
  auto input = shapeOf(getInput()), output = shapeOf(getOutput());
  if (input.size() != 4 || output.size() != 4)
    return emitOpError("wants tensors of rank 4");
  int channelAxis = getChannelsFirst() ? 1 : 3;
  if (input[0] != output[0] || input[channelAxis] != output[channelAxis])
    return emitOpError("changes the number of images or channels");
  if (getSteps().size() != 2 || getOffsets().size() != 2 || getDenominators().size() != 2)
    return emitOpError("wants 2 steps, offsets and denominators");
  // So that positions are exact in 64 bits, and in the fields of machines.
  constexpr int64_t most = std::numeric_limits<int32_t>::max();
  for (int axis = 0; axis < 2; ++axis)
    if (getSteps()[axis] < 0 || getSteps()[axis] > most || std::abs(getOffsets()[axis]) > most ||
        getDenominators()[axis] < 1 || getDenominators()[axis] > most)
      return emitOpError("has a step, offset or denominator out of range");
  for (int64_t extent : llvm::concat<const int64_t>(input, output))
    if (extent > most)
      return emitOpError("has an extent of ") << extent;
  if (getKind() == ResizeKind::Nearest && elementOf(getInput()) != elementOf(getOutput()))
    return emitOpError("changes the elements from ") << elementOf(getInput()) << " to " << elementOf(getOutput());
  return verifyUniform(*this);
}

LogicalResult ReduceOp::verify() {
  SmallVector<int64_t> wanted(shapeOf(getInput()));
  for (int64_t axis : getAxes()) {
    if (axis < 0 || axis >= static_cast<int64_t>(wanted.size()))
      return emitOpError("axis ") << axis << " out of range";
    wanted[axis] = 1;
  }
  if (shapeOf(getOutput()) != ArrayRef<int64_t>(wanted))
    return emitOpError("wants reduced axes of extent 1, got ") << getOutput().getType();
  return verifyUniform(*this);
}

LogicalResult SoftmaxOp::verify() {
  if (getAxis() >= shapeOf(getInput()).size())
    return emitOpError("axis ") << getAxis() << " out of range";
  return verifyUniform(*this);
}

LogicalResult ConcatOp::verify() {
  if (getInputs().empty())
    return emitOpError("needs at least one input");
  auto output = shapeOf(getOutput());
  if (getAxis() >= output.size())
    return emitOpError("axis ") << getAxis() << " out of range";
  int64_t sum = 0;
  for (Value input : getInputs()) {
    SmallVector<int64_t> shape(shapeOf(input));
    if (shape.size() != output.size() || elementOf(input) != elementOf(getOutput()))
      return emitOpError("cannot join ") << input.getType() << " into " << getOutput().getType();
    sum += shape[getAxis()];
    shape[getAxis()] = output[getAxis()];
    if (ArrayRef<int64_t>(shape) != output)
      return emitOpError("cannot join ") << input.getType() << " into " << getOutput().getType();
  }
  if (sum != output[getAxis()])
    return emitOpError("inputs add up to ") << sum << " along axis " << getAxis() << ", result has "
                                            << output[getAxis()];
  return success();
}

// The element format never changes in data movement.
static LogicalResult verifyMove(Operation *op, Value input, Value output) {
  if (elementOf(input) != elementOf(output))
    return op->emitOpError("changes the elements from ") << elementOf(input) << " to " << elementOf(output);
  return success();
}

LogicalResult ReshapeOp::verify() {
  if (tensorOf(getInput()).getNumElements() != tensorOf(getOutput()).getNumElements())
    return emitOpError("changes the number of elements");
  return verifyMove(*this, getInput(), getOutput());
}

LogicalResult TransposeOp::verify() {
  auto input = shapeOf(getInput()), output = shapeOf(getOutput());
  SmallVector<bool> seen(input.size(), false);
  if (getPerm().size() != input.size() || output.size() != input.size())
    return emitOpError("wants a permutation of ") << input.size() << " axes";
  for (auto [index, axis] : llvm::enumerate(getPerm())) {
    if (axis < 0 || axis >= static_cast<int64_t>(input.size()) || seen[axis])
      return emitOpError("perm is not a permutation");
    seen[axis] = true;
    if (output[index] != input[axis])
      return emitOpError("result axis ") << index << " has extent " << output[index] << ", wants " << input[axis];
  }
  return verifyMove(*this, getInput(), getOutput());
}

LogicalResult PadOp::verify() {
  auto input = shapeOf(getInput()), output = shapeOf(getOutput());
  if (getLow().size() != input.size() || getHigh().size() != input.size() || output.size() != input.size())
    return emitOpError("wants low and high for ") << input.size() << " axes";
  for (size_t i = 0; i < input.size(); ++i)
    if (getLow()[i] < 0 || getHigh()[i] < 0 || output[i] != input[i] + getLow()[i] + getHigh()[i])
      return emitOpError("pads axis ") << i << " of " << input[i] << " by " << getLow()[i] << " and " << getHigh()[i]
                                       << ", result has " << output[i];
  return verifyMove(*this, getInput(), getOutput());
}

LogicalResult SliceOp::verify() {
  auto input = shapeOf(getInput()), output = shapeOf(getOutput());
  if (getOffsets().size() != input.size() || getStrides().size() != input.size() || output.size() != input.size())
    return emitOpError("wants offsets and strides for ") << input.size() << " axes";
  for (size_t i = 0; i < input.size(); ++i) {
    int64_t last = getOffsets()[i] + (output[i] - 1) * getStrides()[i];
    if (getOffsets()[i] < 0 || getOffsets()[i] >= input[i] || last < 0 || last >= input[i])
      return emitOpError("leaves axis ") << i << " of extent " << input[i];
  }
  return verifyMove(*this, getInput(), getOutput());
}

} // namespace npu::nn
