// From `onnx` to `nn`: see Passes.td.
#ifndef PASSES_CONVERT_PASSES_H
#define PASSES_CONVERT_PASSES_H

#include "dialects/nn/Nn.h"
#include "mlir/Pass/Pass.h"

namespace npu {

#define GEN_PASS_DECL
#define GEN_PASS_REGISTRATION
#include "passes/convert/Passes.h.inc"

} // namespace npu

#endif
