// npu-assign-queues: which queue runs each command.
#include "passes/npu/Commands.h"
#include "passes/npu/Machine.h"
#include "passes/npu/Passes.h"

using namespace mlir;
namespace npu::npu {
#define GEN_PASS_DEF_ASSIGNQUEUES
#include "passes/npu/Passes.h.inc"

namespace {

constexpr int32_t kMxu = 4, kVxu = 5; // of engine 0, as in the ISA

/// Loads read DRAM, or nothing, into the chip. All else waits for results.
bool isLoad(DmaOp dma) {
  return isOnChip(spaceOf(dma.getTarget())) && (!dma.getSource() || !isOnChip(spaceOf(dma.getSource())));
}

int64_t bytesMoved(DmaOp dma) {
  int64_t bytes = dma.getElementBytes();
  for (int64_t extent : dma.getExtent())
    bytes *= extent;
  return bytes;
}

/// Results wait for engines, and what is behind them in their queue waits too: with several channels they get the
/// last one to themselves. Each load goes to the remaining channel that was given the fewest bytes.
void assign(SegmentOp segment, int64_t channels) {
  SmallVector<int64_t> given(std::max<int64_t>(1, channels - 1), 0);
  Builder builder(segment.getContext());
  for (Operation *command : commandsOf(segment)) {
    int32_t queue = isa<ConvOp, MatmulOp>(command) ? kMxu : kVxu;
    if (auto dma = dyn_cast<DmaOp>(command)) {
      queue = int32_t(channels - 1);
      if (isLoad(dma)) {
        queue = int32_t(llvm::min_element(given) - given.begin());
        given[queue] += bytesMoved(dma);
      }
    }
    command->setAttr("queue", builder.getI32IntegerAttr(queue));
  }
}

struct AssignQueuesPass : impl::AssignQueuesBase<AssignQueuesPass> {
  void runOnOperation() override {
    FailureOr<Machine> machine = Machine::of(getOperation());
    if (failed(machine))
      return signalPassFailure();
    getOperation().walk([&](SegmentOp segment) { assign(segment, machine->dmaChannels); });
  }
};

} // namespace
} // namespace npu::npu
