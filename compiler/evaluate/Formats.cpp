// Between reals and integers, and between integer formats.
#include "compiler/evaluate/NumberFormat.h"
#include "compiler/evaluate/Operators.h"
#include "runtime/kernels/quantize.h"

using namespace mlir;
namespace npu {
namespace {

// The format of each element: channel c's for the elements of slice c along the quantised axis.
class ElementFormats {
public:
  explicit ElementFormats(RankedTensorType type) : formats(channelFormatsOf(type.getElementType())) {
    auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(type.getElementType());
    if (!perAxis)
      return;
    for (int64_t extent : type.getShape().drop_front(perAxis.getQuantizedDimension() + 1))
      inner *= extent;
  }
  const NumberFormat &operator[](int64_t i) const { return formats[(i / inner) % formats.size()]; }
  explicit operator bool() const { return !formats.empty(); }

private:
  SmallVector<NumberFormat> formats;
  int64_t inner = 1;
};

} // namespace

LogicalResult evaluate(nn::QuantizeOp op, OpRun &run) {
  ElementFormats formats(run.out().type);
  if (!run.in().type.getElementType().isF32() || !formats)
    return refuseElements(op);
  const float *in = run.in().as<float>();
  for (int64_t i = 0; i < run.in().count(); ++i) {
    const NumberFormat &f = formats[i];
    writeElement(run.out(), i, f, npu_quantize(in[i], float(f.scale), f.zero, f.low, f.high));
  }
  return success();
}

LogicalResult evaluate(nn::DequantizeOp op, OpRun &run) {
  ElementFormats formats(run.in().type);
  if (!run.out().type.getElementType().isF32() || !formats)
    return op.emitError("is evaluated to f32, got ") << run.out().type;
  for (int64_t i = 0; i < run.in().count(); ++i) {
    const NumberFormat &f = formats[i];
    run.out().as<float>()[i] = npu_dequantize(readElement(run.in(), i, f), float(f.scale), f.zero);
  }
  return success();
}

LogicalResult evaluate(nn::RequantizeOp op, OpRun &run) {
  const NumberFormat from = *formatOf(run.in().type.getElementType()), to = *formatOf(run.out().type.getElementType());
  // In wider formats the difference to the zero point could leave i32.
  if (from.bytes > 2 || to.bytes > 2)
    return op.emitError("is evaluated on formats of 8 and 16 bits, got ") << run.in().type << " and " << run.out().type;
  FailureOr<npu_rescale> by = chooseRescale(op, from.scale / to.scale, run.scheme);
  if (failed(by))
    return failure();
  for (int64_t i = 0; i < run.in().count(); ++i) {
    const int32_t v = readElement(run.in(), i, from) - from.zero;
    writeElement(run.out(), i, to, npu_rescale_apply(v, *by, run.scheme.rounding, to.zero, to.low, to.high));
  }
  return success();
}

} // namespace npu
