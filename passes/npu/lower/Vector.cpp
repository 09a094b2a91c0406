// Vector operators: one command per tile, all operands beside each other in SRAM.
#include "passes/npu/lower/Parameters.h"
#include "passes/npu/lower/Program.h"
#include "passes/npu/lower/VectorCommand.h"

using namespace mlir;
using namespace npu::tiling;

namespace npu::lower {
namespace {

/// An operand: its buffers and what they hold.
struct Operand {
  Value value;
  Map map;
  Turns turns;
  std::optional<Region> loaded;
};

bool same(const Region &a, const Region &b) {
  return a.row == b.row && a.rows == b.rows && a.column == b.column && a.columns == b.columns && a.channel == b.channel &&
         a.channels == b.channels;
}

/// What a step reads of an operand; axes of extent 1 broadcast.
Region inputRegion(const MapProblem &p, const MapStep &step, const Map &map) {
  Region r;
  if (map.rows > 1) {
    r.row = step.image * p.rows.in + step.rows.in;
    r.rows = step.rows.inSize;
  }
  if (map.columns > 1) {
    r.column = step.columns.in;
    r.columns = step.columns.inSize;
  }
  if (map.channels > 1) {
    r.channel = step.channel;
    r.channels = step.channels;
  }
  return r;
}

Region outputRegion(const MapProblem &p, const MapStep &step) {
  return {step.image * p.rows.out + step.rows.out, step.rows.outSize, step.columns.out, step.columns.outSize,
          step.channel, step.channels};
}

} // namespace

LogicalResult lowerVector(Operation *op, Program &program) {
  MapProblem p = mapProblem(op, program.storage);
  std::optional<MapTiles> tiles = mapTilesOf(op, p);
  if (!tiles)
    return failure();
  std::unique_ptr<VectorCommand> command = VectorCommand::create(op, p, program);
  if (!command)
    return failure();
  std::vector<MapStep> steps = mapSteps(p, *tiles);
  int64_t align = program.machine.sramAlign, turns = steps.size() > 1 ? tiles->buffers : 1;
  SmallVector<Operand> operands;
  for (auto [value, input] : llvm::zip(op->getOperands(), p.inputs))
    operands.push_back({value, mapOf(value),
                        program.turns(npu::Space::Sram, roundUp(mapInputBytes(p, input, *tiles, align), align), turns), {}});
  Value result = op->getResult(0);
  Turns output = program.turns(npu::Space::Sram, roundUp(mapOutputBytes(p, *tiles, align), align), turns);
  for (const MapStep &step : steps) {
    if (&step != &steps.front())
      program.beginStep();
    SmallVector<SramTile> in;
    for (Operand &operand : operands) {
      Region region = inputRegion(p, step, operand.map);
      bool load = !operand.loaded || !same(*operand.loaded, region);
      in.push_back(program.read(operand.value, region, operand.turns, load));
      operand.loaded = region;
    }
    Region region = outputRegion(p, step);
    SramTile out = program.write(result, region, output);
    command->emit(step, in, out);
    program.finish(result, region, out);
  }
  return success();
}

} // namespace npu::lower
