// The passes between `onnx` and `npu`: what each does, requires and ensures is in Passes.td.
#ifndef PASSES_NN_PASSES_H
#define PASSES_NN_PASSES_H

#include "dialects/nn/Nn.h"
#include "mlir/Pass/Pass.h"

namespace npu::nn {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "passes/nn/Passes.h.inc"

} // namespace npu::nn

#endif
