// A placed npu module as the bytes of a blob for the reference NPU.
#ifndef TARGETS_RNPU_EMIT_H
#define TARGETS_RNPU_EMIT_H

#include "mlir/IR/BuiltinOps.h"

#include "runtime/format/blob.h"

#include <cstdint>
#include <vector>

namespace npu {

/// Writes what the module says and decides nothing: every buffer has an offset, every command its queue and waits
/// (npu-place-buffers, npu-assign-queues, npu-insert-waits; npu-verify-placed states it). One program of the blob
/// per npu.program, one step per segment; a debug entry per distinct pair of node names and command. `metadata` is
/// JSON or empty, `isa` the machine's NPU_ISA_*. A value that does not fit its field is a diagnostic at the command.
mlir::FailureOr<std::vector<uint8_t>> emitBlob(mlir::ModuleOp module, llvm::StringRef toolVersion,
                                               llvm::StringRef metadata, uint32_t isa = NPU_ISA_RNPU);

} // namespace npu

#endif
