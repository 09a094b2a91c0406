#include "passes/npu/Lifetimes.h"

#include "llvm/ADT/DenseMap.h"

using namespace mlir;
namespace npu::npu {

std::vector<Lifetime> lifetimesOf(ProgramOp program, ArrayRef<Operation *> commands) {
  std::vector<Lifetime> lifetimes;
  DenseMap<Value, size_t> index;
  for (Operation &op : program.getBody().front())
    if (isa<BufferOp, ConstantOp>(op)) {
      index[op.getResult(0)] = lifetimes.size();
      lifetimes.push_back({&op});
    }
  for (auto [time, command] : llvm::enumerate(commands))
    for (Value operand : command->getOperands()) {
      Lifetime &lifetime = lifetimes[index.at(operand)];
      if (lifetime.first < 0)
        lifetime.first = time;
      lifetime.last = time;
    }
  return lifetimes;
}

planner::Problem problemOf(ArrayRef<Lifetime> lifetimes, Space space, int64_t capacity, int64_t alignment) {
  planner::Problem problem;
  problem.capacity = capacity;
  for (auto [i, lifetime] : llvm::enumerate(lifetimes))
    if (lifetime.first >= 0 && spaceOf(lifetime.buffer->getResult(0)) == space)
      problem.buffers.push_back(
          {std::to_string(i), lifetime.first, lifetime.last, bytesOf(lifetime.buffer), alignment});
  return problem;
}

Capacities capacitiesOf(const Machine &machine) {
  return {machine.sramBytes, machine.prmRecords * kPrmRecordBytes, machine.lutBytes};
}

/// PRM is addressed by record; tables in LUT hold words of 4 bytes.
static int64_t demanded(Space space, const Machine &machine) {
  return space == Space::Sram ? machine.sramAlign : space == Space::Prm ? kPrmRecordBytes : 4;
}

/// Where each buffer's bytes become free when the next step is to find them untouched.
static std::vector<Lifetime> keptOneStep(ArrayRef<Lifetime> lifetimes, ArrayRef<Operation *> commands) {
  DenseMap<int64_t, int64_t> lastOf; // step -> its last command
  auto stepOf = [&](int64_t command) { return commands[command]->getAttrOfType<IntegerAttr>("step"); };
  for (int64_t i = 0; i < int64_t(commands.size()); ++i)
    if (IntegerAttr step = stepOf(i))
      lastOf[step.getInt()] = i;
  std::vector<Lifetime> kept(lifetimes.begin(), lifetimes.end());
  for (Lifetime &lifetime : kept) {
    IntegerAttr step = lifetime.last < 0 ? IntegerAttr() : stepOf(lifetime.last);
    auto next = step ? lastOf.find(step.getInt() + 1) : lastOf.end();
    if (next != lastOf.end())
      lifetime.last = std::max(lifetime.last, next->second);
  }
  return kept;
}

planner::Solution planSpace(ArrayRef<Lifetime> lifetimes, ArrayRef<Operation *> commands, Space space,
                            const Machine &machine, int64_t repairs) {
  int64_t capacity = capacitiesOf(machine).of(space), least = demanded(space, machine);
  int64_t preferred = space == Space::Prm ? least : std::max(least, machine.dmaAlign);
  auto plan = [&](ArrayRef<Lifetime> lives, int64_t alignment, int64_t effort) {
    return planner::solve(problemOf(lives, space, capacity, alignment), {effort});
  };
  planner::Solution solution = plan(keptOneStep(lifetimes, commands), preferred, 0);
  if (solution.peak > capacity)
    solution = plan(lifetimes, preferred, 0);
  if (solution.peak > capacity)
    solution = plan(lifetimes, least, repairs);
  return solution;
}

} // namespace npu::npu
