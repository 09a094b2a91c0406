// npu-hoist-loads: the next step's loads before this step's work, so that both overlap.
#include "passes/npu/Accesses.h"
#include "passes/npu/Lifetimes.h"
#include "passes/npu/Passes.h"

using namespace mlir;
namespace npu::npu {
#define GEN_PASS_DEF_HOISTLOADS
#include "passes/npu/Passes.h.inc"

namespace {

constexpr Space kOnChip[] = {Space::Sram, Space::Prm, Space::Lut};
/// A load moves over at most this many commands: moving costs time in proportion.
constexpr size_t kFarthest = 4096;

bool isLoad(Operation *command) {
  auto dma = dyn_cast<DmaOp>(command);
  return dma && isOnChip(spaceOf(dma.getTarget())) && (!dma.getSource() || !isOnChip(spaceOf(dma.getSource())));
}

bool meet(const Access &a, const Access &b) {
  return a.buffer == b.buffer && a.low < b.high && b.low < a.high;
}

/// Reorders the commands of one program, each within its segment.
class Hoister {
public:
  /// Live bytes of each space are kept within `eighths`/8 of its capacity.
  Hoister(ProgramOp program, const Machine &machine, int64_t eighths) : order(commandsOf(program)) {
    Capacities capacities = capacitiesOf(machine);
    std::vector<Lifetime> lifetimes = lifetimesOf(program, order);
    for (Space space : kOnChip)
      budget[space] = capacities.of(space) * eighths / 8;
    for (Operation *command : order)
      accesses[command] = accessesOf(command);
    countLive(lifetimes);
  }

  std::vector<Operation *> run() {
    for (size_t at = 0; at < order.size(); ++at)
      if (isLoad(order[at]) && order[at]->hasAttr("step"))
        hoist(at);
    return order;
  }

private:
  void countLive(ArrayRef<Lifetime> lifetimes) {
    for (Space space : kOnChip)
      live[space].assign(order.size() + 1, 0);
    for (const Lifetime &lifetime : lifetimes) {
      Value buffer = lifetime.buffer->getResult(0);
      if (lifetime.first < 0 || !isOnChip(spaceOf(buffer)))
        continue;
      opener[buffer] = order[lifetime.first];
      live[spaceOf(buffer)][lifetime.first] += bytesOf(lifetime.buffer);
      live[spaceOf(buffer)][lifetime.last + 1] -= bytesOf(lifetime.buffer);
    }
    for (Space space : kOnChip)
      for (size_t i = 1; i < live[space].size(); ++i)
        live[space][i] += live[space][i - 1];
  }

  static int64_t stepOf(Operation *command) {
    auto step = command->getAttrOfType<IntegerAttr>("step");
    return step ? step.getInt() : INT64_MIN;
  }

  /// May the load run before this command, which now comes before it?
  bool mayCross(Operation *load, Operation *other) {
    for (const Access &a : accesses[load])
      for (const Access &b : accesses[other])
        if ((a.write || b.write) && meet(a, b))
          return false;
    return true;
  }

  /// Moves the load before the first work of the step before its own, as far as that is legal and fits.
  void hoist(size_t at) {
    Operation *load = order[at];
    Value target = cast<DmaOp>(load).getTarget();
    Space space = spaceOf(target);
    bool opens = opener[target] == load;
    int64_t bytes = opens ? bytesOf(target.getDefiningOp()) : 0, step = stepOf(load);
    size_t best = at;
    for (size_t k = at; k-- > 0 && at - k < kFarthest;) {
      Operation *other = order[k];
      if (other->getBlock() != load->getBlock() || stepOf(other) < step - 1 || opener[target] == other ||
          live[space][k] + bytes > budget[space] || !mayCross(load, other))
        break;
      if (stepOf(other) == step - 1 && !isLoad(other))
        best = k;
    }
    if (best != at)
      move(at, best, space, bytes);
  }

  /// The target's life now begins at `to`; the live bytes there are at most those of the command it precedes.
  void move(size_t at, size_t to, Space space, int64_t bytes) {
    std::rotate(order.begin() + to, order.begin() + at, order.begin() + at + 1);
    for (Space each : kOnChip) {
      std::vector<int64_t> &counts = live[each];
      int64_t beside = counts[to];
      std::rotate(counts.begin() + to, counts.begin() + at, counts.begin() + at + 1);
      counts[to] = beside;
    }
    for (size_t i = to; i <= at; ++i)
      live[space][i] += bytes;
  }

  std::vector<Operation *> order;
  std::map<Space, int64_t> budget;
  std::map<Space, std::vector<int64_t>> live; // bytes while each command of the order runs
  DenseMap<Operation *, SmallVector<Access, 5>> accesses;
  DenseMap<Value, Operation *> opener; // the first command that names a buffer
};

bool fits(ProgramOp program, ArrayRef<Operation *> order, const Machine &machine) {
  std::vector<Lifetime> lifetimes = lifetimesOf(program, order);
  for (Space space : kOnChip)
    if (planSpace(lifetimes, order, space, machine, 0).peak > capacitiesOf(machine).of(space))
      return false;
  return true;
}

/// A peak within capacity is no plan within capacity: with less and less memory until the planner finds one.
void hoistLoads(ProgramOp program, const Machine &machine) {
  std::vector<Operation *> before = commandsOf(program);
  for (int64_t eighths : {8, 7, 6, 4}) {
    std::vector<Operation *> order = Hoister(program, machine, eighths).run();
    if (order == before)
      return;
    if (!fits(program, order, machine))
      continue;
    for (Operation *command : order)
      command->moveBefore(command->getBlock(), command->getBlock()->end());
    return;
  }
}

struct HoistLoadsPass : impl::HoistLoadsBase<HoistLoadsPass> {
  void runOnOperation() override {
    FailureOr<Machine> machine = Machine::of(getOperation());
    if (failed(machine))
      return signalPassFailure();
    for (auto program : getOperation().getOps<ProgramOp>())
      hoistLoads(program, *machine);
  }
};

} // namespace
} // namespace npu::npu
