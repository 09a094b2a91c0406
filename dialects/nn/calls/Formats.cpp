// Between reals and integers.
#include "dialects/nn/NumberFormat.h"
#include "dialects/nn/calls/Attributes.h"
#include "runtime/kernels/calls/attributes.h"

using namespace mlir;
namespace npu::nn {

/// The format of each element: channel c's for the elements of slice c along the quantised axis.
static MaybeCall convert(StringRef kernel, RankedTensorType real, RankedTensorType integer) {
  SmallVector<NumberFormat> formats = channelFormatsOf(integer.getElementType());
  if (!real.getElementType().isF32() || formats.empty())
    return std::optional<KernelCall>();
  npu_attributes_formats all = {1, int64_t(formats.size())};
  if (auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(integer.getElementType()))
    for (int64_t extent : integer.getShape().drop_front(perAxis.getQuantizedDimension() + 1))
      all.inner *= extent;
  KernelCall made = makeCall(kernel, all);
  for (const NumberFormat &f : formats)
    append<npu_attributes_format>(made, npu_attributes_format{float(f.scale), f.zero, f.low, f.high});
  return std::optional(std::move(made));
}

MaybeCall call(QuantizeOp, CallTypes types, const Scheme &) { return convert("quantize", types[0], types[1]); }
MaybeCall call(DequantizeOp, CallTypes types, const Scheme &) { return convert("dequantize", types[1], types[0]); }

} // namespace npu::nn
