#include "dialects/onnx/Constants.h"

#include "dialects/onnx/Onnx.h"

#include "mlir/IR/DialectResourceBlobManager.h"

#include <cstring>

using namespace mlir;

namespace npu::onnx {

ElementsAttr constantElements(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant ? constant.getValue() : ElementsAttr();
}

static int64_t widen(const APInt &value, bool isUnsigned) {
  return isUnsigned ? int64_t(value.getZExtValue()) : value.getSExtValue();
}

/// Little-endian element `index` of `bytes`, `size` bytes wide.
static int64_t integerAt(ArrayRef<char> bytes, size_t index, size_t size, bool isUnsigned) {
  uint64_t raw = 0;
  std::memcpy(&raw, bytes.data() + index * size, size);
  return widen(APInt(unsigned(size) * 8, raw), isUnsigned);
}

std::optional<SmallVector<int64_t>> integers(ElementsAttr elements) {
  auto type = elements ? dyn_cast<IntegerType>(elements.getElementType()) : IntegerType();
  if (!type)
    return std::nullopt;
  bool isUnsigned = type.isUnsigned() || type.getWidth() == 1;
  SmallVector<int64_t> values;
  if (auto dense = dyn_cast<DenseIntElementsAttr>(elements)) {
    for (const APInt &value : dense.getValues<APInt>())
      values.push_back(widen(value, isUnsigned));
    return values;
  }
  auto resource = dyn_cast<DenseResourceElementsAttr>(elements);
  AsmResourceBlob *blob = resource ? resource.getRawHandle().getBlob() : nullptr;
  size_t size = (type.getWidth() + 7) / 8, count = size_t(elements.getNumElements());
  if (!blob || blob->getData().size() != count * size)
    return std::nullopt;
  for (size_t i = 0; i != count; ++i)
    values.push_back(integerAt(blob->getData(), i, size, isUnsigned));
  return values;
}

std::optional<SmallVector<float>> floats(ElementsAttr elements) {
  if (!elements || !elements.getElementType().isF32())
    return std::nullopt;
  if (auto dense = dyn_cast<DenseFPElementsAttr>(elements)) {
    auto values = dense.getValues<float>();
    return SmallVector<float>(values.begin(), values.end());
  }
  auto resource = dyn_cast<DenseResourceElementsAttr>(elements);
  AsmResourceBlob *blob = resource ? resource.getRawHandle().getBlob() : nullptr;
  size_t count = size_t(elements.getNumElements());
  if (!blob || blob->getData().size() != count * sizeof(float))
    return std::nullopt;
  SmallVector<float> values(count);
  std::memcpy(values.data(), blob->getData().data(), count * sizeof(float));
  return values;
}

std::optional<SmallVector<int64_t>> constantIntegers(Value value) {
  return integers(constantElements(value));
}

} // namespace npu::onnx
