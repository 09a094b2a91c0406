// What the inference of several operator families shares.
#ifndef DIALECTS_ONNX_INFERSUPPORT_H
#define DIALECTS_ONNX_INFERSUPPORT_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

namespace npu::onnx {

inline mlir::RankedTensorType typeOf(mlir::Value value) {
  return mlir::cast<mlir::RankedTensorType>(value.getType());
}

/// `axis` counted from 0, or a diagnostic at `op`; `rank` axes to choose from.
mlir::FailureOr<int64_t> axisOf(mlir::Operation *op, int64_t axis, int64_t rank);

/// The constant `value` of `op`, or a diagnostic that calls it `what`.
mlir::FailureOr<llvm::SmallVector<int64_t>> knownIntegers(mlir::Operation *op, mlir::Value value,
                                                          llvm::StringRef what);

/// Constant axes counted from 0, ascending, none twice, or a diagnostic at `op`.
mlir::FailureOr<llvm::SmallVector<int64_t>> axesOf(mlir::Operation *op, mlir::Value axes,
                                                   int64_t rank);

/// numpy's broadcast of `a` and `b`, or a diagnostic at `op`.
mlir::FailureOr<llvm::SmallVector<int64_t>>
broadcast(mlir::Operation *op, llvm::ArrayRef<int64_t> a, llvm::ArrayRef<int64_t> b);

} // namespace npu::onnx

#endif
