// nn.conv and nn.dense as CONV commands: obeys the tiles, decides nothing.
#include "passes/npu/lower/Parameters.h"
#include "passes/npu/lower/Program.h"

using namespace mlir;
using namespace npu::tiling;

namespace npu::lower {
namespace {

constexpr int64_t kRecordBytes = 10;

class Product {
public:
  Product(Operation *op, Program &program, const ConvProblem &problem, const ConvTiles &tiles)
      : op(op), program(program), p(problem), t(tiles), align(program.machine.sramAlign),
        input(op->getOperand(0)), output(op->getResult(0)), blocks(weightBlocks(p, t, align)) {
    act = actRange(output, bound("clamp_min"), bound("clamp_max"));
  }

  LogicalResult run() {
    FailureOr<SmallVector<char>> records = productRecords(op);
    if (failed(records))
      return failure();
    std::vector<ConvStep> steps = convSteps(p, t, align);
    declareBuffers(*records, steps);
    for (const ConvStep &step : steps) {
      if (&step != &steps.front())
        program.beginStep();
      runStep(step);
    }
    return success();
  }

private:
  std::optional<APFloat> bound(StringRef name) const {
    auto value = op->getAttrOfType<FloatAttr>(name);
    return value ? std::optional(value.getValue()) : std::nullopt;
  }

  void declareBuffers(ArrayRef<char> records, ArrayRef<ConvStep> steps) {
    SmallVector<char> packed = packWeights(constantBytes(op->getOperand(1)), p, t, blocks, align);
    weightSource = program.constant(packed);
    recordSource = program.constant(records);
    ConvFootprint f = convFootprint(p, t, align);
    int64_t inputs = 0, weights = 0, outputs = 0;
    for (const ConvStep &step : steps) {
      inputs += step.loadInput;
      weights += step.loadWeights;
      outputs += step.last;
    }
    inputTurns = program.turns(npu::Space::Sram, roundUp(f.input, align), std::min(inputs, t.buffers));
    weightTurns = program.turns(npu::Space::Sram, f.weights, std::min(weights, t.buffers));
    outputTurns = program.turns(npu::Space::Sram, roundUp(f.output, align), std::min(outputs, t.buffers));
    allRecords = p.out <= program.machine.prmRecords / 2;
    int64_t held = allRecords ? p.out : t.out;
    recordTurns = program.turns(npu::Space::Prm, held * kRecordBytes, allRecords ? 1 : 2);
  }

  void runStep(const ConvStep &step) {
    inRegion = {step.image * p.rows.in + step.rows.in, step.rows.inSize, step.columns.in, step.columns.inSize, step.in,
                step.inSize};
    outRegion = {step.image * p.rows.out + step.rows.out, step.rows.outSize, step.columns.out, step.columns.outSize,
                 step.out, step.outSize};
    SramTile in = program.read(input, inRegion, inputTurns, step.loadInput);
    if (step.loadWeights)
      loadWeights(step);
    loadRecords(step);
    SramTile out = program.write(output, outRegion, outputTurns, step.first);
    for (int64_t row = 0; row < step.rows.outSize; row += t.blockRows)
      for (int64_t column = 0; column < step.columns.outSize; column += t.blockColumns)
        for (int64_t block = step.weightBegin; block < step.weightEnd; ++block)
          convolve(step, blocks[block], spanOf(p.rows, step.rows.out + row, std::min(t.blockRows, step.rows.outSize - row)),
                   spanOf(p.columns, step.columns.out + column, std::min(t.blockColumns, step.columns.outSize - column)),
                   in, out);
    if (step.last)
      program.finish(output, outRegion, out);
  }

  void loadWeights(const ConvStep &step) {
    const WeightBlock &first = blocks[t.weightsResident ? 0 : step.weightBegin];
    const WeightBlock &last = t.weightsResident ? blocks.back() : blocks[step.weightEnd - 1];
    weightBase = first.offset;
    program.copyBytes(weightSource, first.offset, weightTurns.next(), 0,
                      last.offset + roundUp(last.bytes, align) - first.offset, "weights");
  }

  void loadRecords(const ConvStep &step) {
    if (recordTurns.used >= 0 && (allRecords || recordBase == step.out))
      return;
    recordBase = allRecords ? 0 : step.out;
    int64_t count = allRecords ? p.out : step.outSize;
    program.copyBytes(recordSource, recordBase * kRecordBytes, recordTurns.next(), 0, count * kRecordBytes, "parameters");
  }

  void convolve(const ConvStep &step, const WeightBlock &block, const Span &rows, const Span &columns, const SramTile &in,
                const SramTile &out) {
    bool dense = t.kind == tiling::ConvKind::Dense;
    Region from = inRegion, to = outRegion;
    from.row = step.image * p.rows.in + rows.in;
    from.rows = rows.inSize;
    from.column = columns.in;
    from.columns = columns.inSize;
    int64_t group = block.out / p.groupOut();
    from.channel = group * p.groupIn() + (dense ? block.in : 0);
    from.channels = dense ? block.inSize : block.outSize / p.groupOut() * p.groupIn();
    to = {step.image * p.rows.out + rows.out, rows.outSize, columns.out, columns.outSize, block.out, block.outSize};
    bool first = !dense || block.in == 0, last = !dense || block.in + block.inSize == p.groupIn();
    OpBuilder &b = program.commands;
    bool grouped = t.kind == tiling::ConvKind::Grouped;
    Type si32 = b.getIntegerType(32, true);
    program.command<npu::ConvOp>(
        in.buffer, weightTurns.current(), recordTurns.current(), Value(), out.buffer,
        partOf(in.tile, inRegion, from), partOf(out.tile, outRegion, to), windowOf(rows, columns),
        npu::ConvKindAttr::get(b.getContext(), static_cast<npu::ConvKind>(t.kind)),
        b.getI64IntegerAttr(block.offset - weightBase), b.getI64IntegerAttr(block.bytes),
        b.getI64IntegerAttr((block.out - recordBase) * kRecordBytes), b.getI64IntegerAttr(0), b.getBoolAttr(first),
        b.getBoolAttr(last), b.getI64IntegerAttr(grouped ? p.groupIn() : 0), b.getI64IntegerAttr(grouped ? p.groupOut() : 0),
        b.getIntegerAttr(si32, act.least), b.getIntegerAttr(si32, act.most), b.getI32IntegerAttr(4),
        b.getDenseI32ArrayAttr({}));
  }

  npu::WindowAttr windowOf(const Span &rows, const Span &columns) const {
    return npu::WindowAttr::get(op->getContext(), p.rows.in, p.columns.in, p.rows.out, p.columns.out, rows.in, columns.in,
                           rows.out, columns.out, p.rows.kernel, p.columns.kernel, p.rows.stride, p.columns.stride,
                           p.rows.dilation, p.columns.dilation, p.rows.padBefore, p.columns.padBefore);
  }

  Operation *op;
  Program &program;
  const ConvProblem &p;
  const ConvTiles &t;
  int64_t align;
  Value input, output;
  std::vector<WeightBlock> blocks;
  ActRange act;
  Value weightSource, recordSource;
  Turns inputTurns, weightTurns, outputTurns, recordTurns;
  bool allRecords = false;
  int64_t weightBase = 0, recordBase = -1;
  Region inRegion, outRegion;
};

} // namespace

LogicalResult lowerProduct(Operation *op, Program &program) {
  ConvProblem problem = convProblem(op, program.storage);
  std::optional<ConvTiles> tiles = convTilesOf(op, problem);
  return tiles ? Product(op, program, problem, *tiles).run() : failure();
}

} // namespace npu::lower
