// Maxima and averages over windows, on integers.
#include "dialects/nn/NumberFormat.h"
#include "compiler/evaluate/Operators.h"
#include "dialects/nn/calls/Window.h"
#include "runtime/kernels/pool.h"

using namespace mlir;
namespace npu {

// One multiplier for a maximum; one for each distinct count of an average.
static FailureOr<SmallVector<npu_count_mult>> countMults(nn::PoolOp op, const npu_pool &pool, double ratio,
                                                         const nn::Scheme &scheme, uint32_t &shift) {
  SmallVector<npu_count_mult> mults(1, {1, 0});
  if (op.getKind() == nn::PoolKind::Average) {
    const int64_t distinct = npu_pool_counts(&pool, mults.data(), 1);
    mults.resize(pool.window.rows.kernel * pool.window.columns.kernel);
    mults.resize(distinct > 1 ? npu_pool_counts(&pool, mults.data(), mults.size()) : 1);
  }
  // Windows wholly in padding count nothing.
  if (mults.front().count == 0)
    mults.front().count = 1;
  if (!npu_pool_mults(ratio, scheme.multBits, mults.data(), mults.size(), &shift, nullptr))
    return nn::refuseRatio(op, ratio, scheme);
  return mults;
}

static LogicalResult poolI8(nn::PoolOp op, const npu_pool &pool, const TensorValue &in, TensorValue &out,
                            const nn::Scheme &scheme) {
  const nn::NumberFormat from = *nn::formatOf(in.type.getElementType()), to = *nn::formatOf(out.type.getElementType());
  uint32_t shift = 0;
  auto mults = countMults(op, pool, from.scale / to.scale, scheme, shift);
  if (failed(mults))
    return failure();
  const nn::IntegerRange range = nn::clampRange(op.getClampMin(), op.getClampMax(), to);
  const npu_pool_quant quant = {from.zero, to.zero, mults->data(), int64_t(mults->size()), shift, scheme.rounding, range.low, range.high};
  if (op.getKind() == nn::PoolKind::Max) {
    npu_max_pool_i8(&pool, &quant, in.as<int8_t>(), out.as<int8_t>());
    return success();
  }
  if (!npu_average_pool_i8(&pool, &quant, in.as<int8_t>(), out.as<int8_t>()))
    return op.emitError("has a window too large to sum in 62 bits");
  return success();
}

LogicalResult evaluate(nn::PoolOp op, OpRun &run) {
  ArrayRef<int64_t> in = run.in().shape(), out = run.out().shape();
  const npu_pool pool = {nn::windowOf(in, out, op.getKernel(), op.getStrides(), op.getDilations(), op.getPads()), in[3],
                         op.getCountIncludePad()};
  if (!nn::isI8(run.in().type.getElementType()) || !nn::isI8(run.out().type.getElementType()))
    return refuseElements(op);
  return poolI8(op, pool, run.in(), run.out(), run.scheme);
}

} // namespace npu
