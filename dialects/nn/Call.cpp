// Which kernel computes which operator.
#include "dialects/nn/Call.h"

#include "dialects/nn/calls/Attributes.h"
#include "runtime/kernels/calls/call.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
namespace npu::nn {

uint32_t storedType(Type element) {
  bool isSigned = true;
  if (auto quantized = dyn_cast<quant::QuantizedType>(element)) {
    isSigned = quantized.isSigned();
    element = quantized.getStorageType();
  }
  if (element.isF32())
    return NPU_TYPE_F32;
  if (element.isF16())
    return NPU_TYPE_F16;
  if (element.isF64())
    return NPU_TYPE_F64;
  auto integer = dyn_cast<IntegerType>(element);
  if (!integer)
    return 0;
  isSigned &= !integer.isUnsigned();
  switch (integer.getWidth()) {
  case 1: return NPU_TYPE_BOOL;
  case 8: return isSigned ? NPU_TYPE_I8 : NPU_TYPE_U8;
  case 16: return isSigned ? NPU_TYPE_I16 : NPU_TYPE_U16;
  case 32: return isSigned ? NPU_TYPE_I32 : NPU_TYPE_U32;
  case 64: return isSigned ? NPU_TYPE_I64 : NPU_TYPE_U64;
  default: return 0;
  }
}

SmallVector<RankedTensorType> callTypes(Operation *op) {
  SmallVector<RankedTensorType> types;
  for (Value value : op->getOperands())
    types.push_back(cast<RankedTensorType>(value.getType()));
  for (Value value : op->getResults())
    types.push_back(cast<RankedTensorType>(value.getType()));
  return types;
}

FailureOr<std::optional<KernelCall>> callOf(Operation *op, ArrayRef<RankedTensorType> types, const Scheme &scheme) {
  for (RankedTensorType type : types)
    if (!storedType(type.getElementType()))
      return std::optional<KernelCall>();
  return llvm::TypeSwitch<Operation *, MaybeCall>(op)
      .Case<ConvOp, DenseOp, MatmulOp, PoolOp, ResizeOp, BinaryOp, ClampOp, FunctionOp, ReduceOp, SoftmaxOp, QuantizeOp, DequantizeOp,
            ConcatOp, ReshapeOp, TransposeOp, PadOp, SliceOp>([&](auto known) { return call(known, types, scheme); })
      .Default([](Operation *) { return std::optional<KernelCall>(); });
}

} // namespace npu::nn
