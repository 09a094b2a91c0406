// When each buffer of a program is live, in commands.
#ifndef PASSES_NPU_LIFETIMES_H
#define PASSES_NPU_LIFETIMES_H

#include "passes/npu/Commands.h"
#include "passes/npu/Machine.h"
#include "passes/planner/Planner.h"

namespace npu::npu {

/// A buffer or constant and the commands of its program that name it first and last; -1 when none does.
struct Lifetime {
  mlir::Operation *buffer;
  int64_t first = -1, last = -1;
};

/// Of all buffers and constants, in their order; `commands` in the order to be assumed.
std::vector<Lifetime> lifetimesOf(ProgramOp program, mlir::ArrayRef<mlir::Operation *> commands);

/// The placement problem of one space: the used buffers among `lifetimes`, ids their positions there.
planner::Problem problemOf(mlir::ArrayRef<Lifetime> lifetimes, Space space, int64_t capacity, int64_t alignment);

Capacities capacitiesOf(const Machine &machine);

/// Plans one on-chip space. First with each buffer kept until the end of the step after its last (commands carry
/// `step`), so that no step waits for bytes that the one before it still works on; then with true lifetimes; both at
/// DMA alignment, where transfers are cheapest; last at the alignment the space demands, with `repairs`. The
/// solution's peak tells whether it fits.
planner::Solution planSpace(mlir::ArrayRef<Lifetime> lifetimes, mlir::ArrayRef<mlir::Operation *> commands,
                            Space space, const Machine &machine, int64_t repairs);

} // namespace npu::npu

#endif
