// Pooling, and samples at other positions.
#include "dialects/nn/NumberFormat.h"
#include "dialects/nn/calls/Attributes.h"
#include "dialects/nn/calls/Window.h"
#include "runtime/kernels/calls/attributes.h"

using namespace mlir;
namespace npu::nn {

static_assert(int(PoolKind::Max) == NPU_POOL_MAX && int(PoolKind::Average) == NPU_POOL_AVERAGE,
              "the dialect numbers pools as the kernels do");

MaybeCall call(PoolOp op, CallTypes types, const Scheme &) {
  if (!allF32(types))
    return std::optional<KernelCall>();
  ArrayRef<int64_t> in = types[0].getShape(), out = types[1].getShape();
  const RealRange range = clampRange(op.getClampMin(), op.getClampMax());
  return std::optional(makeCall(
      "pool_f32", npu_attributes_pool_f32{windowOf(in, out, op.getKernel(), op.getStrides(), op.getDilations(), op.getPads()),
                                          in[3], uint32_t(op.getKind()), op.getCountIncludePad(), range.low, range.high}));
}

MaybeCall call(ResizeOp op, CallTypes types, const Scheme &) {
  const bool nearest = op.getKind() == ResizeKind::Nearest;
  if (!nearest && !allF32(types))
    return std::optional<KernelCall>();
  ArrayRef<int64_t> in = types[0].getShape(), out = types[1].getShape();
  auto axis = [&](unsigned i) {
    return npu_resize_axis{in[i + 1], out[i + 1], op.getSteps()[i], op.getOffsets()[i], op.getDenominators()[i]};
  };
  return std::optional(
      makeCall(nearest ? "resize_nearest" : "resize_linear_f32", npu_resize{in[0], in[3], axis(0), axis(1)}));
}

} // namespace npu::nn
