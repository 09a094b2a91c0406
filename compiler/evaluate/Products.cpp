// Convolution and dense on integers: one kernel.
#include "compiler/evaluate/Operators.h"
#include "dialects/nn/NumberFormat.h"
#include "dialects/nn/calls/Window.h"
#include "runtime/kernels/conv.h"

using namespace mlir;
namespace npu {
namespace {

// Per output channel: the rescale from the accumulator, and the filter's zero point.
struct ChannelConstants {
  SmallVector<npu_rescale> rescales;
  SmallVector<int32_t> zeros;
};

// A product on channels-last tensors.
struct Product {
  Operation *op;
  npu_conv shape;
  std::optional<APFloat> clampMin, clampMax;
  nn::Scheme scheme;
};

} // namespace

static FailureOr<ChannelConstants> channelConstants(const Product &product, double inScale, Type filter, double outScale) {
  SmallVector<nn::NumberFormat> formats = nn::channelFormatsOf(filter);
  ChannelConstants constants;
  for (int64_t k = 0; k < product.shape.out_channels; ++k) {
    const nn::NumberFormat &format = formats[formats.size() == 1 ? 0 : k];
    FailureOr<npu_rescale> by = nn::chooseRescale(product.op, inScale * format.scale / outScale, product.scheme);
    if (failed(by))
      return failure();
    constants.rescales.push_back(*by);
    constants.zeros.push_back(format.zero);
  }
  return constants;
}

static LogicalResult multiplyI8(const Product &product, const TensorValue &in, const OpRun &run, TensorValue &out) {
  const nn::NumberFormat from = *nn::formatOf(in.type.getElementType()), to = *nn::formatOf(out.type.getElementType());
  const TensorValue &filter = run.in(1), &bias = run.in(2);
  FailureOr<ChannelConstants> constants =
      channelConstants(product, from.scale, filter.type.getElementType(), to.scale);
  if (failed(constants))
    return failure();
  const nn::IntegerRange range = nn::clampRange(product.clampMin, product.clampMax, to);
  const npu_conv_quant quant = {from.zero,
                                to.zero,
                                constants->zeros.data(),
                                bias.as<int32_t>(),
                                constants->rescales.data(),
                                product.scheme.rounding,
                                range.low,
                                range.high};
  if (!npu_conv_i8(&product.shape, &quant, in.as<int8_t>(), filter.as<int8_t>(), out.as<int8_t>()))
    return product.op->emitError("overflows its 32-bit accumulator on these inputs");
  return success();
}

static LogicalResult multiply(const Product &product, const TensorValue &in, const OpRun &run, TensorValue &out) {
  const bool integers = nn::isI8(in.type.getElementType()) && nn::isI8(out.type.getElementType()) &&
                        elementBytes(run.in(1).type.getElementType()) == 1 &&
                        elementBytes(run.in(2).type.getElementType()) == 4;
  return integers ? multiplyI8(product, in, run, out) : refuseElements(product.op);
}

LogicalResult evaluate(nn::ConvOp op, OpRun &run) {
  ArrayRef<int64_t> in = run.in().shape(), out = run.out().shape();
  const npu_conv shape = {nn::windowOf(in, out, run.in(1).shape().slice(1, 2), op.getStrides(), op.getDilations(),
                                       op.getPads()),
                          in[3], out[3], int64_t(op.getGroup())};
  const Product product = {op, shape, op.getClampMin(), op.getClampMax(), run.scheme};
  return multiply(product, run.in(), run, run.out());
}

LogicalResult evaluate(nn::DenseOp op, OpRun &run) {
  ArrayRef<int64_t> filter = run.in(1).shape();
  const npu_conv shape = npu_dense_as_conv(run.out().count() / filter[0], filter[1], filter[0]);
  const Product product = {op, shape, op.getClampMin(), op.getClampMax(), run.scheme};
  return multiply(product, run.in(), run, run.out());
}

} // namespace npu
