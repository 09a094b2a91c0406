// Result types of matrix products, elementwise operators and quantisation.
#include "dialects/onnx/Constants.h"
#include "dialects/onnx/Diagnostics.h"
#include "dialects/onnx/InferSupport.h"
#include "dialects/onnx/Onnx.h"

using namespace mlir;

namespace npu::onnx {

FailureOr<RankedTensorType> GemmOp::inferType() {
  RankedTensorType a = typeOf(getA()), b = typeOf(getB());
  if (a.getRank() != 2 || b.getRank() != 2)
    return nodeError(*this) << "A and B have ranks " << a.getRank() << " and " << b.getRank()
                            << ", want 2 and 2";
  int64_t rows = a.getDimSize(getTransA() ? 1 : 0), depthA = a.getDimSize(getTransA() ? 0 : 1);
  int64_t depthB = b.getDimSize(getTransB() ? 1 : 0), columns = b.getDimSize(getTransB() ? 0 : 1);
  if (depthA != depthB)
    return nodeError(*this) << "A has " << depthA << " columns, B has " << depthB << " rows";
  SmallVector<int64_t> shape = {rows, columns};
  if (!isNone(getC())) {
    FailureOr<SmallVector<int64_t>> sum = broadcast(*this, shape, typeOf(getC()).getShape());
    if (failed(sum))
      return failure();
    if (ArrayRef<int64_t>(*sum) != ArrayRef<int64_t>(shape))
      return nodeError(*this) << "C has shape [" << typeOf(getC()).getShape()
                              << "], which does not broadcast to [" << ArrayRef<int64_t>(shape)
                              << "]";
  }
  return RankedTensorType::get(shape, a.getElementType());
}

FailureOr<RankedTensorType> MatMulOp::inferType() {
  SmallVector<int64_t> a(typeOf(getA()).getShape()), b(typeOf(getB()).getShape());
  if (a.empty() || b.empty())
    return nodeError(*this) << "an operand is a scalar";
  // A vector is a row on the left and a column on the right, and its axis goes again.
  bool rowGoes = a.size() == 1, columnGoes = b.size() == 1;
  if (rowGoes)
    a.insert(a.begin(), 1);
  if (columnGoes)
    b.push_back(1);
  int64_t depthA = a.back(), depthB = b[b.size() - 2], columns = b.back(), rows = a[a.size() - 2];
  if (depthA != depthB)
    return nodeError(*this) << "A has " << depthA << " columns, B has " << depthB << " rows";
  FailureOr<SmallVector<int64_t>> shape =
      broadcast(*this, ArrayRef<int64_t>(a).drop_back(2), ArrayRef<int64_t>(b).drop_back(2));
  if (failed(shape))
    return failure();
  if (!rowGoes)
    shape->push_back(rows);
  if (!columnGoes)
    shape->push_back(columns);
  return RankedTensorType::get(*shape, typeOf(getA()).getElementType());
}

/// All operands broadcast, of one element type.
static FailureOr<RankedTensorType> inferElementwise(Operation *op) {
  RankedTensorType first = typeOf(op->getOperand(0));
  SmallVector<int64_t> shape(first.getShape());
  for (Value operand : op->getOperands().drop_front()) {
    RankedTensorType type = typeOf(operand);
    if (type.getElementType() != first.getElementType())
      return nodeError(op) << "operands of " << first.getElementType() << " and "
                           << type.getElementType() << "; insert a Cast";
    FailureOr<SmallVector<int64_t>> wider = broadcast(op, shape, type.getShape());
    if (failed(wider))
      return failure();
    shape = *wider;
  }
  return RankedTensorType::get(shape, first.getElementType());
}

FailureOr<RankedTensorType> AddOp::inferType() { return inferElementwise(*this); }
FailureOr<RankedTensorType> SubOp::inferType() { return inferElementwise(*this); }
FailureOr<RankedTensorType> MulOp::inferType() { return inferElementwise(*this); }
FailureOr<RankedTensorType> DivOp::inferType() { return inferElementwise(*this); }
/// The exponent may be of any type.
FailureOr<RankedTensorType> PowOp::inferType() {
  FailureOr<SmallVector<int64_t>> shape = broadcast(*this, typeOf(getA()).getShape(), typeOf(getB()).getShape());
  if (failed(shape))
    return failure();
  return RankedTensorType::get(*shape, typeOf(getA()).getElementType());
}
FailureOr<RankedTensorType> MinOp::inferType() { return inferElementwise(*this); }
FailureOr<RankedTensorType> MaxOp::inferType() { return inferElementwise(*this); }

FailureOr<RankedTensorType> ClipOp::inferType() {
  for (Value bound : {getMin(), getMax()})
    if (!isNone(bound) && typeOf(bound).getNumElements() != 1)
      return nodeError(*this) << "a bound has type " << typeOf(bound) << ", want a scalar";
  return typeOf(getX());
}

FailureOr<RankedTensorType> SoftmaxOp::inferType() {
  if (failed(axisOf(*this, getAxis(), typeOf(getX()).getRank())))
    return failure();
  return typeOf(getX());
}

/// A scale and a zero point of one shape: one element, or one per index of `axis`.
static LogicalResult checkParameters(Operation *op, RankedTensorType x, RankedTensorType scale,
                                     Value zeroPoint, int64_t axis) {
  if (!isNone(zeroPoint) && typeOf(zeroPoint).getNumElements() != scale.getNumElements())
    return nodeError(op) << "the scale has " << scale.getNumElements()
                         << " elements, the zero point " << typeOf(zeroPoint).getNumElements();
  if (scale.getNumElements() == 1)
    return success();
  if (scale.getRank() != 1)
    return nodeError(op) << "the scale has rank " << scale.getRank()
                         << "; blocked quantisation is not supported";
  FailureOr<int64_t> counted = axisOf(op, axis, x.getRank());
  if (failed(counted))
    return failure();
  if (scale.getDimSize(0) != x.getDimSize(*counted))
    return nodeError(op) << "the scale has " << scale.getDimSize(0) << " elements, axis " << *counted
                         << " of the input " << x.getDimSize(*counted);
  return success();
}

FailureOr<RankedTensorType> QuantizeLinearOp::inferType() {
  RankedTensorType x = typeOf(getX());
  if (failed(checkParameters(*this, x, typeOf(getScale()), getZeroPoint(), getAxis())))
    return failure();
  Type element = isNone(getZeroPoint()) ? IntegerType::get(getContext(), 8, IntegerType::Unsigned)
                                        : typeOf(getZeroPoint()).getElementType();
  return RankedTensorType::get(x.getShape(), element);
}

FailureOr<RankedTensorType> DequantizeLinearOp::inferType() {
  RankedTensorType x = typeOf(getX()), scale = typeOf(getScale());
  if (failed(checkParameters(*this, x, scale, getZeroPoint(), getAxis())))
    return failure();
  if (!isNone(getZeroPoint()) && typeOf(getZeroPoint()).getElementType() != x.getElementType())
    return nodeError(*this) << "the input is " << x.getElementType() << ", the zero point "
                            << typeOf(getZeroPoint()).getElementType();
  return RankedTensorType::get(x.getShape(), scale.getElementType());
}

} // namespace npu::onnx
