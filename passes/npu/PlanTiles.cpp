// nn-plan-tiles: what stays in SRAM, and the tiles of every operator. Decides, changes nothing else.
#include "passes/npu/Passes.h"
#include "passes/npu/lower/Problems.h"
#include "passes/planner/Planner.h"

using namespace mlir;
using namespace npu::lower;

namespace npu::npu {
#define GEN_PASS_DEF_PLANTILES
#include "passes/npu/Passes.h.inc"

namespace {

/// Tiles of one operator, the SRAM they take beside the resident values, and the commands they mean.
struct Choice {
  DictionaryAttr tiles;
  int64_t bytes = 0, commands = 0;
};

/// Compute commands of a whole program: a plan beyond it says that the SRAM is no size for the network, and would
/// take minutes and gigabytes to compile.
constexpr int64_t kMostCommands = 1 << 18;

class Planner {
public:
  Planner(func::FuncOp function, const Machine &machine)
      : function(function), machine(machine), storage(function, machine.sramAlign) {}

  LogicalResult run() {
    choices.resize(storage.operators.size());
    stale.assign(storage.operators.size(), true);
    if (!fit())
      return failure();
    while (!placeable()) {
      // Room enough, yet in pieces.
      if (!evictLargest())
        return function.emitError("no order of buffers fits the ") << machine.sramBytes << " bytes of SRAM";
      if (!fit())
        return failure();
    }
    if (tooManyCommands())
      return failure();
    record();
    return success();
  }

private:
  /// Evicts values until every operator has tiles that fit beside those that stay. An eviction makes
  /// the operators it lived through stale; evictions only grow, so this ends.
  bool fit() {
    for (auto next = llvm::find(stale, true); next != stale.end(); next = llvm::find(stale, true)) {
      int64_t position = next - stale.begin(), needed = 0;
      *next = false;
      if (choose(position, machine.sramBytes - residentBytes(position), needed))
        continue;
      int64_t victim = worstResident(position);
      if (victim < 0)
        return refuse(storage.operators[position], needed);
      evict(victim, "too little SRAM at an operator it would live through");
    }
    return true;
  }

  bool refuse(Operation *op, int64_t needed) {
    if (needed <= machine.sramBytes)
      return op->emitError() << "'" << op->getName() << "' has a filter too large for the weight buffer ("
                             << machine.wbufBytes << " bytes) or the accumulators (" << machine.accBytes
                             << " bytes) of target '" << machine.name << "'",
             false;
    op->emitError() << "'" << op->getName() << "' needs " << needed << " bytes of SRAM for its smallest tile, target '"
                    << machine.name << "' has " << machine.sramBytes << "; raise --sram or choose another target";
    return false;
  }

  bool choose(size_t position, int64_t sram, int64_t &needed) {
    Operation *op = storage.operators[position];
    Choice &choice = choices[position];
    switch (formOf(op, storage)) {
    case Form::Product: {
      auto problem = convProblem(op, storage);
      auto tiles = tiling::chooseConvTiles(problem, capacityOf(machine, sram), &needed);
      if (!tiles)
        return false;
      choice = {tilesAttr(op->getContext(), *tiles), tiling::convFootprint(problem, *tiles, machine.sramAlign).total,
                tiling::convCommandCount(problem, *tiles)};
      return true;
    }
    case Form::Matmul: {
      auto problem = matmulProblem(cast<nn::MatmulOp>(op), storage);
      auto tiles = tiling::chooseMatmulTiles(problem, capacityOf(machine, sram), &needed);
      if (!tiles)
        return false;
      choice = {tilesAttr(op->getContext(), *tiles), tiling::matmulFootprint(problem, *tiles, machine.sramAlign).total,
                tiling::matmulCommandCount(problem, *tiles)};
      return true;
    }
    case Form::Vector: {
      auto problem = mapProblem(op, storage);
      auto tiles = tiling::chooseMapTiles(problem, sram, machine.sramAlign, &needed);
      if (!tiles)
        return false;
      choice = {tilesAttr(op->getContext(), *tiles), tiling::mapFootprint(problem, *tiles, machine.sramAlign),
                tiling::mapStepCount(problem, *tiles)};
      return true;
    }
    default:
      needed = 0;
      return sram >= 0;
    }
  }

