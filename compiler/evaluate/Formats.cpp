// Between integer formats.
#include "dialects/nn/NumberFormat.h"
#include "compiler/evaluate/Operators.h"
#include "runtime/kernels/quantize.h"

#include <cstring>

using namespace mlir;
namespace npu {
template <typename T> static int32_t load(const uint8_t *from) {
  T value;
  std::memcpy(&value, from, sizeof value);
  return int32_t(value);
}

static int32_t readElement(const TensorValue &tensor, int64_t i, const nn::NumberFormat &format) {
  const uint8_t *from = tensor.bytes.data() + i * format.bytes;
  if (format.bytes == 1)
    return format.isSigned ? load<int8_t>(from) : load<uint8_t>(from);
  return format.isSigned ? load<int16_t>(from) : load<uint16_t>(from);
}

static void writeElement(TensorValue &tensor, int64_t i, const nn::NumberFormat &format, int32_t value) {
  std::memcpy(tensor.bytes.data() + i * format.bytes, &value, format.bytes);
}

LogicalResult evaluate(nn::RequantizeOp op, OpRun &run) {
  const nn::NumberFormat from = *nn::formatOf(run.in().type.getElementType()), to = *nn::formatOf(run.out().type.getElementType());
  // In wider formats the difference to the zero point could leave i32.
  if (from.bytes > 2 || to.bytes > 2)
    return op.emitError("is evaluated on formats of 8 and 16 bits, got ") << run.in().type << " and " << run.out().type;
  FailureOr<npu_rescale> by = nn::chooseRescale(op, from.scale / to.scale, run.scheme);
  if (failed(by))
    return failure();
  for (int64_t i = 0; i < run.in().count(); ++i) {
    const int32_t v = readElement(run.in(), i, from) - from.zero;
    writeElement(run.out(), i, to, npu_rescale_apply(v, *by, run.scheme.rounding, to.zero, to.low, to.high));
  }
  return success();
}

} // namespace npu
