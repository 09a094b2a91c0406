// The geometry of sliding windows: Conv, ConvTranspose and the pools.
#ifndef DIALECTS_ONNX_WINDOW_H
#define DIALECTS_ONNX_WINDOW_H

#include "dialects/onnx/Onnx.h"

namespace npu::onnx {

/// One spatial axis, everything in elements.
struct WindowAxis {
  int64_t input, kernel, stride, dilation, padBegin, padEnd, output;

  int64_t extent() const { return (kernel - 1) * dilation + 1; }
};

/// All spatial axes of an operator with its defaults filled in and auto_pad resolved. The
/// input must be static; what does not fit is a diagnostic at the op.
mlir::FailureOr<llvm::SmallVector<WindowAxis>> windowOf(ConvOp op);
mlir::FailureOr<llvm::SmallVector<WindowAxis>> windowOf(ConvTransposeOp op);
mlir::FailureOr<llvm::SmallVector<WindowAxis>> windowOf(MaxPoolOp op);
mlir::FailureOr<llvm::SmallVector<WindowAxis>> windowOf(AveragePoolOp op);

} // namespace npu::onnx

#endif
