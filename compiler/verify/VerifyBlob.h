// The last check before a blob is written: the simulator and the reference must agree to the bit.
#ifndef COMPILER_VERIFY_VERIFYBLOB_H
#define COMPILER_VERIFY_VERIFYBLOB_H

#include "mlir/IR/BuiltinOps.h"

#include <cstdint>
#include <string>
#include <vector>

namespace npu {

/// Runs `blob` in checked mode on the simulator, `runs` times on seeded noise over the whole range of every input,
/// and compares every output value with the kernels' evaluation of `reference`, a module of level `quantized`.
/// Returns what was compared, in words. Every difference, race or refusal of the runtime is a diagnostic.
mlir::FailureOr<std::string> verifyBlob(const std::vector<uint8_t> &blob, mlir::ModuleOp reference, unsigned runs);

} // namespace npu

#endif
