// npu-insert-waits: program order as the only order left possible where bytes conflict.
#include "passes/npu/Accesses.h"
#include "passes/npu/ByteHistory.h"
#include "passes/npu/Machine.h"
#include "passes/npu/Passes.h"

using namespace mlir;
namespace npu::npu {
#define GEN_PASS_DEF_INSERTWAITS
#include "passes/npu/Passes.h.inc"

namespace {

/// Each buffer of the border is a memory of its own.
using Memory = std::pair<Space, int64_t>;

class Waiter {
public:
  explicit Waiter(const Machine &machine) : clocks(machine.dmaOutstanding) {}

  LogicalResult run(SegmentOp segment) {
    for (Operation *command : commandsOf(segment))
      if (failed(enter(command)))
        return failure();
    return success();
  }

private:
  LogicalResult enter(Operation *command) {
    int queue = int(command->getAttrOfType<IntegerAttr>("queue").getInt());
    uint32_t count = clocks.issued(queue) + 1;
    Clock needed{};
    // Reads first: what a command reads and writes itself is no conflict, but both are its history.
    SmallVector<Access, 5> accesses = accessesOf(command);
    for (bool write : {false, true})
      for (const Access &access : accesses)
        if (access.write == write && failed(touch(command, access, queue, count, needed)))
          return failure();
    needed[queue] = std::min(needed[queue], count - 1);
    Clock clock = clocks.next(queue);
    command->setAttr("waits", Builder(command->getContext()).getDenseI32ArrayAttr(waitsFor(needed, clock)));
    clocks.issue(queue, clock);
    order[queue].push_back(issued++);
    return success();
  }

  LogicalResult touch(Operation *command, const Access &access, int queue, uint32_t count, Clock &needed) {
    Operation *buffer = access.buffer.getDefiningOp();
    Space space = spaceOf(access.buffer);
    if (space == Space::Constants || space == Space::Input)
      return success(); // nobody writes them
    bool output = space == Space::Output;
    auto offset = buffer->getAttrOfType<IntegerAttr>("offset");
    if (!offset && !output)
      return command->emitError() << "uses '" << nameOf(buffer) << "', which has no offset; run npu-place-buffers";
    int64_t base = offset ? offset.getInt() : 0;
    ByteHistory &history = memories[{space, output ? buffer->getAttrOfType<IntegerAttr>("index").getInt() : 0}];
    forEachRun(access, [&](int64_t begin, int64_t end) {
      if (access.write)
        history.write(base + begin, base + end, queue, count, needed);
      else
        history.read(base + begin, base + end, queue, count, needed);
    });
    return success();
  }

  /// The fewest waits that give `clock` all that is needed: the latest command first, since what it knew when it
  /// started may cover the others, and never the other way round. Leaves in `clock` what the command then knows.
  SmallVector<int32_t> waitsFor(const Clock &needed, Clock &clock) {
    SmallVector<std::pair<uint32_t, int>> latestFirst;
    for (int q = 0; q < kQueues; ++q)
      if (needed[q] > clock[q])
        latestFirst.push_back({order[q][needed[q] - 1], q});
    llvm::sort(latestFirst, std::greater<>());
    SmallVector<std::pair<int32_t, int32_t>> waits;
    for (auto [at, q] : latestFirst) {
      if (needed[q] <= clock[q])
        continue;
      waits.push_back({q, int32_t(needed[q])});
      clocks.learn(clock, q, needed[q]);
    }
    llvm::sort(waits);
    SmallVector<int32_t> flat;
    for (auto [queue, count] : waits)
      flat.append({queue, count});
    return flat;
  }

  Clocks clocks;
  std::map<Memory, ByteHistory> memories;
  std::array<std::vector<uint32_t>, kQueues> order; // place in program order of each queue's commands
  uint32_t issued = 0;
};

struct InsertWaitsPass : impl::InsertWaitsBase<InsertWaitsPass> {
  void runOnOperation() override {
    FailureOr<Machine> machine = Machine::of(getOperation());
    if (failed(machine))
      return signalPassFailure();
    WalkResult result = getOperation().walk([&](SegmentOp segment) -> WalkResult {
      return Waiter(*machine).run(segment);
    });
    if (result.wasInterrupted())
      signalPassFailure();
  }
};

} // namespace
} // namespace npu::npu
