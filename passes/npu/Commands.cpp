#include "passes/npu/Commands.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
namespace npu::npu {

std::vector<Operation *> commandsOf(SegmentOp segment) {
  std::vector<Operation *> commands;
  for (Operation &op : segment.getBody().front())
    commands.push_back(&op);
  return commands;
}

std::vector<Operation *> commandsOf(ProgramOp program) {
  std::vector<Operation *> commands;
  for (auto segment : program.getBody().getOps<SegmentOp>())
    llvm::append_range(commands, commandsOf(segment));
  return commands;
}

static void collectNames(Location location, std::vector<std::string> &names) {
  if (auto name = dyn_cast<NameLoc>(location)) {
    if (!llvm::is_contained(names, name.getName().str()))
      names.push_back(name.getName().str());
  } else if (auto fused = dyn_cast<FusedLoc>(location)) {
    for (Location part : fused.getLocations())
      collectNames(part, names);
  } else if (auto call = dyn_cast<CallSiteLoc>(location)) {
    collectNames(call.getCallee(), names);
  }
}

std::string nodeNames(Location location) {
  std::vector<std::string> names;
  collectNames(location, names);
  return llvm::join(names, ";");
}

int64_t bytesOf(Operation *buffer) {
  if (auto constant = dyn_cast<ConstantOp>(buffer))
    return cast<ShapedType>(constant.getValue().getType()).getNumElements();
  return cast<BufferOp>(buffer).getBytes();
}

Space spaceOf(Value buffer) { return cast<BufferType>(buffer.getType()).getSpace(); }

std::string nameOf(Operation *buffer) {
  if (auto label = buffer->getAttrOfType<StringAttr>("label"))
    return label.str();
  std::string nodes = nodeNames(buffer->getLoc());
  if (!nodes.empty())
    return nodes;
  return (stringifySpace(spaceOf(buffer->getResult(0))) + " buffer").str();
}

bool isOnChip(Space space) { return space == Space::Sram || space == Space::Prm || space == Space::Lut; }

int64_t Capacities::of(Space space) const {
  return space == Space::Sram ? sram : space == Space::Prm ? prm : space == Space::Lut ? lut : INT64_MAX;
}

} // namespace npu::npu
