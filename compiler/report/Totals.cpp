// The sums of the report.
#include "compiler/report/Commands.h"
#include "compiler/report/Report.h"

using namespace mlir;
namespace npu {

namespace {
struct Peaks {
  int64_t sram = 0, arena = 0, constants = 0;
};
} // namespace

static Peaks peaksOf(ModuleOp placed) {
  Peaks peaks;
  placed.walk([&](Operation *op) {
    if (!isa<npu::BufferOp, npu::ConstantOp>(op))
      return;
    Value value = op->getResult(0);
    auto offset = op->getAttrOfType<IntegerAttr>("offset");
    int64_t end = (offset ? offset.getInt() : 0) + bytesOf(value);
    if (spaceOf(value) == npu::Space::Sram)
      peaks.sram = std::max(peaks.sram, end);
    else if (spaceOf(value) == npu::Space::Arena)
      peaks.arena = std::max(peaks.arena, end);
    else if (spaceOf(value) == npu::Space::Constants)
      peaks.constants += bytesOf(value);
  });
  return peaks;
}

Json totals(const Snapshot &snapshot, ModuleOp placed) {
  int64_t macs = 0, dram = 0, dmaCommands = 0, commands = 0, npuOps = 0, cpuOps = 0;
  for (Operation *command : commandsOf(placed)) {
    ++commands;
    macs += macsOf(command);
    if (auto dma = dyn_cast<npu::DmaOp>(command)) {
      ++dmaCommands;
      dram += dramBytes(dma);
    }
  }
  for (const LayerRecord &layer : snapshot.layers)
    ++(layer.device == "cpu" ? cpuOps : npuOps);
  Peaks peaks = peaksOf(placed);
  Json sums = {{"macs", macs}, {"dram_bytes", dram}, {"sram_peak_bytes", peaks.sram},
               {"dram_arena_bytes", peaks.arena}, {"constant_bytes", peaks.constants},
               {"npu_ops", npuOps}, {"cpu_ops", cpuOps}, {"commands", commands}, {"dma_commands", dmaCommands}};
  if (auto machine = placed->getAttrOfType<DictionaryAttr>("npu.target"))
    if (auto bytes = machine.getAs<IntegerAttr>("sram_bytes"))
      sums["sram_bytes"] = bytes.getInt();
  return sums;
}

} // namespace npu
