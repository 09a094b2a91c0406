// The machine a module is compiled for, from --target and its overrides.
#ifndef COMPILER_DRIVER_TARGET_H
#define COMPILER_DRIVER_TARGET_H

#include "compiler/driver/Options.h"

namespace npu {

/// Sets `npu.target` on the module. IR that carries one keeps it; a diagnostic when the options ask for another.
mlir::LogicalResult attachTarget(mlir::ModuleOp module, const CompileOptions &options);

/// Prints the presets; returns the exit status.
int listTargets();

} // namespace npu

#endif
