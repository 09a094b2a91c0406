// Moves whole buffers of a placed module, all their uses with them, onto others that are live.
#ifndef TEST_MUTATION_MOVEBUFFERS_H
#define TEST_MUTATION_MOVEBUFFERS_H

#include "mlir/IR/BuiltinOps.h"
#include "test/mutation/Mutate.h"

namespace mutation {

/// Each buffer of sram, prm, lut and arena, 16 bytes (in prm: one record) up and down, when it then meets a buffer
/// live at the same time or leaves its memory. The module, which `subject` was emitted from, is unchanged
/// afterwards. Tries every `every`-th.
Tally moveBuffers(mlir::ModuleOp placed, Subject &subject, uint64_t every = 1);

} // namespace mutation

#endif
