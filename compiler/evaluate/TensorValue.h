// A tensor with its elements, outside the IR.
#ifndef COMPILER_EVALUATE_TENSORVALUE_H
#define COMPILER_EVALUATE_TENSORVALUE_H

#include "runtime/kernels/shape.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include <cstdint>
#include <vector>

namespace npu {

/// bytes holds the storage elements (of a quantised type: its integers), dense, row-major, little-endian.
struct TensorValue {
  mlir::RankedTensorType type;
  std::vector<uint8_t> bytes;

  /// All elements zero. The type is one that elementBytes() knows.
  static TensorValue zeros(mlir::RankedTensorType type);
  /// The elements of a nn.constant; a splat is spread out. Fails for elements that are not stored as bytes.
  static mlir::FailureOr<TensorValue> of(mlir::ElementsAttr value, mlir::RankedTensorType type);

  llvm::ArrayRef<int64_t> shape() const { return type.getShape(); }
  int64_t count() const { return type.getNumElements(); }
  /// T is the storage type of one element.
  template <typename T> const T *as() const { return reinterpret_cast<const T *>(bytes.data()); }
  template <typename T> T *as() { return reinterpret_cast<T *>(bytes.data()); }
};

/// The integer type behind a quantised element type; any other type as it is.
mlir::Type storageOf(mlir::Type element);

/// Bytes of one stored element; 0 for types that are not whole bytes wide.
unsigned elementBytes(mlir::Type element);

/// The shape as the kernels take it. Rank at most NPU_MAX_RANK.
npu_shape kernelShape(llvm::ArrayRef<int64_t> shape);

/// An ElementsAttr of the storage elements, as nn.constant holds them.
mlir::DenseElementsAttr toAttribute(const TensorValue &tensor);

} // namespace npu

#endif
