// Convolution and dense, which are one kernel, and products of computed tensors.
#include "dialects/nn/NumberFormat.h"
#include "dialects/nn/calls/Attributes.h"
#include "dialects/nn/calls/Window.h"
#include "runtime/kernels/calls/attributes.h"

using namespace mlir;
namespace npu::nn {

template <typename OpT> static MaybeCall product(OpT op, const npu_conv &shape, CallTypes types) {
  if (!allF32(types))
    return std::optional<KernelCall>();
  const RealRange range = clampRange(op.getClampMin(), op.getClampMax());
  return std::optional(makeCall("conv_f32", npu_attributes_conv_f32{shape, range.low, range.high}));
}

MaybeCall call(ConvOp op, CallTypes types, const Scheme &) {
  ArrayRef<int64_t> in = types[0].getShape(), filter = types[1].getShape(), out = types.back().getShape();
  const npu_conv shape = {windowOf(in, out, filter.slice(1, 2), op.getStrides(), op.getDilations(), op.getPads()), in[3],
                          out[3], int64_t(op.getGroup())};
  return product(op, shape, types);
}

MaybeCall call(DenseOp op, CallTypes types, const Scheme &) {
  ArrayRef<int64_t> filter = types[1].getShape();
  return product(op, npu_dense_as_conv(types.back().getNumElements() / filter[0], filter[1], filter[0]), types);
}

MaybeCall call(MatmulOp op, CallTypes types, const Scheme &) {
  if (!allF32(types))
    return std::optional<KernelCall>();
  const RealRange range = clampRange(op.getClampMin(), op.getClampMax());
  return std::optional(makeCall("matmul_f32", npu_attributes_matmul_f32{op.getAlpha().convertToFloat(), range.low, range.high,
                                                                        op.getTransposeLhs(), op.getTransposeRhs(), {0, 0}}));
}

} // namespace npu::nn
