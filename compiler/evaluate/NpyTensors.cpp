#include "compiler/evaluate/NpyTensors.h"

#include "runtime/tensor.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"

using namespace mlir;
namespace npu {

std::optional<npu_type> npyTypeOf(Type element) {
  auto quantized = dyn_cast<quant::QuantizedType>(element);
  const bool isUnsigned = quantized ? !quantized.isSigned() : element.isUnsignedInteger();
  Type storage = storageOf(element);
  if (storage.isF16())
    return NPU_TYPE_F16;
  if (storage.isF32())
    return NPU_TYPE_F32;
  if (!isa<IntegerType>(storage))
    return std::nullopt;
  switch (storage.getIntOrFloatBitWidth()) {
  case 8: return isUnsigned ? NPU_TYPE_U8 : NPU_TYPE_I8;
  case 16: return isUnsigned ? NPU_TYPE_U16 : NPU_TYPE_I16;
  case 32: return isUnsigned ? NPU_TYPE_U32 : NPU_TYPE_I32;
  case 64: return isUnsigned ? NPU_TYPE_U64 : NPU_TYPE_I64;
  default: return std::nullopt;
  }
}

static std::string describeArray(npu_type type, ArrayRef<int64_t> shape) {
  std::string text = std::string(npu_type_name(type)) + " [";
  for (auto [i, extent] : llvm::enumerate(shape))
    text += (i ? "x" : "") + std::to_string(extent);
  return text + "]";
}

std::optional<TensorValue> toTensor(const NpyArray &array, RankedTensorType type, std::string &error) {
  auto wanted = npyTypeOf(type.getElementType());
  SmallVector<int64_t> shape(array.shape.begin(), array.shape.end());
  if (!wanted || array.type != *wanted || ArrayRef<int64_t>(shape) != type.getShape()) {
    error = "holds " + describeArray(array.type, shape) + ", wants " +
            (wanted ? describeArray(*wanted, type.getShape()) : "a type that .npy cannot hold");
    return std::nullopt;
  }
  return TensorValue{type, array.data};
}

NpyArray toArray(const TensorValue &tensor) {
  NpyArray array;
  array.type = npyTypeOf(tensor.type.getElementType()).value_or(NPU_TYPE_U8);
  array.shape.assign(tensor.shape().begin(), tensor.shape().end());
  array.data = tensor.bytes;
  return array;
}

} // namespace npu
