// npu-place-buffers: an offset for every buffer and constant.
#include "passes/npu/Lifetimes.h"
#include "passes/npu/Passes.h"

using namespace mlir;
namespace npu::npu {
#define GEN_PASS_DEF_PLACEBUFFERS
#include "passes/npu/Passes.h.inc"

namespace {

constexpr int64_t kConstantAlignment = 64, kArenaAlignment = 64;
/// Placements tried when nothing simpler fits on the chip.
constexpr int64_t kRepairs = 200;

class Placer {
public:
  Placer(ProgramOp program, const Machine &machine, int64_t &constantBytes)
      : program(program), machine(machine), constantBytes(constantBytes) {}

  bool run() {
    eraseUnused();
    commands = commandsOf(program);
    lifetimes = lifetimesOf(program, commands);
    placeConstants();
    placeDram(Space::Arena);
    placeDram(Space::Persistent);
    bool fits = true;
    for (Space space : {Space::Sram, Space::Prm, Space::Lut})
      fits &= placeOnChip(space);
    return fits;
  }

private:
  void eraseUnused() {
    for (Operation &op : llvm::make_early_inc_range(program.getBody().front())) {
      if (!isa<BufferOp, ConstantOp>(op) || !op.use_empty())
        continue;
      Space space = spaceOf(op.getResult(0));
      if (space != Space::Input && space != Space::Output)
        op.erase();
    }
  }

  void setOffset(Operation *buffer, int64_t offset) {
    buffer->setAttr("offset", IntegerAttr::get(IntegerType::get(buffer->getContext(), 64), offset));
  }

  /// One after another, through all programs of the module: they share the blob's constants.
  void placeConstants() {
    for (const Lifetime &lifetime : lifetimes)
      if (isa<ConstantOp>(lifetime.buffer)) {
        constantBytes = llvm::alignTo(constantBytes, kConstantAlignment);
        setOffset(lifetime.buffer, constantBytes);
        constantBytes += bytesOf(lifetime.buffer);
      }
  }

  void apply(Space space, const planner::Solution &solution) {
    size_t next = 0;
    for (const Lifetime &lifetime : lifetimes)
      if (lifetime.first >= 0 && spaceOf(lifetime.buffer->getResult(0)) == space)
        setOffset(lifetime.buffer, solution.offsets[next++]);
  }

  /// DRAM has no limit here: the lower bound is what the plan aims at. Persistent state never dies.
  void placeDram(Space space) {
    planner::Problem problem = problemOf(lifetimes, space, INT64_MAX, kArenaAlignment);
    if (space == Space::Persistent)
      for (planner::Buffer &buffer : problem.buffers)
        buffer.first = buffer.last = 0;
    problem.capacity = planner::lowerBound(problem);
    apply(space, planner::solve(problem));
  }

  bool placeOnChip(Space space) {
    planner::Solution solution = planSpace(lifetimes, commands, space, machine, kRepairs);
    if (solution.peak > capacitiesOf(machine).of(space))
      return reportCapacity(space, solution), false;
    apply(space, solution);
    return true;
  }

  /// Needed, available, and what is live where the need is greatest, the largest first.
  void reportCapacity(Space space, const planner::Solution &solution) {
    int64_t capacity = capacitiesOf(machine).of(space);
    planner::Problem problem = problemOf(lifetimes, space, capacity, 1);
    int64_t bound = planner::lowerBound(problem), at = planner::peakCommand(problem);
    Operation *command = commands[at];
    InFlightDiagnostic error = command->emitError();
    std::string nodes = nodeNames(command->getLoc());
    if (!nodes.empty())
      error << "'" << nodes << "': ";
    error << stringifySpace(space) << " needs " << (bound > capacity ? bound : solution.peak) << " bytes"
          << (bound > capacity ? "" : " in the best plan found") << ", target '" << machine.name << "' has " << capacity
          << "; live at this command:";
    std::vector<const Lifetime *> live;
    for (const Lifetime &lifetime : lifetimes)
      if (lifetime.first >= 0 && lifetime.first <= at && at <= lifetime.last &&
          spaceOf(lifetime.buffer->getResult(0)) == space)
        live.push_back(&lifetime);
    llvm::sort(live, [](const Lifetime *a, const Lifetime *b) {
      int64_t left = bytesOf(a->buffer), right = bytesOf(b->buffer);
      return left != right ? left > right : a < b; // both lie in `lifetimes`
    });
    for (const Lifetime *lifetime : live)
      error << (lifetime == live.front() ? " '" : ", '") << nameOf(lifetime->buffer) << "' "
            << bytesOf(lifetime->buffer) << " bytes";
  }

  ProgramOp program;
  const Machine &machine;
  int64_t &constantBytes;
  std::vector<Operation *> commands;
  std::vector<Lifetime> lifetimes;
};

struct PlaceBuffersPass : impl::PlaceBuffersBase<PlaceBuffersPass> {
  void runOnOperation() override {
    FailureOr<Machine> machine = Machine::of(getOperation());
    if (failed(machine))
      return signalPassFailure();
    bool fits = true;
    int64_t constantBytes = 0;
    for (auto program : getOperation().getOps<ProgramOp>())
      fits &= Placer(program, *machine, constantBytes).run();
    if (!fits)
      signalPassFailure();
  }
};

} // namespace
} // namespace npu::npu
