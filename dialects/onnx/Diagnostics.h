// Diagnostics that name the user's node.
#ifndef DIALECTS_ONNX_DIAGNOSTICS_H
#define DIALECTS_ONNX_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/Operation.h"

#include <string>

namespace npu::onnx {

/// The name in `loc` (the first one of a fused location), or "" if it has none.
llvm::StringRef nodeName(mlir::Location loc);

/// "'/head/Conv' (Conv, opset 13)"; the parts that are not known are left out.
std::string describeNode(mlir::Operation *op);

/// An error at `op` that begins with describeNode() and ": ".
mlir::InFlightDiagnostic nodeError(mlir::Operation *op);

} // namespace npu::onnx

#endif
