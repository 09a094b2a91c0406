#include "dialects/nn/NumberFormat.h"

#include "runtime/kernels/quantize.h"

#include "mlir/Dialect/Quant/IR/QuantTypes.h"

#include <algorithm>
#include <limits>

using namespace mlir;
using namespace mlir::quant;
namespace npu::nn {

static NumberFormat makeFormat(QuantizedType type, double scale, int64_t zero) {
  return {scale, int32_t(zero), int32_t(type.getStorageTypeMin()), int32_t(type.getStorageTypeMax()), type.isSigned(),
          type.getStorageTypeIntegralWidth() / 8};
}

std::optional<NumberFormat> formatOf(Type element) {
  if (auto type = dyn_cast<UniformQuantizedType>(element))
    return makeFormat(type, type.getScale(), type.getZeroPoint());
  return std::nullopt;
}

SmallVector<NumberFormat> channelFormatsOf(Type element) {
  SmallVector<NumberFormat> formats;
  if (auto type = dyn_cast<UniformQuantizedPerAxisType>(element))
    for (auto [scale, zero] : llvm::zip(type.getScales(), type.getZeroPoints()))
      formats.push_back(makeFormat(type, scale, zero));
  else if (auto format = formatOf(element))
    formats.push_back(*format);
  return formats;
}

bool isI8(Type element) {
  auto format = formatOf(element);
  return format && format->isSigned && format->bytes == 1;
}

IntegerRange clampRange(std::optional<APFloat> low, std::optional<APFloat> high, const NumberFormat &format) {
  auto quantize = [&](const APFloat &bound) {
    return npu_quantize(bound.convertToFloat(), float(format.scale), format.zero, format.low, format.high);
  };
  const int32_t upper = high ? quantize(*high) : format.high;
  return {std::min(low ? quantize(*low) : format.low, upper), upper};
}

RealRange clampRange(std::optional<APFloat> low, std::optional<APFloat> high) {
  constexpr float infinity = std::numeric_limits<float>::infinity();
  const float upper = high ? high->convertToFloat() : infinity;
  return {std::min(low ? low->convertToFloat() : -infinity, upper), upper};
}

LogicalResult refuseRatio(Operation *op, double ratio, const Scheme &scheme) {
  return op->emitError("cannot rescale by ") << ratio << ", the ratio of its scales; wants a positive ratio between "
                                             << "2^-63 and 2^" << scheme.multBits - NPU_SHIFT_MIN << ": quantise the operands to scales closer together";
}

FailureOr<npu_rescale> chooseRescale(Operation *op, double ratio, const Scheme &scheme) {
  npu_rescale by;
  if (!npu_rescale_choose(ratio, scheme.multBits, &by, nullptr))
    return refuseRatio(op, ratio, scheme);
  return by;
}

} // namespace npu::nn
