// Maxima and averages over windows.
#include "compiler/evaluate/ChannelsLast.h"
#include "compiler/evaluate/NumberFormat.h"
#include "compiler/evaluate/Operators.h"
#include "runtime/kernels/pool.h"
#include "runtime/kernels/unary.h"

using namespace mlir;
namespace npu {

static void poolF32(nn::PoolOp op, const npu_pool &pool, const TensorValue &in, TensorValue &out) {
  if (op.getKind() == nn::PoolKind::Max)
    npu_max_pool_f32(&pool, in.as<float>(), out.as<float>());
  else
    npu_average_pool_f32(&pool, in.as<float>(), out.as<float>());
  const RealRange range = clampRange(op.getClampMin(), op.getClampMax());
  npu_clip_f32(out.as<float>(), out.count(), range.low, range.high, out.as<float>());
}

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
    return refuseRatio(op, ratio, scheme);
  return mults;
}

static LogicalResult poolI8(nn::PoolOp op, const npu_pool &pool, const TensorValue &in, TensorValue &out,
                            const nn::Scheme &scheme) {
  const NumberFormat from = *formatOf(in.type.getElementType()), to = *formatOf(out.type.getElementType());
  uint32_t shift = 0;
  auto mults = countMults(op, pool, from.scale / to.scale, scheme, shift);
  if (failed(mults))
    return failure();
  const IntegerRange range = clampRange(op.getClampMin(), op.getClampMax(), to);
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
  const bool first = op.getChannelsFirst();
  const TensorValue moved = first ? toChannelsLast(run.in()) : TensorValue();
  const TensorValue &in = first ? moved : run.in();
  TensorValue out = first ? toChannelsLast(run.out()) : std::move(run.out());
  const npu_pool pool = {windowOf(in.shape(), out.shape(), op.getKernel(), op.getStrides(), op.getDilations(),
                                  op.getPads()),
                         in.shape()[3], op.getCountIncludePad()};
  if (in.type.getElementType().isF32())
    poolF32(op, pool, in, out);
  else if (!isI8(in.type.getElementType()) || !isI8(out.type.getElementType()))
    return refuseElements(op);
  else if (failed(poolI8(op, pool, in, out, run.scheme)))
    return failure();
  run.out() = first ? toChannelsFirst(out) : std::move(out);
  return success();
}

} // namespace npu
