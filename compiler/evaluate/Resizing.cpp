// Rows and columns at other positions.
#include "compiler/evaluate/ChannelsLast.h"
#include "compiler/evaluate/NumberFormat.h"
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
  const NumberFormat from = *formatOf(in.type.getElementType()), to = *formatOf(out.type.getElementType());
  npu_rescale by;
  if (!npu_resize_choose(from.scale / to.scale, scheme.multBits, &resize, &by, nullptr))
    return refuseRatio(op, from.scale / to.scale, scheme);
  const npu_resize_quant quant = {from.zero, to.zero, by, scheme.rounding, to.low, to.high};
  npu_resize_linear_i8(&resize, &quant, in.as<int8_t>(), out.as<int8_t>());
  return success();
}

LogicalResult evaluate(nn::ResizeOp op, OpRun &run) {
  const bool first = op.getChannelsFirst();
  const TensorValue moved = first ? toChannelsLast(run.in()) : TensorValue();
  const TensorValue &in = first ? moved : run.in();
  TensorValue out = first ? toChannelsLast(run.out()) : std::move(run.out());
  const npu_resize resize = resizeOf(op, in, out);
  if (op.getKind() == nn::ResizeKind::Nearest)
    npu_resize_nearest(&resize, elementBytes(in.type.getElementType()), in.bytes.data(), out.bytes.data());
  else if (in.type.getElementType().isF32())
    npu_resize_linear_f32(&resize, in.as<float>(), out.as<float>());
  else if (!isI8(in.type.getElementType()) || !isI8(out.type.getElementType()))
    return refuseElements(op);
  else if (failed(linearI8(op, resize, in, out, run.scheme)))
    return failure();
  run.out() = first ? toChannelsFirst(out) : std::move(out);
  return success();
}

} // namespace npu
