// Reductions over axes, and softmax.
#include "dialects/nn/NumberFormat.h"
#include "dialects/nn/calls/Attributes.h"
#include "runtime/kernels/calls/attributes.h"
#include "runtime/kernels/reduce.h"

using namespace mlir;
namespace npu::nn {

static_assert(int(ReduceKind::Sum) == NPU_REDUCE_SUM && int(ReduceKind::Mean) == NPU_REDUCE_MEAN &&
                  int(ReduceKind::Max) == NPU_REDUCE_MAX && int(ReduceKind::Min) == NPU_REDUCE_MIN,
              "the dialect numbers reductions as the kernels do");

MaybeCall call(ReduceOp op, CallTypes types, const Scheme &) {
  if (!allF32(types))
    return std::optional<KernelCall>();
  uint32_t axes = 0;
  for (int64_t axis : op.getAxes())
    axes |= 1u << axis;
  const RealRange range = clampRange(op.getClampMin(), op.getClampMax());
  return std::optional(
      makeCall("reduce_f32", npu_attributes_reduce_f32{uint32_t(op.getKind()), axes, range.low, range.high}));
}

MaybeCall call(SoftmaxOp op, CallTypes types, const Scheme &) {
  if (!allF32(types))
    return std::optional<KernelCall>();
  ArrayRef<int64_t> extents = types[0].getShape();
  const size_t axis = op.getAxis();
  npu_softmax shape = {1, extents[axis], 1};
  for (int64_t extent : extents.take_front(axis))
    shape.outer *= extent;
  for (int64_t extent : extents.drop_front(axis + 1))
    shape.inner *= extent;
  return std::optional(makeCall("softmax_f32", shape));
}

} // namespace npu::nn
