// Operators that move elements of any width without computing.
#include "dialects/nn/NumberFormat.h"
#include "dialects/nn/calls/Attributes.h"
#include "runtime/kernels/calls/attributes.h"
#include "runtime/kernels/quantize.h"

using namespace mlir;
namespace npu::nn {

MaybeCall call(ConcatOp op, CallTypes, const Scheme &) {
  return std::optional(makeCall("concat", npu_attributes_concat{int64_t(op.getAxis())}));
}

MaybeCall call(ReshapeOp, CallTypes, const Scheme &) { return std::optional(makeCall("reshape")); }

MaybeCall call(TransposeOp op, CallTypes, const Scheme &) {
  KernelCall made = makeCall("transpose");
  append(made, op.getPerm());
  return std::optional(std::move(made));
}

MaybeCall call(PadOp op, CallTypes types, const Scheme &) {
  const float real = op.getValue().convertToFloat();
  npu_attributes_pad pad = {0};
  if (auto format = formatOf(types[0].getElementType())) {
    const int32_t value = npu_quantize(real, float(format->scale), format->zero, format->low, format->high);
    std::memcpy(&pad.value, &value, sizeof value);
  } else if (types[0].getElementType().isF32()) {
    std::memcpy(&pad.value, &real, sizeof real);
  } else {
    return std::optional<KernelCall>();
  }
  KernelCall made = makeCall("pad", pad);
  append(made, op.getLow());
  append(made, op.getHigh());
  return std::optional(std::move(made));
}

MaybeCall call(SliceOp op, CallTypes, const Scheme &) {
  KernelCall made = makeCall("slice");
  append(made, op.getOffsets());
  append(made, op.getStrides());
  return std::optional(std::move(made));
}

} // namespace npu::nn
