// What the passes ask of tensor types, constants and locations.
#ifndef PASSES_NN_TENSORS_H
#define PASSES_NN_TENSORS_H

#include "dialects/nn/Nn.h"
#include "mlir/IR/PatternMatch.h"

namespace npu::nn {

inline mlir::RankedTensorType tensorOf(mlir::Value value) {
  return mlir::cast<mlir::RankedTensorType>(value.getType());
}
inline llvm::ArrayRef<int64_t> shapeOf(mlir::Value value) { return tensorOf(value).getShape(); }
inline mlir::Type elementOf(mlir::Value value) { return tensorOf(value).getElementType(); }
inline bool isQuantized(mlir::Value value) { return mlir::isa<mlir::quant::QuantizedType>(elementOf(value)); }
inline mlir::RankedTensorType withElement(mlir::Value value, mlir::Type element) {
  return mlir::RankedTensorType::get(shapeOf(value), element);
}

/// What `dequantize` reads, if `value` is one's result and is quantised per tensor; otherwise null.
mlir::Value dequantizedFrom(mlir::Value value);

/// `value` with its elements in the order of axes `perm` (result axis i is axis perm[i]), as a dense constant of
/// the same element type. Elements of whole bytes, dense or resource.
mlir::DenseElementsAttr permuteElements(mlir::ElementsAttr value, llvm::ArrayRef<int64_t> perm);

/// `value` with another shape of as many elements.
mlir::DenseElementsAttr reshapeElements(mlir::ElementsAttr value, llvm::ArrayRef<int64_t> shape);

/// The elements as numbers, dense or resource: whole bytes; unsigned elements are not negative.
llvm::SmallVector<int64_t> readIntegers(mlir::ElementsAttr value);
llvm::SmallVector<float> readFloats(mlir::ElementsAttr value);
/// The elements of the f32 nn.constant that defines `value`; nothing if it is none.
std::optional<llvm::SmallVector<float>> constantFloats(mlir::Value value);

/// extents[perm[i]], for each i.
llvm::SmallVector<int64_t> permuted(llvm::ArrayRef<int64_t> extents, llvm::ArrayRef<int64_t> perm);
llvm::SmallVector<int64_t> inverse(llvm::ArrayRef<int64_t> perm);

/// "'/head/Conv' (nn.conv)": the ONNX node's name, or all of a fused operator's, joined by '+'.
std::string nodeName(mlir::Location loc);
std::string describe(mlir::Operation *op);

} // namespace npu::nn

#endif
