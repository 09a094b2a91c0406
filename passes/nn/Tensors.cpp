#include "passes/nn/Tensors.h"

#include "mlir/IR/DialectResourceBlobManager.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>

using namespace mlir;
namespace npu::nn {

Value dequantizedFrom(Value value) {
  auto dequantize = value.getDefiningOp<DequantizeOp>();
  if (!dequantize || !isa<quant::UniformQuantizedType>(elementOf(dequantize.getInput())))
    return {};
  return dequantize.getInput();
}

// The elements' bytes, one after the other, splats written out.
static SmallVector<char> bytesOf(ElementsAttr value) {
  int64_t width = value.getElementType().getIntOrFloatBitWidth() / 8;
  if (auto resource = dyn_cast<DenseResourceElementsAttr>(value)) {
    ArrayRef<char> data = resource.getRawHandle().getBlob()->getData();
    return SmallVector<char>(data);
  }
  auto dense = cast<DenseElementsAttr>(value);
  ArrayRef<char> raw = dense.getRawData();
  SmallVector<char> bytes;
  bytes.reserve(width * value.getNumElements());
  for (int64_t i = 0, copies = dense.isSplat() ? value.getNumElements() : 1; i < copies; ++i)
    bytes.append(raw.begin(), raw.end());
  return bytes;
}

static DenseElementsAttr denseOf(ElementsAttr like, ArrayRef<int64_t> shape, ArrayRef<char> bytes) {
  return DenseElementsAttr::getFromRawBuffer(RankedTensorType::get(shape, like.getElementType()), bytes);
}

DenseElementsAttr permuteElements(ElementsAttr value, ArrayRef<int64_t> perm) {
  ArrayRef<int64_t> shape = value.getShapedType().getShape();
  SmallVector<int64_t> strides(shape.size(), 1), target = permuted(shape, perm);
  for (int64_t axis = static_cast<int64_t>(shape.size()) - 2; axis >= 0; --axis)
    strides[axis] = strides[axis + 1] * shape[axis + 1];
  SmallVector<int64_t> steps = permuted(strides, perm), index(shape.size(), 0);
  size_t width = value.getElementType().getIntOrFloatBitWidth() / 8;
  SmallVector<char> from = bytesOf(value), to(from.size());
  int64_t offset = 0;
  for (size_t written = 0; written < to.size(); written += width) {
    std::copy_n(&from[offset * width], width, &to[written]);
    // An odometer over the target's index.
    for (int64_t axis = static_cast<int64_t>(shape.size()) - 1; axis >= 0; --axis) {
      offset += steps[axis];
      if (++index[axis] < target[axis])
        break;
      offset -= steps[axis] * target[axis];
      index[axis] = 0;
    }
  }
  return denseOf(value, target, to);
}

DenseElementsAttr reshapeElements(ElementsAttr value, ArrayRef<int64_t> shape) {
  if (auto dense = dyn_cast<DenseElementsAttr>(value))
    return dense.reshape(RankedTensorType::get(shape, value.getElementType()));
  return denseOf(value, shape, bytesOf(value));
}

SmallVector<int64_t> readIntegers(ElementsAttr value) {
  SmallVector<char> bytes = bytesOf(value);
  auto type = cast<IntegerType>(value.getElementType());
  size_t width = type.getWidth() / 8;
  SmallVector<int64_t> numbers;
  for (size_t offset = 0; offset < bytes.size(); offset += width) {
    uint64_t bits = 0;
    std::memcpy(&bits, &bytes[offset], width);
    numbers.push_back(type.isUnsigned() ? static_cast<int64_t>(bits) : llvm::SignExtend64(bits, type.getWidth()));
  }
  return numbers;
}

SmallVector<float> readFloats(ElementsAttr value) {
  SmallVector<char> bytes = bytesOf(value);
  SmallVector<float> numbers(bytes.size() / sizeof(float));
  std::memcpy(numbers.data(), bytes.data(), bytes.size());
  return numbers;
}

std::optional<SmallVector<float>> constantFloats(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant || !elementOf(constant).isF32())
    return std::nullopt;
  return readFloats(constant.getValue());
}

SmallVector<int64_t> permuted(ArrayRef<int64_t> extents, ArrayRef<int64_t> perm) {
  SmallVector<int64_t> result;
  for (int64_t axis : perm)
    result.push_back(extents[axis]);
  return result;
}

SmallVector<int64_t> inverse(ArrayRef<int64_t> perm) {
  SmallVector<int64_t> result(perm.size());
  for (auto [index, axis] : llvm::enumerate(perm))
    result[axis] = index;
  return result;
}

std::string nodeName(Location loc) {
  if (auto name = dyn_cast<NameLoc>(loc))
    return name.getName().str();
  auto fused = dyn_cast<FusedLoc>(loc);
  if (!fused)
    return "";
  std::string names;
  for (Location part : fused.getLocations()) {
    std::string name = nodeName(part);
    if (!name.empty())
      names += (names.empty() ? "" : "+") + name;
  }
  return names;
}

std::string describe(Operation *op) {
  std::string name = nodeName(op->getLoc());
  return (name.empty() ? "" : "'" + name + "' ") + "(" + op->getName().getStringRef().str() + ")";
}

} // namespace npu::nn
