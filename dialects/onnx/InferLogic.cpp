// Result types of tests and of what follows from them.
#include "dialects/onnx/Diagnostics.h"
#include "dialects/onnx/InferSupport.h"
#include "dialects/onnx/Onnx.h"

using namespace mlir;

namespace npu::onnx {

static LogicalResult sameElement(Operation *op, RankedTensorType a, RankedTensorType b) {
  if (a.getElementType() == b.getElementType())
    return success();
  return nodeError(op) << "operands of " << a.getElementType() << " and " << b.getElementType()
                       << "; insert a Cast";
}

static FailureOr<RankedTensorType> inferTest(Operation *op) {
  RankedTensorType a = typeOf(op->getOperand(0)), b = typeOf(op->getOperand(1));
  if (failed(sameElement(op, a, b)))
    return failure();
  FailureOr<SmallVector<int64_t>> shape = broadcast(op, a.getShape(), b.getShape());
  if (failed(shape))
    return failure();
  return RankedTensorType::get(*shape, IntegerType::get(op->getContext(), 1));
}

FailureOr<RankedTensorType> EqualOp::inferType() { return inferTest(*this); }
FailureOr<RankedTensorType> GreaterOp::inferType() { return inferTest(*this); }
FailureOr<RankedTensorType> GreaterOrEqualOp::inferType() { return inferTest(*this); }
FailureOr<RankedTensorType> LessOp::inferType() { return inferTest(*this); }
FailureOr<RankedTensorType> LessOrEqualOp::inferType() { return inferTest(*this); }

/// `inferred`, unless the operator on truth values reads something else.
static FailureOr<RankedTensorType> inferBoolean(Operation *op,
                                                FailureOr<RankedTensorType> inferred) {
  Type element = typeOf(op->getOperand(0)).getElementType();
  if (succeeded(inferred) && !element.isInteger(1))
    return nodeError(op) << "the input is " << element << ", want bool";
  return inferred;
}

FailureOr<RankedTensorType> AndOp::inferType() { return inferBoolean(*this, inferTest(*this)); }
FailureOr<RankedTensorType> OrOp::inferType() { return inferBoolean(*this, inferTest(*this)); }
FailureOr<RankedTensorType> XorOp::inferType() { return inferBoolean(*this, inferTest(*this)); }
FailureOr<RankedTensorType> NotOp::inferType() { return inferBoolean(*this, typeOf(getX())); }

FailureOr<RankedTensorType> WhereOp::inferType() {
  RankedTensorType condition = typeOf(getCondition()), x = typeOf(getA()), y = typeOf(getB());
  if (!condition.getElementType().isInteger(1))
    return nodeError(*this) << "the condition is " << condition.getElementType() << ", want bool";
  if (failed(sameElement(*this, x, y)))
    return failure();
  FailureOr<SmallVector<int64_t>> shape = broadcast(*this, x.getShape(), y.getShape());
  if (failed(shape))
    return failure();
  FailureOr<SmallVector<int64_t>> all = broadcast(*this, *shape, condition.getShape());
  if (failed(all))
    return failure();
  return RankedTensorType::get(*all, x.getElementType());
}

} // namespace npu::onnx
