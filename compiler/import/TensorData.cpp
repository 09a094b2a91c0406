#include "compiler/import/TensorData.h"

#include "compiler/import/ExternalData.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <limits>
#include <memory>

using namespace mlir;

namespace npu {
namespace {

/// Up to here values are uniqued and printed in place; scales and shapes are, weights are not.
constexpr size_t inlineBytes = 256;

InFlightDiagnostic tensorError(Location loc, const proto::TensorProto &tensor) {
  return emitError(loc) << "tensor '" << tensor.name() << "': ";
}

size_t elementBytes(Type type) { return (type.getIntOrFloatBitWidth() + 7) / 8; }

/// The tensor's type, if its values can be in memory.
FailureOr<RankedTensorType> tensorType(const proto::TensorProto &tensor, Location loc) {
  Type element = elementType(tensor.data_type(), *loc.getContext());
  if (!element)
    return tensorError(loc, tensor) << "values of type " << dataTypeName(tensor.data_type())
                                    << " are not supported";
  SmallVector<int64_t> shape(tensor.dims().begin(), tensor.dims().end());
  int64_t count = 1;
  for (int64_t size : shape)
    if (size < 0 || llvm::MulOverflow(count, size, count) || count > (int64_t(1) << 40))
      return tensorError(loc, tensor) << "shape [" << ArrayRef<int64_t>(shape)
                                      << "] is too large or negative";
  // An empty list of axes, sizes or scales is a value like any other.
  bool isList = shape.size() == 1 && (element.isInteger(64) || element.isF32());
  if (count == 0 && !isList)
    return tensorError(loc, tensor) << "shape [" << ArrayRef<int64_t>(shape)
                                    << "] has no elements";
  return RankedTensorType::get(shape, element);
}

template <typename T, typename Field>
FailureOr<std::string> pack(const Field &field, const proto::TensorProto &tensor, Location loc) {
  std::string bytes(size_t(field.size()) * sizeof(T), '\0');
  for (int i = 0; i != field.size(); ++i) {
    T value = T(field.Get(i));
    if constexpr (std::is_integral_v<T>)
      if (int64_t(value) != int64_t(field.Get(i)))
        return tensorError(loc, tensor) << "value " << field.Get(i) << " is out of range of "
                                        << dataTypeName(tensor.data_type());
    std::memcpy(&bytes[size_t(i) * sizeof(T)], &value, sizeof(T));
  }
  return bytes;
}

/// The values of the typed fields, as little-endian bytes.
FailureOr<std::string> packTyped(const proto::TensorProto &tensor, Location loc) {
  switch (tensor.data_type()) {
  case proto::TensorProto::FLOAT: return pack<float>(tensor.float_data(), tensor, loc);
  case proto::TensorProto::DOUBLE: return pack<double>(tensor.double_data(), tensor, loc);
  case proto::TensorProto::INT64: return pack<int64_t>(tensor.int64_data(), tensor, loc);
  case proto::TensorProto::INT32: return pack<int32_t>(tensor.int32_data(), tensor, loc);
  case proto::TensorProto::INT16: return pack<int16_t>(tensor.int32_data(), tensor, loc);
  case proto::TensorProto::INT8: return pack<int8_t>(tensor.int32_data(), tensor, loc);
  case proto::TensorProto::FLOAT16:
  case proto::TensorProto::UINT16: return pack<uint16_t>(tensor.int32_data(), tensor, loc);
  default: return pack<uint8_t>(tensor.int32_data(), tensor, loc);
  }
}

ElementsAttr boolElements(RankedTensorType type, StringRef bytes) {
  SmallVector<bool> values;
  for (char byte : bytes)
    values.push_back(byte != 0);
  return DenseElementsAttr::get(type, values);
}

/// `owner` keeps `bytes` alive as long as the attribute's resource lives.
template <typename Owner>
ElementsAttr resourceElements(RankedTensorType type, StringRef name, ArrayRef<char> bytes,
                              std::unique_ptr<Owner> owner) {
  auto release = [kept = std::shared_ptr<Owner>(std::move(owner))](void *, size_t, size_t) {};
  AsmResourceBlob blob(bytes, alignof(uint64_t), std::move(release), /*dataIsMutable=*/false);
  return DenseResourceElementsAttr::get(type, name, std::move(blob));
}

template <typename Owner>
ElementsAttr elements(RankedTensorType type, StringRef name, ArrayRef<char> bytes,
                      std::unique_ptr<Owner> owner) {
  if (type.getElementType().isInteger(1))
    return boolElements(type, StringRef(bytes.data(), bytes.size()));
  if (bytes.size() <= inlineBytes)
    return DenseElementsAttr::getFromRawBuffer(type, bytes);
  return resourceElements(type, name, bytes, std::move(owner));
}

LogicalResult checkSize(const proto::TensorProto &tensor, RankedTensorType type, uint64_t got,
                        Location loc) {
  uint64_t want = uint64_t(type.getNumElements()) * elementBytes(type.getElementType());
  if (got == want)
    return success();
  return tensorError(loc, tensor) << got << " bytes of data, its shape wants " << want;
}

} // namespace

FailureOr<ElementsAttr> takeTensor(proto::TensorProto &tensor, StringRef folder, Location loc) {
  FailureOr<RankedTensorType> type = tensorType(tensor, loc);
  if (failed(type))
    return failure();
  if (tensor.data_location() == proto::TensorProto::EXTERNAL) {
    FailureOr<std::unique_ptr<llvm::MemoryBuffer>> mapped = mapExternalData(tensor, folder, loc);
    if (failed(mapped) || failed(checkSize(tensor, *type, (*mapped)->getBufferSize(), loc)))
      return failure();
    ArrayRef<char> bytes((*mapped)->getBufferStart(), (*mapped)->getBufferSize());
    return elements(*type, tensor.name(), bytes, std::move(*mapped));
  }
  auto bytes = std::make_unique<std::string>();
  if (tensor.has_raw_data()) {
    bytes.reset(tensor.release_raw_data());
  } else {
    FailureOr<std::string> packed = packTyped(tensor, loc);
    if (failed(packed))
      return failure();
    *bytes = std::move(*packed);
  }
  if (failed(checkSize(tensor, *type, bytes->size(), loc)))
    return failure();
  ArrayRef<char> view(bytes->data(), bytes->size());
  return elements(*type, tensor.name(), view, std::move(bytes));
}

} // namespace npu
