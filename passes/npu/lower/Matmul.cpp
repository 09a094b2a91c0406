// nn.matmul as MATMUL commands: obeys the tiles, decides nothing. A matrix is a row of its operand's map, so a batch is
// rows of tiles, and a transposed operand is read as it lies.
#include "dialects/nn/Scheme.h"
#include "passes/npu/lower/Parameters.h"
#include "passes/npu/lower/Problems.h"
#include "passes/npu/lower/Program.h"
#include "runtime/kernels/rescale.h"

using namespace mlir;
using namespace npu::tiling;

namespace npu::lower {
namespace {

Region lhsRegion(const MatmulProblem &p, const MatmulPart &s) {
  Region r;
  r.row = p.lhsBatched ? s.batch : 0;
  r.rows = p.lhsBatched ? s.batches : 1;
  r.column = p.lhsTransposed ? s.inner : s.row;
  r.columns = p.lhsTransposed ? s.inners : s.rows;
  r.channel = p.lhsTransposed ? s.row : s.inner;
  r.channels = p.lhsTransposed ? s.rows : s.inners;
  return r;
}

Region rhsRegion(const MatmulProblem &p, const MatmulPart &s) {
  Region r;
  r.row = p.rhsBatched ? s.batch : 0;
  r.rows = p.rhsBatched ? s.batches : 1;
  r.column = p.rhsTransposed ? s.column : s.inner;
  r.columns = p.rhsTransposed ? s.columns : s.inners;
  r.channel = p.rhsTransposed ? s.inner : s.column;
  r.channels = p.rhsTransposed ? s.inners : s.columns;
  return r;
}

Region outputRegion(const MatmulPart &s) { return {s.batch, s.batches, s.row, s.rows, s.column, s.columns}; }

class Matmul {
public:
  Matmul(nn::MatmulOp op, Program &program, const MatmulProblem &problem, const MatmulTiles &tiles, npu_rescale by)
      : op(op), program(program), p(problem), t(tiles), by(by),
        act(actRange(op.getOutput(), op.getClampMin(), op.getClampMax())) {}

  void run() {
    std::vector<MatmulStep> steps = matmulSteps(p, t);
    declareBuffers(steps);
    for (const MatmulStep &step : steps) {
      if (&step != &steps.front())
        program.beginStep();
      runStep(step);
    }
  }

private:
  void declareBuffers(ArrayRef<MatmulStep> steps) {
    MatmulFootprint f = matmulFootprint(p, t, program.machine.sramAlign);
    int64_t lhs = 0, rhs = 0, outputs = 0;
    for (const MatmulStep &step : steps) {
      lhs += step.loadLhs;
      rhs += step.loadRhs;
      outputs += step.last;
    }
    lhsTurns = program.turns(npu::Space::Sram, f.lhs, std::min(lhs, t.buffers));
    rhsTurns = program.turns(npu::Space::Sram, f.rhs, std::min(rhs, t.buffers));
    outputTurns = program.turns(npu::Space::Sram, f.output, std::min(outputs, t.buffers));
  }

  void runStep(const MatmulStep &step) {
    SramTile a = program.read(op.getLhs(), lhsRegion(p, step.part), lhsTurns, step.loadLhs);
    SramTile b = program.read(op.getRhs(), rhsRegion(p, step.part), rhsTurns, step.loadRhs);
    SramTile out = program.write(op.getOutput(), outputRegion(step.part), outputTurns, step.first);
    for (const MatmulPart &block : matmulBlocks(t, step.part))
      multiply(step.part, block, a, b, out);
    if (step.last)
      program.finish(op.getOutput(), outputRegion(step.part), out);
  }

  void multiply(const MatmulPart &step, const MatmulPart &block, const SramTile &a, const SramTile &b, const SramTile &out) {
    OpBuilder &builder = program.commands;
    Type si32 = builder.getIntegerType(32, true);
    auto flag = [&](bool set) { return set ? builder.getUnitAttr() : UnitAttr(); };
    bool first = block.inner == 0, last = block.inner + block.inners == p.inner;
    program.command<npu::MatmulOp>(
        a.buffer, b.buffer, out.buffer, partOf(a.tile, lhsRegion(p, step), lhsRegion(p, block)),
        partOf(b.tile, rhsRegion(p, step), rhsRegion(p, block)), partOf(out.tile, outputRegion(step), outputRegion(block)),
        flag(p.lhsTransposed), flag(p.rhsTransposed), builder.getIntegerAttr(si32, by.mult),
        builder.getI64IntegerAttr(by.shift), builder.getBoolAttr(first), builder.getBoolAttr(last),
        builder.getIntegerAttr(si32, act.least), builder.getIntegerAttr(si32, act.most), builder.getI32IntegerAttr(4),
        builder.getDenseI32ArrayAttr({}));
  }

  nn::MatmulOp op;
  Program &program;
  const MatmulProblem &p;
  const MatmulTiles &t;
  npu_rescale by;
  ActRange act;
  Turns lhsTurns, rhsTurns, outputTurns;
};

} // namespace

LogicalResult lowerMatmul(nn::MatmulOp op, Program &program) {
  MatmulProblem problem = matmulProblem(op, program.storage);
  std::optional<MatmulTiles> tiles = matmulTilesOf(op, problem);
  FailureOr<nn::Scheme> scheme = nn::schemeOf(op);
  if (!tiles || failed(scheme))
    return failure();
  double ratio = op.rescaleRatio(scaleOf(op.getLhs()), scaleOf(op.getRhs()), scaleOf(op.getOutput()));
  npu_rescale by;
  if (!npu_rescale_choose(ratio, scheme->multBits, &by, nullptr))
    return refuseRatio(op, ratio);
  Matmul(op, program, problem, *tiles, by).run();
  return success();
}

} // namespace npu::lower
