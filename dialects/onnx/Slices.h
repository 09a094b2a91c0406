// Which elements Slice and Split take, and how many Range makes.
#ifndef DIALECTS_ONNX_SLICES_H
#define DIALECTS_ONNX_SLICES_H

#include "dialects/onnx/Onnx.h"

namespace npu::onnx {

/// Elements begin, begin + step, ... of an axis, `count` of them, all inside it.
struct AxisSlice {
  int64_t begin, step, count;
};

/// One entry an axis of the static input, or a diagnostic at the op. Starts, ends, axes, steps
/// and sizes of parts must be constant.
mlir::FailureOr<llvm::SmallVector<AxisSlice>> slicesOf(SliceOp op);
mlir::FailureOr<llvm::SmallVector<AxisSlice>> slicesOf(SplitOp op);

} // namespace npu::onnx

#endif
