// Reductions over axes and softmax, on integers.
#include "dialects/nn/NumberFormat.h"
#include "compiler/evaluate/Operators.h"
#include "runtime/kernels/quantize.h"
#include "runtime/kernels/reduce.h"
#include "runtime/kernels/softmax.h"

using namespace mlir;
namespace npu {

// A minimum is the maximum of the mirrored elements, mirrored back.
static npu_reduce_kind kernelKind(nn::ReduceKind kind) {
  switch (kind) {
  case nn::ReduceKind::Sum: return NPU_REDUCE_SUM;
  case nn::ReduceKind::Mean: return NPU_REDUCE_MEAN;
  default: return NPU_REDUCE_MAX;
  }
}

static uint32_t axisBits(ArrayRef<int64_t> axes) {
  uint32_t bits = 0;
  for (int64_t axis : axes)
    bits |= 1u << axis;
  return bits;
}

// The exact minimum in the input's format, by the maximum of ~x = -1 - x; then N4.
static void minimumI8(const npu_reduce_quant &quant, const npu_shape &shape, uint32_t axes, OpRun &run) {
  std::vector<int8_t> mirrored(run.in().as<int8_t>(), run.in().as<int8_t>() + run.in().count());
  for (int8_t &x : mirrored)
    x = int8_t(~x);
  const npu_rescale one = {1 << 30, 30};
  const npu_reduce_quant exact = {0, 0, one, quant.rounding, INT8_MIN, INT8_MAX};
  int8_t *out = run.out().as<int8_t>();
  npu_reduce_i8(NPU_REDUCE_MAX, &exact, &shape, axes, mirrored.data(), out);
  for (int64_t i = 0; i < run.out().count(); ++i)
    out[i] = int8_t(~out[i]);
  const npu_requantize rescale = {quant.in_zero, quant.out_zero, quant.by, quant.rounding, quant.low, quant.high};
  npu_requantize_i8(&rescale, out, run.out().count(), out);
}

static LogicalResult reduceI8(nn::ReduceOp op, OpRun &run) {
  const nn::NumberFormat from = *nn::formatOf(run.in().type.getElementType()), to = *nn::formatOf(run.out().type.getElementType());
  const npu_shape shape = kernelShape(run.in().shape());
  const uint32_t axes = axisBits(op.getAxes());
  double ratio = from.scale / to.scale;
  if (op.getKind() == nn::ReduceKind::Mean)
    ratio /= double(npu_reduced_count(&shape, axes));
  FailureOr<npu_rescale> by = nn::chooseRescale(op, ratio, run.scheme);
  if (failed(by))
    return failure();
  const nn::IntegerRange range = nn::clampRange(op.getClampMin(), op.getClampMax(), to);
  const npu_reduce_quant quant = {from.zero, to.zero, *by, run.scheme.rounding, range.low, range.high};
  if (op.getKind() == nn::ReduceKind::Min) {
    minimumI8(quant, shape, axes, run);
    return success();
  }
  if (!npu_reduce_i8(kernelKind(op.getKind()), &quant, &shape, axes, run.in().as<int8_t>(), run.out().as<int8_t>()))
    return op.emitError("reduces too many elements to sum in 62 bits");
  return success();
}

LogicalResult evaluate(nn::ReduceOp op, OpRun &run) {
  Type element = run.in().type.getElementType();
  return nn::isI8(element) && nn::isI8(run.out().type.getElementType()) ? reduceI8(op, run) : refuseElements(op);
}

static LogicalResult softmaxI8(nn::SoftmaxOp op, const npu_softmax &shape, OpRun &run) {
  const nn::NumberFormat from = *nn::formatOf(run.in().type.getElementType()), to = *nn::formatOf(run.out().type.getElementType());
  npu_softmax_quant quant = {};
  npu_softmax_table(from.scale, quant.table);
  if (!npu_softmax_scale(to.scale, &quant.mult, &quant.shift))
    return op.emitError("has the output scale ") << to.scale << ", wants 2^-23 to 2^17";
  quant.out_zero = to.zero;
  quant.low = to.low;
  quant.high = to.high;
  npu_softmax_i8(&shape, &quant, run.in().as<int8_t>(), run.out().as<int8_t>());
  return success();
}

LogicalResult evaluate(nn::SoftmaxOp op, OpRun &run) {
  ArrayRef<int64_t> extents = run.in().shape();
  const size_t axis = op.getAxis();
  npu_softmax shape = {1, extents[axis], 1};
  for (int64_t extent : extents.take_front(axis))
    shape.outer *= extent;
  for (int64_t extent : extents.drop_front(axis + 1))
    shape.inner *= extent;
  Type element = run.in().type.getElementType();
  return nn::isI8(element) && nn::isI8(run.out().type.getElementType()) ? softmaxI8(op, shape, run) : refuseElements(op);
}

} // namespace npu
