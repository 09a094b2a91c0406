#ifndef PASSES_NPU_PASSES_TD
#define PASSES_NPU_PASSES_TD

include "mlir/Pass/PassBase.td"

// In pipeline order: reading this file is reading the back of the compiler.

def VerifyPlaced : Pass<"npu-verify-placed", "::mlir::ModuleOp"> {
  let summary = "the contract of a placed program: every offset set, legal and disjoint";
  let description = [{
    Checks that every buffer and constant has an offset, that offsets have the alignment of their space, that every
    range lies inside its memory, and that no two buffers of one space which are live at the same command share a
    byte. A buffer is live from the first to the last command that names it. Lists every offender. Shares no code
    with the planner.

    *Requires*: the module attribute `npu.target`. *Ensures*: what it checks.
  }];
  let dependentDialects = ["::npu::npu::NpuDialect"];
}

#endif
