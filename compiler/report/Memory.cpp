// The buffer plan: every buffer with its place and life.
#include "compiler/report/Commands.h"
#include "compiler/report/NodeNames.h"
#include "compiler/report/Report.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
namespace npu {

namespace {
struct Life {
  int64_t first = -1, last = -1;
  std::vector<std::string> nodes;
};
} // namespace

static void touch(Life &life, int64_t index, Operation *command) {
  if (life.first < 0)
    life.first = index;
  life.last = index;
  for (std::string &name : nodeNames(command->getLoc()))
    if (!llvm::is_contained(life.nodes, name))
      life.nodes.push_back(std::move(name));
}

static llvm::DenseMap<Value, Life> lives(ModuleOp placed) {
  llvm::DenseMap<Value, Life> map;
  int64_t index = 0;
  for (Operation *command : commandsOf(placed)) {
    for (Value buffer : command->getOperands())
      touch(map[buffer], index, command);
    ++index;
  }
  return map;
}

Json memoryRows(ModuleOp placed) {
  auto map = lives(placed);
  Json rows = Json::array();
  int64_t number = 0;
  placed.walk([&](Operation *op) {
    auto buffer = dyn_cast<npu::BufferOp>(op);
    auto constant = dyn_cast<npu::ConstantOp>(op);
    if (!buffer && !constant)
      return;
    Value value = op->getResult(0);
    const Life &life = map[value];
    auto label = op->getAttrOfType<StringAttr>("label");
    auto offset = op->getAttrOfType<IntegerAttr>("offset");
    rows.push_back({{"buffer", label ? label.getValue().str() : "buffer_" + std::to_string(number)},
                    {"space", npu::stringifySpace(spaceOf(value)).str()},
                    {"offset", offset ? offset.getInt() : 0},
                    {"bytes", bytesOf(value)},
                    {"first", life.first},
                    {"last", life.last},
                    {"nodes", life.nodes}});
    ++number;
  });
  return rows;
}

// Copies and layout changes that the user did not write: DMA whose cause is neither a load nor a store.
Json copyRows(ModuleOp placed) {
  struct Copies {
    int64_t bytes = 0, commands = 0;
  };
  std::map<std::pair<std::string, std::string>, Copies> sums;
  for (Operation *command : commandsOf(placed)) {
    auto dma = dyn_cast<npu::DmaOp>(command);
    if (!dma || dma.getCause() == "load" || dma.getCause() == "store" || dma.getCause() == "parameters")
      continue;
    Copies &copies = sums[{joinedNodeNames(command->getLoc()), dma.getCause().str()}];
    copies.bytes += movedBytes(dma);
    ++copies.commands;
  }
  Json rows = Json::array();
  for (auto &[key, copies] : sums)
    rows.push_back({{"where", key.first}, {"cause", key.second}, {"bytes", copies.bytes}, {"commands", copies.commands}});
  return rows;
}

} // namespace npu
