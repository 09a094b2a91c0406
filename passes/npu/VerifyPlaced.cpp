// npu-verify-placed: what holds of every placed program. Independent of the planner.
#include "passes/npu/Commands.h"
#include "passes/npu/Machine.h"
#include "passes/npu/Passes.h"

#include <map>

using namespace mlir;
namespace npu::npu {
#define GEN_PASS_DEF_VERIFYPLACED
#include "passes/npu/Passes.h.inc"

namespace {

struct Placed {
  Operation *op;
  Space space;
  int64_t offset, bytes;
  int64_t first = -1, last = -1; // commands that name it; -1: none
};

class Verifier {
public:
  Verifier(ProgramOp program, const Machine &machine) : program(program), machine(machine) {}

  bool run() {
    collect();
    for (const Placed &buffer : buffers)
      checkPlace(buffer);
    checkOverlaps();
    return good;
  }

private:
  void collect() {
    DenseMap<Value, size_t> index;
    for (Operation &op : program.getBody().front()) {
      if (!isa<BufferOp, ConstantOp>(op))
        continue;
      auto offset = op.getAttrOfType<IntegerAttr>("offset");
      Space space = spaceOf(op.getResult(0));
      bool border = space == Space::Input || space == Space::Output;
      if (!offset && !border)
        report(&op) << "has no offset";
      index[op.getResult(0)] = buffers.size();
      buffers.push_back({&op, space, offset ? offset.getInt() : border ? 0 : -1, bytesOf(&op)});
    }
    int64_t time = 0;
    for (Operation *command : commandsOf(program)) {
      for (Value operand : command->getOperands()) {
        Placed &buffer = buffers[index.at(operand)];
        buffer.first = buffer.first < 0 ? time : buffer.first;
        buffer.last = time;
      }
      ++time;
    }
  }

  int64_t alignment(Space space) const {
    switch (space) {
    case Space::Sram: return machine.sramAlign;
    case Space::Prm: return kPrmRecordBytes;
    case Space::Lut: return 4;
    case Space::Constants: return 64;
    default: return 1;
    }
  }

  int64_t capacity(Space space) const {
    return Capacities{machine.sramBytes, machine.prmRecords * kPrmRecordBytes, machine.lutBytes}.of(space);
  }

  void checkPlace(const Placed &buffer) {
    if (buffer.offset < 0)
      return;
    if (buffer.offset % alignment(buffer.space) != 0)
      report(buffer.op) << "lies at " << buffer.offset << ", not a multiple of " << alignment(buffer.space);
    bool border = buffer.space == Space::Input || buffer.space == Space::Output;
    if (border && buffer.offset != 0)
      report(buffer.op) << "lies at " << buffer.offset << ", a border buffer lies at 0";
    if (buffer.offset + buffer.bytes > capacity(buffer.space))
      report(buffer.op) << "ends at byte " << buffer.offset + buffer.bytes << ", " << stringifySpace(buffer.space)
                        << " has " << capacity(buffer.space);
  }

  /// Walks the commands and keeps, for each space, the live buffers by offset. Constants never die.
  void checkOverlaps() {
    int64_t end = 0;
    for (const Placed &buffer : buffers)
      end = std::max(end, buffer.last + 1);
    std::vector<std::vector<const Placed *>> starts(end + 1), ends(end + 1);
    for (const Placed &buffer : buffers) {
      bool constant = buffer.space == Space::Constants;
      bool border = buffer.space == Space::Input || buffer.space == Space::Output;
      if (buffer.offset < 0 || border || (!constant && buffer.first < 0))
        continue;
      starts[constant ? 0 : buffer.first].push_back(&buffer);
      ends[constant ? end : buffer.last].push_back(&buffer);
    }
    for (int64_t time = 0; time <= end; ++time) {
      for (const Placed *buffer : starts[time])
        enter(buffer);
      for (const Placed *buffer : ends[time])
        leave(buffer);
    }
  }

  void enter(const Placed *buffer) {
    auto &live = this->live[buffer->space];
    auto next = live.lower_bound({buffer->offset, 0});
    // Live buffers are disjoint until the first offence, so two neighbours tell; after one, more are named.
    if (next != live.begin() && std::prev(next)->second->offset + std::prev(next)->second->bytes > buffer->offset)
      overlap(buffer, std::prev(next)->second);
    for (; next != live.end() && next->second->offset < buffer->offset + buffer->bytes; ++next)
      overlap(buffer, next->second);
    live[{buffer->offset, buffer - buffers.data()}] = buffer;
  }

  void leave(const Placed *buffer) { live[buffer->space].erase({buffer->offset, buffer - buffers.data()}); }

  void overlap(const Placed *buffer, const Placed *other) {
    InFlightDiagnostic diagnostic = report(buffer->op);
    diagnostic << "[" << buffer->offset << ", " << buffer->offset + buffer->bytes << ") shares bytes of "
               << stringifySpace(buffer->space) << " with '" << nameOf(other->op) << "' [" << other->offset << ", "
               << other->offset + other->bytes << ") while both are live";
    diagnostic.attachNote(other->op->getLoc()) << "the other buffer";
  }

  InFlightDiagnostic report(Operation *op) {
    good = false;
    return op->emitError() << "'" << nameOf(op) << "' ";
  }

  ProgramOp program;
  const Machine &machine;
  std::vector<Placed> buffers;
  std::map<Space, std::map<std::pair<int64_t, int64_t>, const Placed *>> live;
  bool good = true;
};

struct VerifyPlacedPass : impl::VerifyPlacedBase<VerifyPlacedPass> {
  void runOnOperation() override {
    FailureOr<Machine> machine = Machine::of(getOperation());
    if (failed(machine))
      return signalPassFailure();
    bool good = true;
    for (auto program : getOperation().getOps<ProgramOp>())
      good &= Verifier(program, *machine).run();
    if (!good)
      signalPassFailure();
  }
};

} // namespace
} // namespace npu::npu
