// The passes on the npu level; Passes.td lists them in pipeline order.
#ifndef PASSES_NPU_PASSES_H
#define PASSES_NPU_PASSES_H

#include "dialects/npu/Npu.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace npu::npu {

#define GEN_PASS_DECL
#include "passes/npu/Passes.h.inc"
#define GEN_PASS_REGISTRATION
#include "passes/npu/Passes.h.inc"

} // namespace npu::npu

#endif
