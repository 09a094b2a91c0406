// Result types of Conv, BatchNormalization, the pools and the reductions.
#include "dialects/onnx/Constants.h"
#include "dialects/onnx/Diagnostics.h"
#include "dialects/onnx/InferSupport.h"
#include "dialects/onnx/Window.h"

using namespace mlir;

namespace npu::onnx {

static RankedTensorType spatialType(ArrayRef<WindowAxis> window, int64_t batch, int64_t channels,
                                    Type element) {
  SmallVector<int64_t> shape = {batch, channels};
  for (const WindowAxis &axis : window)
    shape.push_back(axis.output);
  return RankedTensorType::get(shape, element);
}

FailureOr<RankedTensorType> ConvOp::inferType() {
  RankedTensorType x = typeOf(getX()), w = typeOf(getW());
  FailureOr<SmallVector<WindowAxis>> window = windowOf(*this);
  if (failed(window))
    return failure();
  if (w.getRank() != x.getRank())
    return nodeError(*this) << "the input has rank " << x.getRank() << ", the weight rank "
                            << w.getRank();
  int64_t channels = x.getDimSize(1), filters = w.getDimSize(0), group = getGroup();
  if (channels % group != 0 || filters % group != 0)
    return nodeError(*this) << "group " << group << " divides neither or not both of " << channels
                            << " input and " << filters << " output channels";
  if (w.getDimSize(1) * group != channels)
    return nodeError(*this) << "the weight is for " << w.getDimSize(1) * group
                            << " channels in group " << group << ", the input has " << channels;
  if (!isNone(getB()) && typeOf(getB()).getShape() != ArrayRef<int64_t>(filters))
    return nodeError(*this) << "the bias has type " << typeOf(getB()) << ", want " << filters
                            << " elements";
  return spatialType(*window, x.getDimSize(0), filters, x.getElementType());
}

FailureOr<RankedTensorType> ConvTransposeOp::inferType() {
  RankedTensorType x = typeOf(getX()), w = typeOf(getW());
  FailureOr<SmallVector<WindowAxis>> window = windowOf(*this);
  if (failed(window))
    return failure();
  int64_t channels = x.getDimSize(1), group = getGroup(), filters = w.getDimSize(1) * group;
  if (w.getDimSize(0) != channels || channels % group != 0)
    return nodeError(*this) << "the weight is for " << w.getDimSize(0) << " channels in " << group
                            << " groups, the input has " << channels;
  if (!isNone(getB()) && typeOf(getB()).getShape() != ArrayRef<int64_t>(filters))
    return nodeError(*this) << "the bias has type " << typeOf(getB()) << ", want " << filters << " elements";
  return spatialType(*window, x.getDimSize(0), filters, x.getElementType());
}

FailureOr<RankedTensorType> BatchNormalizationOp::inferType() {
  RankedTensorType x = typeOf(getX());
  if (x.getRank() < 2)
    return nodeError(*this) << "the input has rank " << x.getRank()
                            << ", want a batch and channels at least";
  const std::pair<StringRef, Value> parameters[] = {
      {"scale", getScale()}, {"B", getB()}, {"mean", getMean()}, {"var", getVar()}};
  for (auto [name, value] : parameters)
    if (typeOf(value).getShape() != ArrayRef<int64_t>(x.getDimSize(1)))
      return nodeError(*this) << name << " has type " << typeOf(value) << ", want "
                              << x.getDimSize(1) << " elements, one a channel";
  return x;
}

FailureOr<RankedTensorType> LayerNormalizationOp::inferType() {
  RankedTensorType x = typeOf(getX());
  FailureOr<int64_t> axis = axisOf(*this, getAxis(), x.getRank());
  if (failed(axis))
    return failure();
  for (Value operand : {Value(getScale()), Value(getB())}) {
    if (isNone(operand))
      continue;
    FailureOr<SmallVector<int64_t>> shape = broadcast(*this, x.getShape(), typeOf(operand).getShape());
    if (failed(shape) || ArrayRef<int64_t>(*shape) != x.getShape())
      return nodeError(*this) << "scale or B has type " << typeOf(operand) << ", which does not broadcast to " << x;
  }
  return x;
}

FailureOr<RankedTensorType> InstanceNormalizationOp::inferType() {
  RankedTensorType x = typeOf(getX());
  if (x.getRank() < 3)
    return nodeError(*this) << "the input has rank " << x.getRank() << ", want at least 3";
  for (Value operand : {getScale(), getB()})
    if (typeOf(operand).getShape() != ArrayRef<int64_t>(x.getDimSize(1)))
      return nodeError(*this) << "scale or B has type " << typeOf(operand) << ", want " << x.getDimSize(1)
                              << " elements, one a channel";
  return x;
}

template <typename PoolOp>
static FailureOr<RankedTensorType> inferPool(PoolOp op) {
  FailureOr<SmallVector<WindowAxis>> window = windowOf(op);
  if (failed(window))
    return failure();
  RankedTensorType x = typeOf(op.getX());
  return spatialType(*window, x.getDimSize(0), x.getDimSize(1), x.getElementType());
}

FailureOr<RankedTensorType> MaxPoolOp::inferType() { return inferPool(*this); }
FailureOr<RankedTensorType> AveragePoolOp::inferType() { return inferPool(*this); }

static FailureOr<RankedTensorType> inferGlobalPool(Operation *op) {
  RankedTensorType x = typeOf(op->getOperand(0));
  if (x.getRank() < 3)
    return nodeError(op) << "the input has rank " << x.getRank() << ", want at least 3";
  SmallVector<int64_t> shape(x.getRank(), 1);
  shape[0] = x.getDimSize(0);
  shape[1] = x.getDimSize(1);
  return RankedTensorType::get(shape, x.getElementType());
}

FailureOr<RankedTensorType> GlobalAveragePoolOp::inferType() { return inferGlobalPool(*this); }
FailureOr<RankedTensorType> GlobalMaxPoolOp::inferType() { return inferGlobalPool(*this); }

template <typename ReduceOp>
static FailureOr<RankedTensorType> inferReduction(ReduceOp op) {
  RankedTensorType x = typeOf(op.getX());
  SmallVector<int64_t> axes;
  if (!isNone(op.getAxes())) {
    FailureOr<SmallVector<int64_t>> given = axesOf(op, op.getAxes(), x.getRank());
    if (failed(given))
      return failure();
    axes = *given;
  }
  if (axes.empty() && op.getNoopWithEmptyAxes())
    return x;
  SmallVector<int64_t> shape;
  for (auto [axis, size] : llvm::enumerate(x.getShape())) {
    bool reduced = axes.empty() || llvm::is_contained(axes, int64_t(axis));
    if (!reduced)
      shape.push_back(size);
    else if (op.getKeepdims())
      shape.push_back(1);
  }
  return RankedTensorType::get(shape, x.getElementType());
}

FailureOr<RankedTensorType> ReduceMeanOp::inferType() { return inferReduction(*this); }
FailureOr<RankedTensorType> ReduceSumOp::inferType() { return inferReduction(*this); }
FailureOr<RankedTensorType> ReduceMaxOp::inferType() { return inferReduction(*this); }
FailureOr<RankedTensorType> ReduceMinOp::inferType() { return inferReduction(*this); }
FailureOr<RankedTensorType> ReduceProdOp::inferType() { return inferReduction(*this); }

} // namespace npu::onnx
