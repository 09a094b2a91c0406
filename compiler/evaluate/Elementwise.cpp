// Element by element, on integers.
#include "dialects/nn/NumberFormat.h"
#include "compiler/evaluate/Operators.h"
#include "dialects/nn/Function.h"
#include "runtime/kernels/binary.h"
#include "runtime/kernels/quantize.h"
#include "runtime/kernels/unary.h"

using namespace mlir;
namespace npu {

static LogicalResult binaryI8(nn::BinaryOp op, OpRun &run) {
  const nn::NumberFormat a = *nn::formatOf(run.in(0).type.getElementType()), b = *nn::formatOf(run.in(1).type.getElementType());
  const nn::NumberFormat to = *nn::formatOf(run.out().type.getElementType());
  if (op.getKind() == nn::BinaryKind::Div)
    return op.emitError("has no quantised division; divide in float, or multiply by the reciprocal");
  const nn::IntegerRange range = isComparison(op.getKind()) ? nn::clampRange(APFloat(0.0f), APFloat(1.0f), to)
                                                        : nn::clampRange(op.getClampMin(), op.getClampMax(), to);
  npu_binary_quant quant = {};
  quant.kind = npu_binary_kind(op.getKind());
  quant.a_zero = a.zero;
  quant.b_zero = b.zero;
  quant.out_zero = to.zero;
  quant.rounding = run.scheme.rounding;
  quant.low = range.low;
  quant.high = range.high;
  if (!npu_binary_mults(quant.kind, a.scale, b.scale, to.scale, run.scheme.multBits, &quant.a_mult, &quant.b_mult,
                        &quant.shift, nullptr))
    return nn::refuseRatio(op, a.scale / to.scale, run.scheme);
  const npu_shape lhs = kernelShape(run.in(0).shape()), rhs = kernelShape(run.in(1).shape());
  const npu_shape shape = kernelShape(run.out().shape());
  npu_binary_i8(&quant, &lhs, run.in(0).as<int8_t>(), &rhs, run.in(1).as<int8_t>(), &shape, run.out().as<int8_t>());
  return success();
}

LogicalResult evaluate(nn::BinaryOp op, OpRun &run) {
  Type lhs = run.in(0).type.getElementType(), rhs = run.in(1).type.getElementType();
  return nn::isI8(lhs) && nn::isI8(rhs) && nn::isI8(run.out().type.getElementType()) ? binaryI8(op, run) : refuseElements(op);
}

// Between equal formats a clamp keeps the integers; otherwise N4 with the clamp as its bounds.
static LogicalResult clampI8(nn::ClampOp op, OpRun &run) {
  const nn::NumberFormat from = *nn::formatOf(run.in().type.getElementType()), to = *nn::formatOf(run.out().type.getElementType());
  const nn::IntegerRange range = nn::clampRange(op.getClampMin(), op.getClampMax(), to);
  const int8_t *in = run.in().as<int8_t>();
  int8_t *out = run.out().as<int8_t>();
  if (run.in().type == run.out().type) {
    npu_clip_i8(in, run.in().count(), int8_t(range.low), int8_t(range.high), out);
    return success();
  }
  FailureOr<npu_rescale> by = nn::chooseRescale(op, from.scale / to.scale, run.scheme);
  if (failed(by))
    return failure();
  const npu_requantize quant = {from.zero, to.zero, *by, run.scheme.rounding, range.low, range.high};
  npu_requantize_i8(&quant, in, run.in().count(), out);
  return success();
}

LogicalResult evaluate(nn::ClampOp op, OpRun &run) {
  Type element = run.in().type.getElementType();
  return nn::isI8(element) && nn::isI8(run.out().type.getElementType()) ? clampI8(op, run) : refuseElements(op);
}

LogicalResult evaluate(nn::FunctionOp op, OpRun &run) {
  Type element = run.in().type.getElementType();
  if (!nn::isI8(element) || !nn::isI8(run.out().type.getElementType()))
    return refuseElements(op);
  int8_t table[256];
  nn::fillTable(op, table);
  npu_lut8(table, run.in().as<int8_t>(), run.in().count(), run.out().as<int8_t>());
  return success();
}

} // namespace npu
