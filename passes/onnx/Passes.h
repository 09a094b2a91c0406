// Passes on the onnx level, in pipeline order: Passes.td.
#ifndef PASSES_ONNX_PASSES_H
#define PASSES_ONNX_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace npu {
#define GEN_PASS_DECL
#include "passes/onnx/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/onnx/Passes.h.inc"
} // namespace npu

#endif
