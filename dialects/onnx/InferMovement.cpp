// Result types of operators that only move values.
#include "dialects/onnx/Constants.h"
#include "dialects/onnx/Diagnostics.h"
#include "dialects/onnx/InferSupport.h"
#include "dialects/onnx/Onnx.h"

using namespace mlir;

namespace npu::onnx {

FailureOr<RankedTensorType> ConstantOp::inferType() {
  return RankedTensorType::get(getValue().getShapedType().getShape(), getValue().getElementType());
}

FailureOr<RankedTensorType> IdentityOp::inferType() { return typeOf(getX()); }
FailureOr<RankedTensorType> DropoutOp::inferType() {
  if (!isNone(getTrainingMode())) {
    std::optional<SmallVector<int64_t>> mode = constantIntegers(getTrainingMode());
    if (!mode || llvm::any_of(*mode, [](int64_t on) { return on != 0; }))
      return nodeError(*this) << "training_mode is " << (mode ? "true" : "computed at run time")
                              << ", want false: in inference nothing drops out; export the model in evaluation mode";
  }
  return typeOf(getX());
}

FailureOr<RankedTensorType> PadOp::inferType() {
  RankedTensorType x = typeOf(getX());
  SmallVector<int64_t> axes = llvm::to_vector(llvm::seq<int64_t>(0, x.getRank()));
  if (!isNone(getAxes())) {
    // Not axesOf(): the pads follow the order the axes are given in.
    FailureOr<SmallVector<int64_t>> given = knownIntegers(*this, getAxes(), "axes");
    if (failed(given) || failed(axesOf(*this, getAxes(), x.getRank())))
      return failure();
    axes.clear();
    for (int64_t axis : *given)
      axes.push_back(axis < 0 ? axis + x.getRank() : axis);
  }
  FailureOr<SmallVector<int64_t>> pads = knownIntegers(*this, getPads(), "pads");
  if (failed(pads))
    return failure();
  if (pads->size() != 2 * axes.size())
    return nodeError(*this) << "pads has " << pads->size() << " values, want " << 2 * axes.size();
  SmallVector<int64_t> shape(x.getShape());
  for (auto [i, axis] : llvm::enumerate(axes)) {
    int64_t begin = (*pads)[i], end = (*pads)[i + axes.size()];
    if (std::abs(begin) > (int64_t(1) << 30) || std::abs(end) > (int64_t(1) << 30))
      return nodeError(*this) << "pads must be from -2^30 to 2^30";
    shape[axis] += begin + end;
    if (shape[axis] < 0)
      return nodeError(*this) << "pads remove more than axis " << axis << " has";
  }
  return RankedTensorType::get(shape, x.getElementType());
}

FailureOr<RankedTensorType> ConcatOp::inferType() {
  RankedTensorType first = typeOf(getInputs().front());
  FailureOr<int64_t> axis = axisOf(*this, getAxis(), first.getRank());
  if (failed(axis))
    return failure();
  SmallVector<int64_t> shape(first.getShape());
  for (Value input : getInputs().drop_front()) {
    RankedTensorType type = typeOf(input);
    SmallVector<int64_t> want(shape);
    if (type.getRank() == first.getRank())
      want[*axis] = type.getDimSize(*axis);
    if (type.getShape() != ArrayRef<int64_t>(want) ||
        type.getElementType() != first.getElementType())
      return nodeError(*this) << "inputs of types " << first << " and " << type
                              << " cannot be joined along axis " << *axis;
    shape[*axis] += type.getDimSize(*axis);
  }
  return RankedTensorType::get(shape, first.getElementType());
}

/// The size that -1 stands for, given the product of the others.
static FailureOr<int64_t> restOf(Operation *op, int64_t elements, int64_t others) {
  if (others == 0 || elements % others != 0)
    return nodeError(op) << elements << " elements cannot be shaped: the other sizes multiply to "
                         << others;
  return elements / others;
}

FailureOr<RankedTensorType> ReshapeOp::inferType() {
  RankedTensorType x = typeOf(getX());
  FailureOr<SmallVector<int64_t>> shape = knownIntegers(*this, getShape(), "shape");
  if (failed(shape))
    return failure();
  int64_t *rest = nullptr, others = 1;
  for (auto [i, size] : llvm::enumerate(*shape)) {
    if (size < -1 || (size == -1 && rest))
      return nodeError(*this) << "shape [" << ArrayRef<int64_t>(*shape)
                              << "] has a size below -1 or two of -1";
    if (size == 0 && !getAllowzero()) {
      if (int64_t(i) >= x.getRank())
        return nodeError(*this) << "shape copies axis " << i << " of an input of rank "
                                << x.getRank();
      size = x.getDimSize(i);
    }
    if (size == -1)
      rest = &size;
    else if (llvm::MulOverflow(others, size, others))
      return nodeError(*this) << "shape [" << ArrayRef<int64_t>(*shape) << "] is too large";
  }
  if (rest) {
    FailureOr<int64_t> size = restOf(*this, x.getNumElements(), others);
    if (failed(size))
      return failure();
    *rest = *size;
  } else if (others != x.getNumElements()) {
    return nodeError(*this) << "the input has " << x.getNumElements() << " elements, shape ["
                            << ArrayRef<int64_t>(*shape) << "] has " << others;
  }
  return RankedTensorType::get(*shape, x.getElementType());
}

FailureOr<RankedTensorType> FlattenOp::inferType() {
  RankedTensorType x = typeOf(getX());
  int64_t axis = getAxis() < 0 ? getAxis() + x.getRank() : getAxis();
  // Flatten alone may split behind the last axis.
  if (axis < 0 || axis > x.getRank())
    return nodeError(*this) << "axis " << getAxis() << " does not split a tensor of rank "
                            << x.getRank();
  int64_t rows = 1, columns = 1;
  for (auto [i, size] : llvm::enumerate(x.getShape()))
    (int64_t(i) < axis ? rows : columns) *= size;
  return RankedTensorType::get({rows, columns}, x.getElementType());
}

FailureOr<RankedTensorType> SqueezeOp::inferType() {
  RankedTensorType x = typeOf(getX());
  SmallVector<int64_t> axes;
  if (!isNone(getAxes())) {
    FailureOr<SmallVector<int64_t>> given = axesOf(*this, getAxes(), x.getRank());
    if (failed(given))
      return failure();
    axes = *given;
    for (int64_t axis : axes)
      if (x.getDimSize(axis) != 1)
        return nodeError(*this) << "axis " << axis << " has size " << x.getDimSize(axis)
                                << ", only size 1 can go";
  }
  SmallVector<int64_t> shape;
  for (auto [axis, size] : llvm::enumerate(x.getShape()))
    if (isNone(getAxes()) ? size != 1 : !llvm::is_contained(axes, int64_t(axis)))
      shape.push_back(size);
  return RankedTensorType::get(shape, x.getElementType());
}

FailureOr<RankedTensorType> UnsqueezeOp::inferType() {
  RankedTensorType x = typeOf(getX());
  FailureOr<SmallVector<int64_t>> given = knownIntegers(*this, getAxes(), "axes");
  if (failed(given))
    return failure();
  int64_t rank = x.getRank() + int64_t(given->size());
  FailureOr<SmallVector<int64_t>> axes = axesOf(*this, getAxes(), rank);
  if (failed(axes))
    return failure();
  SmallVector<int64_t> shape(x.getShape());
  for (int64_t axis : *axes)
    shape.insert(shape.begin() + axis, 1);
  return RankedTensorType::get(shape, x.getElementType());
}

FailureOr<RankedTensorType> TransposeOp::inferType() {
  RankedTensorType x = typeOf(getX());
  SmallVector<int64_t> shape(llvm::reverse(x.getShape()));
  if (getPerm()) {
    if (int64_t(getPerm()->size()) != x.getRank())
      return nodeError(*this) << "perm has " << getPerm()->size() << " values, the input has rank "
                              << x.getRank();
    for (auto [i, axis] : llvm::enumerate(*getPerm()))
      shape[i] = x.getDimSize(axis);
  }
  return RankedTensorType::get(shape, x.getElementType());
}

FailureOr<RankedTensorType> DepthToSpaceOp::inferType() {
  RankedTensorType x = typeOf(getX());
  int64_t block = getBlocksize();
  if (x.getRank() != 4 || x.getDimSize(1) % (block * block) != 0)
    return nodeError(*this) << "the input is " << x << ", want rank 4 and a multiple of " << block * block
                            << " channels";
  return RankedTensorType::get({x.getDimSize(0), x.getDimSize(1) / (block * block), x.getDimSize(2) * block,
                                x.getDimSize(3) * block},
                               x.getElementType());
}

FailureOr<RankedTensorType> SpaceToDepthOp::inferType() {
  RankedTensorType x = typeOf(getX());
  int64_t block = getBlocksize();
  if (x.getRank() != 4 || x.getDimSize(2) % block != 0 || x.getDimSize(3) % block != 0)
    return nodeError(*this) << "the input is " << x << ", want rank 4, rows and columns multiples of " << block;
  return RankedTensorType::get({x.getDimSize(0), x.getDimSize(1) * block * block, x.getDimSize(2) / block,
                                x.getDimSize(3) / block},
                               x.getElementType());
}

} // namespace npu::onnx
