#include "passes/onnx/ResultType.h"

#include "dialects/onnx/Diagnostics.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace npu::onnx {

bool isKnown(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return isa<NoneType>(value.getType()) || (type && type.hasStaticShape());
}

/// Values are counted in 64 bits everywhere behind this pass.
static LogicalResult checkSize(Operation *op, RankedTensorType type) {
  int64_t elements = 1;
  for (int64_t size : type.getShape())
    if (llvm::MulOverflow(elements, size, elements) || elements > (int64_t(1) << 40))
      return nodeError(op) << "the result " << type << " has more than 2^40 elements";
  return success();
}

/// Whether a type that is already there says nothing else than the inferred one.
static LogicalResult checkDeclared(Operation *op, Type declared, RankedTensorType inferred) {
  auto type = cast<TensorType>(declared);
  bool fits = type.getElementType() == inferred.getElementType() &&
              (!type.hasRank() || succeeded(verifyCompatibleShape(type.getShape(),
                                                                  inferred.getShape())));
  if (fits)
    return success();
  return nodeError(op) << "the result is " << inferred << ", but declared as " << declared;
}

LogicalResult inferResult(InferType op) {
  FailureOr<RankedTensorType> inferred = op.inferType();
  if (failed(inferred) || failed(checkSize(op, *inferred)) ||
      failed(checkDeclared(op, op->getResult(0).getType(), *inferred)))
    return failure();
  op->getResult(0).setType(*inferred);
  return success();
}

void followResults(func::FuncOp function) {
  Operation *terminator = function.getBody().front().getTerminator();
  function.setFunctionType(FunctionType::get(function.getContext(), function.getArgumentTypes(),
                                             terminator->getOperandTypes()));
}

} // namespace npu::onnx
