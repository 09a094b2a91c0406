// The blob's machine description from the module's.
#ifndef TARGETS_RNPU_CONFIG_H
#define TARGETS_RNPU_CONFIG_H

#include "mlir/IR/BuiltinOps.h"
#include "targets/rnpu/isa.h"

namespace npu {

/// Reads `npu.target`. Every key that is missing or does not fit its field is a diagnostic on the module.
mlir::FailureOr<rnpu_config> rnpuConfig(mlir::ModuleOp module);

} // namespace npu

#endif
