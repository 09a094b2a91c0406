// Element by element.
#include "compiler/evaluate/NumberFormat.h"
#include "compiler/evaluate/Operators.h"
#include "dialects/nn/Function.h"
#include "runtime/kernels/binary.h"
#include "runtime/kernels/quantize.h"
#include "runtime/kernels/unary.h"

using namespace mlir;
namespace npu {

static_assert(int(nn::BinaryKind::Add) == NPU_ADD && int(nn::BinaryKind::Sub) == NPU_SUB &&
                  int(nn::BinaryKind::Mul) == NPU_MUL && int(nn::BinaryKind::Min) == NPU_MIN &&
                  int(nn::BinaryKind::Max) == NPU_MAX && int(nn::BinaryKind::Div) == NPU_DIV &&
                  int(nn::BinaryKind::Equal) == NPU_EQUAL && int(nn::BinaryKind::Less) == NPU_LESS,
              "the dialect numbers binary operators as the kernels do");

static LogicalResult binaryF32(nn::BinaryOp op, OpRun &run) {
  const npu_shape lhs = kernelShape(run.in(0).shape()), rhs = kernelShape(run.in(1).shape());
  const npu_shape shape = kernelShape(run.out().shape());
  const RealRange range = clampRange(op.getClampMin(), op.getClampMax());
  float *out = run.out().as<float>();
  npu_binary_f32(npu_binary_kind(op.getKind()), &lhs, run.in(0).as<float>(), &rhs, run.in(1).as<float>(), &shape, out);
  npu_clip_f32(out, run.out().count(), range.low, range.high, out);
  return success();
}

static LogicalResult binaryI8(nn::BinaryOp op, OpRun &run) {
  const NumberFormat a = *formatOf(run.in(0).type.getElementType()), b = *formatOf(run.in(1).type.getElementType());
  const NumberFormat to = *formatOf(run.out().type.getElementType());
  if (op.getKind() == nn::BinaryKind::Div)
    return op.emitError("has no quantised division; divide in float, or multiply by the reciprocal");
  const IntegerRange range = isComparison(op.getKind()) ? clampRange(APFloat(0.0f), APFloat(1.0f), to)
                                                        : clampRange(op.getClampMin(), op.getClampMax(), to);
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
    return refuseRatio(op, a.scale / to.scale, run.scheme);
  const npu_shape lhs = kernelShape(run.in(0).shape()), rhs = kernelShape(run.in(1).shape());
  const npu_shape shape = kernelShape(run.out().shape());
  npu_binary_i8(&quant, &lhs, run.in(0).as<int8_t>(), &rhs, run.in(1).as<int8_t>(), &shape, run.out().as<int8_t>());
  return success();
}

LogicalResult evaluate(nn::BinaryOp op, OpRun &run) {
  Type lhs = run.in(0).type.getElementType(), rhs = run.in(1).type.getElementType();
  if (lhs.isF32())
    return binaryF32(op, run);
  return isI8(lhs) && isI8(rhs) && isI8(run.out().type.getElementType()) ? binaryI8(op, run) : refuseElements(op);
}

// Between equal formats a clamp keeps the integers; otherwise N4 with the clamp as its bounds.
static LogicalResult clampI8(nn::ClampOp op, OpRun &run) {
  const NumberFormat from = *formatOf(run.in().type.getElementType()), to = *formatOf(run.out().type.getElementType());
  const IntegerRange range = clampRange(op.getClampMin(), op.getClampMax(), to);
  const int8_t *in = run.in().as<int8_t>();
  int8_t *out = run.out().as<int8_t>();
  if (run.in().type == run.out().type) {
    npu_clip_i8(in, run.in().count(), int8_t(range.low), int8_t(range.high), out);
    return success();
  }
  FailureOr<npu_rescale> by = chooseRescale(op, from.scale / to.scale, run.scheme);
  if (failed(by))
    return failure();
  const npu_requantize quant = {from.zero, to.zero, *by, run.scheme.rounding, range.low, range.high};
  npu_requantize_i8(&quant, in, run.in().count(), out);
  return success();
}

LogicalResult evaluate(nn::ClampOp op, OpRun &run) {
  Type element = run.in().type.getElementType();
  if (!element.isF32())
    return isI8(element) && isI8(run.out().type.getElementType()) ? clampI8(op, run) : refuseElements(op);
  const RealRange range = clampRange(op.getClampMin(), op.getClampMax());
  npu_clip_f32(run.in().as<float>(), run.in().count(), range.low, range.high, run.out().as<float>());
  return success();
}

LogicalResult evaluate(nn::FunctionOp op, OpRun &run) {
  Type element = run.in().type.getElementType();
  if (element.isF32()) {
    const nn::FunctionSteps steps = nn::stepsOf(op);
    npu_function_f32(steps.data(), int64_t(steps.size()), run.in().as<float>(), run.in().count(), run.out().as<float>());
    return success();
  }
  if (!isI8(element) || !isI8(run.out().type.getElementType()))
    return refuseElements(op);
  int8_t table[256];
  nn::fillTable(op, table);
  npu_lut8(table, run.in().as<int8_t>(), run.in().count(), run.out().as<int8_t>());
  return success();
}

} // namespace npu
