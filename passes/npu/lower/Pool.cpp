// nn.pool and nn.reduce as POOL: a reduction is one window over the axes it reduces.
#include "dialects/nn/Scheme.h"
#include "passes/npu/lower/Parameters.h"
#include "passes/npu/lower/VectorCommand.h"
#include "runtime/kernels/pool.h"

using namespace mlir;
using namespace npu::tiling;

namespace npu::lower {
namespace {

/// What the parameter records hold, and the pads below and right.
struct Window {
  npu::PoolKind kind;
  SmallVector<char> records;
  int64_t padBottom = 0, padRight = 0;
  bool countPads = false;
  ActRange act;
};

class Pool final : public VectorCommand {
public:
  Pool(Program &program, const MapProblem &problem, Window window)
      : program(program), p(problem), w(std::move(window)) {
    Value source = program.constant(w.records);
    records = program.buffer(npu::Space::Prm, w.records.size());
    program.copyBytes(source, 0, records, 0, w.records.size(), "parameters");
  }

  void emit(const MapStep &step, ArrayRef<SramTile> in, const SramTile &out) override {
    OpBuilder &b = program.commands;
    Type si32 = b.getIntegerType(32, true);
    auto window = npu::WindowAttr::get(b.getContext(), p.rows.in, p.columns.in, p.rows.out, p.columns.out, step.rows.in,
                                  step.columns.in, step.rows.out, step.columns.out, p.rows.kernel, p.columns.kernel,
                                  p.rows.stride, p.columns.stride, p.rows.dilation, p.columns.dilation, p.rows.padBefore,
                                  p.columns.padBefore);
    program.command<npu::PoolOp>(in[0].buffer, records, out.buffer, in[0].tile, out.tile, window,
                            npu::PoolKindAttr::get(b.getContext(), w.kind), b.getI64IntegerAttr(0),
                            b.getI64IntegerAttr(w.records.size() / 10), b.getI64IntegerAttr(w.padBottom),
                            b.getI64IntegerAttr(w.padRight), b.getBoolAttr(w.countPads),
                            b.getIntegerAttr(si32, w.act.least), b.getIntegerAttr(si32, w.act.most),
                            b.getI32IntegerAttr(5), b.getDenseI32ArrayAttr({}));
  }

private:
  Program &program;
  const MapProblem &p;
  Window w;
  Value records;
};

npu_axis kernelAxis(const Axis &axis, int64_t padAfter) {
  return {axis.in, axis.out, axis.kernel, axis.stride, axis.dilation, axis.padBefore, padAfter};
}

/// One multiplier for a maximum, one for each distinct count of an average (N9).
LogicalResult poolRecords(nn::PoolOp op, const MapProblem &p, uint32_t multBits, Window &w) {
  SmallVector<npu_count_mult> mults(1, {1, 0});
  if (op.getKind() == nn::PoolKind::Average) {
    npu_pool pool = {{p.images, kernelAxis(p.rows, w.padBottom), kernelAxis(p.columns, w.padRight)}, p.channels,
                     w.countPads};
    int64_t distinct = npu_pool_counts(&pool, mults.data(), 1);
    if (distinct > 1) {
      mults.resize(p.rows.kernel * p.columns.kernel);
      mults.resize(npu_pool_counts(&pool, mults.data(), mults.size()));
    }
    if (mults.front().count == 0)
      mults.front().count = 1; // windows wholly in padding count nothing
  }
  uint32_t shift = 0;
  double ratio = scaleOf(op.getInput()) / scaleOf(op.getOutput());
  if (!npu_pool_mults(ratio, multBits, mults.data(), mults.size(), &shift, nullptr))
    return refuseRatio(op, ratio);
  for (const npu_count_mult &m : mults)
    appendRecord(w.records, static_cast<int32_t>(m.count), m.mult, shift);
  return success();
}

/// A sum is an average whose multiplier leaves the count out.
LogicalResult reduceRecords(nn::ReduceOp op, const MapProblem &p, uint32_t multBits, Window &w) {
  int64_t count = p.rows.kernel * p.columns.kernel;
  double ratio = scaleOf(op.getInput()) / scaleOf(op.getOutput());
  if (op.getKind() == nn::ReduceKind::Mean)
    ratio /= static_cast<double>(count);
  npu_rescale by;
  if (!npu_rescale_choose(ratio, multBits, &by, nullptr))
    return refuseRatio(op, ratio);
  appendRecord(w.records, static_cast<int32_t>(count), by.mult, by.shift);
  return success();
}

} // namespace

std::unique_ptr<VectorCommand> createPool(Operation *op, const MapProblem &problem, Program &program) {
  Window w;
  FailureOr<nn::Scheme> scheme = nn::schemeOf(op);
  if (failed(scheme))
    return nullptr;
  LogicalResult ready = failure();
  if (auto pool = dyn_cast<nn::PoolOp>(op)) {
    w.kind = pool.getKind() == nn::PoolKind::Max ? npu::PoolKind::Max : npu::PoolKind::Average;
    w.padBottom = pool.getPads()[2];
    w.padRight = pool.getPads()[3];
    w.countPads = pool.getCountIncludePad();
    w.act = actRange(pool.getOutput(), pool.getClampMin(), pool.getClampMax());
    ready = poolRecords(pool, problem, scheme->multBits, w);
  } else {
    auto reduce = cast<nn::ReduceOp>(op);
    w.kind = reduce.getKind() == nn::ReduceKind::Max ? npu::PoolKind::Max : npu::PoolKind::Average;
    w.act = actRange(reduce.getOutput(), reduce.getClampMin(), reduce.getClampMax());
    ready = reduceRecords(reduce, problem, scheme->multBits, w);
  }
  return succeeded(ready) ? std::make_unique<Pool>(program, problem, std::move(w)) : nullptr;
}

} // namespace npu::lower
