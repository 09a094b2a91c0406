#include "dialects/onnx/Onnx.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

#include "dialects/onnx/OnnxDialect.cpp.inc"
#include "dialects/onnx/OnnxInterfaces.cpp.inc"
#define GET_OP_CLASSES
#include "dialects/onnx/OnnxOps.cpp.inc"

namespace npu::onnx {

void OnnxDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/onnx/OnnxOps.cpp.inc"
      >();
}

Operation *OnnxDialect::materializeConstant(OpBuilder &builder, Attribute value, Type type,
                                            Location loc) {
  if (isa<NoneType>(type))
    return NoneOp::create(builder, loc, type);
  if (auto elements = dyn_cast<ElementsAttr>(value))
    return ConstantOp::create(builder, loc, type, elements);
  return nullptr;
}

OpFoldResult NoneOp::fold(FoldAdaptor) { return UnitAttr::get(getContext()); }
OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValueAttr(); }

/// `x` if the operator that yields `y` may be left out: never before its type is known.
static OpFoldResult sameType(Value x, Value y) {
  return x.getType() == y.getType() ? OpFoldResult(x) : OpFoldResult();
}

OpFoldResult IdentityOp::fold(FoldAdaptor) { return sameType(getX(), getY()); }
OpFoldResult DropoutOp::fold(FoldAdaptor) { return sameType(getX(), getY()); }

static OpFoldResult onlyOperand(Operation *op) {
  return op->getNumOperands() == 1 ? sameType(op->getOperand(0), op->getResult(0))
                                   : OpFoldResult();
}

OpFoldResult MinOp::fold(FoldAdaptor) { return onlyOperand(*this); }
OpFoldResult MaxOp::fold(FoldAdaptor) { return onlyOperand(*this); }
OpFoldResult ConcatOp::fold(FoldAdaptor) { return onlyOperand(*this); }

OpFoldResult TransposeOp::fold(FoldAdaptor) {
  bool moves = !getPerm() || !llvm::is_sorted(*getPerm());
  return moves ? OpFoldResult() : sameType(getX(), getY());
}

} // namespace npu::onnx
