#include "test/mutation/MoveBuffers.h"

#include "passes/npu/Lifetimes.h"
#include "targets/rnpu/Emit.h"

namespace mutation {
namespace {

using namespace npu::npu;

int64_t offsetOf(const Lifetime &lifetime) {
  auto offset = lifetime.buffer->getAttrOfType<mlir::IntegerAttr>("offset");
  return offset ? offset.getInt() : 0;
}

bool meetsAnother(const Lifetime &moved, int64_t offset, llvm::ArrayRef<Lifetime> all) {
  Space space = spaceOf(moved.buffer->getResult(0));
  int64_t end = offset + bytesOf(moved.buffer);
  return llvm::any_of(all, [&](const Lifetime &other) {
    return other.buffer != moved.buffer && other.first >= 0 && spaceOf(other.buffer->getResult(0)) == space &&
           other.first <= moved.last && moved.first <= other.last && offsetOf(other) < end &&
           offset < offsetOf(other) + bytesOf(other.buffer);
  });
}

bool isMovable(const Lifetime &lifetime) {
  Space space = spaceOf(lifetime.buffer->getResult(0));
  return lifetime.first >= 0 && (isOnChip(space) || space == Space::Arena);
}

} // namespace

Tally moveBuffers(mlir::ModuleOp placed, Subject &subject, uint64_t every) {
  Tally tally;
  auto machine = npu::Machine::of(placed);
  ProgramOp program = *placed.getOps<ProgramOp>().begin();
  std::vector<Lifetime> all = lifetimesOf(program, commandsOf(program));
  uint64_t number = 0;
  for (const Lifetime &lifetime : all) {
    if (!isMovable(lifetime))
      continue;
    Space space = spaceOf(lifetime.buffer->getResult(0));
    int64_t intact = offsetOf(lifetime), step = space == Space::Prm ? kPrmRecordBytes : 16;
    for (int64_t moved : {intact + step, intact - step}) {
      bool leaves = moved + bytesOf(lifetime.buffer) > capacitiesOf(*machine).of(space);
      if (moved < 0 || (!leaves && !meetsAnother(lifetime, moved, all)) || number++ % every != 0)
        continue;
      auto type = mlir::IntegerType::get(placed.getContext(), 64);
      lifetime.buffer->setAttr("offset", mlir::IntegerAttr::get(type, moved));
      auto blob = npu::emitBlob(placed, "test", "");
      lifetime.buffer->setAttr("offset", mlir::IntegerAttr::get(type, intact));
      std::string what = nameOf(lifetime.buffer) + " moved from " + std::to_string(intact) + " to " +
                         std::to_string(moved) + " of " + stringifySpace(space).str();
      if (mlir::succeeded(blob))
        subject.judgeCommands(*blob, what, tally);
    }
  }
  return tally;
}

} // namespace mutation
