// One row for every operator that runs: commands, bytes and work it came to.
#include "compiler/report/Commands.h"
#include "compiler/report/NodeNames.h"
#include "compiler/report/Report.h"

using namespace mlir;
namespace npu {

namespace {
struct Work {
  int64_t commands = 0, engineCommands = 0, macs = 0, dramBytes = 0;
};
} // namespace

static std::map<std::string, Work> workByLayer(ModuleOp placed) {
  std::map<std::string, Work> work;
  for (Operation *command : commandsOf(placed)) {
    Work &sum = work[joinedNodeNames(command->getLoc())];
    ++sum.commands;
    sum.macs += macsOf(command);
    if (auto dma = dyn_cast<npu::DmaOp>(command))
      sum.dramBytes += dramBytes(dma);
    else
      ++sum.engineCommands;
  }
  return work;
}

Json layerRows(const Snapshot &snapshot, ModuleOp placed) {
  auto work = workByLayer(placed);
  Json rows = Json::array();
  for (const LayerRecord &layer : snapshot.layers) {
    Json row = {{"name", layer.name}, {"nodes", layer.nodes},   {"op", layer.op},
                {"device", layer.device}, {"shape", layer.shape}, {"format", layer.format}};
    if (auto found = work.find(layer.name); found != work.end()) {
      row["tiles"] = found->second.engineCommands;
      row["commands"] = found->second.commands;
      row["macs"] = found->second.macs;
      row["dram_bytes"] = found->second.dramBytes;
      work.erase(found); // several operators of one node share their commands: counted once
    }
    rows.push_back(row);
  }
  return rows;
}

} // namespace npu
