// Element by element.
#include "dialects/nn/Function.h"
#include "dialects/nn/NumberFormat.h"
#include "dialects/nn/calls/Attributes.h"
#include "runtime/kernels/binary.h"
#include "runtime/kernels/calls/attributes.h"

using namespace mlir;
namespace npu::nn {

static_assert(int(BinaryKind::Add) == NPU_ADD && int(BinaryKind::Sub) == NPU_SUB && int(BinaryKind::Mul) == NPU_MUL &&
                  int(BinaryKind::Min) == NPU_MIN && int(BinaryKind::Max) == NPU_MAX && int(BinaryKind::Div) == NPU_DIV &&
                  int(BinaryKind::Equal) == NPU_EQUAL && int(BinaryKind::Less) == NPU_LESS,
              "the dialect numbers binary operators as the kernels do");

MaybeCall call(BinaryOp op, CallTypes types, const Scheme &) {
  if (!allF32(types))
    return std::optional<KernelCall>();
  const RealRange range = clampRange(op.getClampMin(), op.getClampMax());
  return std::optional(makeCall("binary_f32", npu_attributes_binary_f32{uint32_t(op.getKind()), range.low, range.high, 0}));
}

MaybeCall call(ClampOp op, CallTypes types, const Scheme &) {
  if (!allF32(types))
    return std::optional<KernelCall>();
  const RealRange range = clampRange(op.getClampMin(), op.getClampMax());
  return std::optional(makeCall("clip_f32", npu_attributes_clip_f32{range.low, range.high}));
}

MaybeCall call(FunctionOp op, CallTypes types, const Scheme &) {
  if (!allF32(types))
    return std::optional<KernelCall>();
  KernelCall made = makeCall("function_f32");
  append<npu_function_step>(made, stepsOf(op));
  return std::optional(std::move(made));
}

} // namespace npu::nn
