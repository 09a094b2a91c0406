#include "compiler/evaluate/TensorValue.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/DialectResourceBlobManager.h"

#include <algorithm>

using namespace mlir;
namespace npu {

Type storageOf(Type element) {
  auto quantized = dyn_cast<quant::QuantizedType>(element);
  return quantized ? quantized.getStorageType() : element;
}

unsigned elementBytes(Type element) {
  Type storage = storageOf(element);
  if (!storage.isIntOrFloat() || storage.getIntOrFloatBitWidth() % 8 != 0)
    return 0;
  return storage.getIntOrFloatBitWidth() / 8;
}

npu_shape kernelShape(ArrayRef<int64_t> shape) {
  npu_shape out = {uint32_t(shape.size()), {0}};
  llvm::copy(shape, out.dims);
  return out;
}

TensorValue TensorValue::zeros(RankedTensorType type) {
  return {type, std::vector<uint8_t>(type.getNumElements() * elementBytes(type.getElementType()))};
}

// The bytes of an attribute: all elements, or the one of a splat.
static ArrayRef<char> rawBytes(ElementsAttr value) {
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    return dense.getRawData();
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value))
    if (AsmResourceBlob *blob = resource.getRawHandle().getBlob())
      return blob->getData();
  return {};
}

FailureOr<TensorValue> TensorValue::of(ElementsAttr value, RankedTensorType type) {
  const unsigned width = elementBytes(type.getElementType());
  ArrayRef<char> raw = rawBytes(value);
  if (width == 0 || raw.empty())
    return failure();
  TensorValue tensor = zeros(type);
  const bool splat = raw.size() == width;
  if (!splat && raw.size() < tensor.bytes.size())
    return failure();
  for (size_t at = 0; splat && at < tensor.bytes.size(); at += width)
    std::copy(raw.begin(), raw.end(), tensor.bytes.begin() + at);
  if (!splat)
    std::copy_n(raw.begin(), tensor.bytes.size(), tensor.bytes.begin());
  return tensor;
}

DenseElementsAttr toAttribute(const TensorValue &tensor) {
  auto type = RankedTensorType::get(tensor.shape(), storageOf(tensor.type.getElementType()));
  ArrayRef<char> raw(reinterpret_cast<const char *>(tensor.bytes.data()), tensor.bytes.size());
  return DenseElementsAttr::getFromRawBuffer(type, raw);
}

} // namespace npu
