// Between rows and columns, on integers.
#include "dialects/nn/NumberFormat.h"
#include "compiler/evaluate/Operators.h"
#include "runtime/kernels/resize.h"

using namespace mlir;
namespace npu {

static npu_resize resizeOf(nn::ResizeOp op, const TensorValue &in, const TensorValue &out) {
  auto axis = [&](unsigned i) {
    return npu_resize_axis{in.shape()[i + 1], out.shape()[i + 1], op.getSteps()[i], op.getOffsets()[i],
                           op.getDenominators()[i]};
  };
  return {in.shape()[0], in.shape()[3], axis(0), axis(1)};
}

static LogicalResult linearI8(nn::ResizeOp op, const npu_resize &resize, const TensorValue &in, TensorValue &out,
                              const nn::Scheme &scheme) {
  const nn::NumberFormat from = *nn::formatOf(in.type.getElementType()), to = *nn::formatOf(out.type.getElementType());
  npu_rescale by;
  if (!npu_resize_choose(from.scale / to.scale, scheme.multBits, &resize, &by, nullptr))
    return nn::refuseRatio(op, from.scale / to.scale, scheme);
  const npu_resize_quant quant = {from.zero, to.zero, by, scheme.rounding, to.low, to.high};
  npu_resize_linear_i8(&resize, &quant, in.as<int8_t>(), out.as<int8_t>());
  return success();
}

LogicalResult evaluate(nn::ResizeOp op, OpRun &run) {
  if (!nn::isI8(run.in().type.getElementType()) || !nn::isI8(run.out().type.getElementType()))
    return refuseElements(op);
  return linearI8(op, resizeOf(op, run.in(), run.out()), run.in(), run.out(), run.scheme);
}

} // namespace npu