  bool tooManyCommands() {
    int64_t commands = 0;
    size_t most = 0;
    for (auto [position, choice] : llvm::enumerate(choices)) {
      commands += choice.commands;
      if (choice.commands > choices[most].commands)
        most = position;
    }
    if (commands <= kMostCommands)
      return false;
    Operation *op = storage.operators[most];
    op->emitError() << "in " << machine.sramBytes << " bytes of SRAM the network takes " << commands
                    << " commands, more than the " << kMostCommands << " of a program; '" << op->getName()
                    << "' alone takes " << choices[most].commands << "; raise --sram or choose another target";
    return true;
  }

  bool resident(const Root &root) const { return root.space == Space::Sram; }
  bool liveAt(const Root &root, int64_t position) const { return root.first <= position && position <= root.last; }

  int64_t residentBytes(int64_t position) const {
    int64_t bytes = 0;
    for (const Root &root : storage.roots)
      if (resident(root) && liveAt(root, position))
        bytes += tiling::roundUp(storage.bytesOf(root), machine.sramAlign);
    return bytes;
  }

  /// The resident that costs least to keep in DRAM for what it frees: most bytes held for longest.
  int64_t worstResident(int64_t position) const {
    int64_t worst = -1, weight = -1;
    for (auto [index, root] : llvm::enumerate(storage.roots)) {
      if (!resident(root) || !liveAt(root, position))
        continue;
      int64_t held = storage.bytesOf(root) * (root.last - root.first);
      if (held > weight) {
        weight = held;
        worst = index;
      }
    }
    return worst;
  }

  void evict(int64_t index, StringRef why) {
    storage.roots[index].space = Space::Arena;
    storage.roots[index].forced = why.str();
    for (int64_t position = storage.roots[index].first; position <= storage.roots[index].last; ++position)
      if (position < static_cast<int64_t>(stale.size()))
        stale[position] = true;
  }

  bool evictLargest() {
    int64_t largest = -1;
    for (auto [index, root] : llvm::enumerate(storage.roots))
      if (resident(root) && (largest < 0 || storage.bytesOf(root) > storage.bytesOf(storage.roots[largest])))
        largest = index;
    if (largest >= 0)
      evict(largest, "SRAM is free only in pieces");
    return largest >= 0;
  }

  /// Whether the buffer planner finds a place for residents and tiles together.
  bool placeable() const {
    planner::Problem problem;
    for (const Root &root : storage.roots)
      if (resident(root) && root.last >= root.first)
        problem.buffers.push_back({"", root.first, root.last, storage.bytesOf(root), machine.sramAlign});
    if (problem.buffers.empty())
      return true;
    for (auto [position, choice] : llvm::enumerate(choices))
      if (choice.bytes > 0)
        problem.buffers.push_back({"", int64_t(position), int64_t(position), choice.bytes, machine.sramAlign});
    problem.capacity = machine.sramBytes;
    return planner::solve(problem).peak <= machine.sramBytes;
  }

  void record() {
    Builder b(function.getContext());
    for (auto [position, op] : llvm::enumerate(storage.operators))
      if (choices[position].tiles)
        op->setAttr(kTilesAttr, choices[position].tiles);
    for (const Root &root : storage.roots) {
      Operation *owner = root.owner.getDefiningOp();
      if (!owner || !root.movable())
        continue;
      owner->setAttr(kStorageAttr, b.getStringAttr(resident(root) ? "sram" : "arena"));
      owner->setAttr(kWhyAttr, b.getStringAttr(resident(root) ? "fits beside all that lives with it" : root.forced));
    }
  }

  func::FuncOp function;
  const Machine &machine;
  Storage storage;
  std::vector<Choice> choices;
  std::vector<bool> stale; ///< operators whose tiles must be chosen again
};

class PlanTiles : public impl::PlanTilesBase<PlanTiles> {
  void runOnOperation() override {
    auto machine = Machine::of(getOperation());
    if (failed(machine))
      return signalPassFailure();
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (failed(Planner(function, *machine).run()))
        signalPassFailure();
  }
};

} // namespace
} // namespace npu::npu
