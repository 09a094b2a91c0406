// Verifiers: what holds at every moment of the npu level, placed or not.
#include "dialects/npu/Npu.h"

using namespace mlir;
namespace npu::npu {

LogicalResult TileAttr::verify(llvm::function_ref<InFlightDiagnostic()> error, int64_t offset, int64_t rowPitch,
                               int64_t pixelPitch, int64_t column, int64_t channel, int64_t rows, int64_t columns,
                               int64_t channels, Type element, int64_t) {
  if (offset < 0 || rowPitch < 1 || pixelPitch < 1 || column < 0 || channel < 0)
    return error() << "tile has a negative offset or an empty pitch";
  if (rows < 1 || columns < 1 || channels < 1)
    return error() << "tile is empty: " << rows << "x" << columns << "x" << channels;
  if (!element.isInteger(8) && !element.isInteger(32) && !element.isF32())
    return error() << "tile has elements of " << element << ", wants i8, u8, i32 or f32";
  return success();
}

LogicalResult BlockAttr::verify(llvm::function_ref<InFlightDiagnostic()> error, int64_t offset,
                                ArrayRef<int64_t> strides) {
  if (offset < 0 || strides.size() != 4)
    return error() << "block wants an offset and 4 strides";
  return success();
}

static Space spaceOf(Value buffer) { return cast<BufferType>(buffer.getType()).getSpace(); }

LogicalResult BufferOp::verify() {
  Space space = spaceOf(getBuffer());
  if (static_cast<int64_t>(getBytes()) < 1)
    return emitOpError("wants at least one byte");
  if (space == Space::Constants)
    return emitOpError("lies in the constants; use npu.constant");
  bool border = space == Space::Input || space == Space::Output;
  if (border != getIndex().has_value())
    return emitOpError(border ? "of the border wants an index" : "takes no index");
  return success();
}

LogicalResult ConstantOp::verify() {
  auto type = cast<ShapedType>(getValue().getType());
  if (spaceOf(getBuffer()) != Space::Constants)
    return emitOpError("wants the constants space");
  if (type.getRank() != 1 || !type.getElementType().isInteger(8))
    return emitOpError("wants a tensor of bytes, got ") << type;
  return success();
}

// Queues and waits of any command; `queue` range of its engine.
static LogicalResult verifyQueue(Operation *op, int64_t queue, ArrayRef<int32_t> waits, bool dma, int64_t engineParity) {
  bool legal = dma ? queue >= 0 && queue < 4 : queue >= 4 && queue < 12 && queue % 2 == engineParity;
  if (!legal)
    return op->emitOpError("cannot run on queue ") << queue;
  if (waits.size() % 2 != 0)
    return op->emitOpError("wants waits in pairs (queue, count)");
  return success();
}

static LogicalResult inSpace(Operation *op, Value buffer, Space space, StringRef what) {
  if (spaceOf(buffer) == space)
    return success();
  return op->emitOpError() << what << " lies in " << stringifySpace(spaceOf(buffer)) << ", wants "
                           << stringifySpace(space);
}

LogicalResult DmaOp::verify() {
  if (getExtent().size() != 4 || llvm::any_of(getExtent(), [](int64_t n) { return n < 1; }))
    return emitOpError("wants 4 extents of at least 1");
  if (!llvm::is_contained({1, 2, 4}, static_cast<int64_t>(getElementBytes())))
    return emitOpError("wants elements of 1, 2 or 4 bytes");
  if (bool(getSource()) != getSourceBlock().has_value())
    return emitOpError("wants a source and its block, or neither");
  Space target = spaceOf(getTarget());
  if (target == Space::Constants || target == Space::Input)
    return emitOpError("writes read-only memory");
  return verifyQueue(*this, getQueue(), getWaits(), true, 0);
}

LogicalResult ConvOp::verify() {
  if (failed(inSpace(*this, getIn(), Space::Sram, "input")) || failed(inSpace(*this, getWeights(), Space::Sram, "filter")) ||
      failed(inSpace(*this, getPrm(), Space::Prm, "parameters")) || failed(inSpace(*this, getOut(), Space::Sram, "output")))
    return failure();
  if (getLut() && failed(inSpace(*this, getLut(), Space::Lut, "table")))
    return failure();
  return verifyQueue(*this, getQueue(), getWaits(), false, 0);
}

LogicalResult MatmulOp::verify() {
  if (failed(inSpace(*this, getA(), Space::Sram, "operand")) || failed(inSpace(*this, getB(), Space::Sram, "operand")) ||
      failed(inSpace(*this, getOut(), Space::Sram, "output")))
    return failure();
  int64_t inner = getTransposeB() ? getBTile().getChannels() : getBTile().getColumns();
  if (inner != getInner())
    return emitOpError("multiplies ") << getInner() << " columns by " << inner << " rows";
  return verifyQueue(*this, getQueue(), getWaits(), false, 0);
}

LogicalResult PoolOp::verify() {
  if (failed(inSpace(*this, getIn(), Space::Sram, "input")) || failed(inSpace(*this, getPrm(), Space::Prm, "parameters")) ||
      failed(inSpace(*this, getOut(), Space::Sram, "output")))
    return failure();
  return verifyQueue(*this, getQueue(), getWaits(), false, 1);
}

LogicalResult ResizeOp::verify() {
  if (failed(inSpace(*this, getIn(), Space::Sram, "input")) || failed(inSpace(*this, getOut(), Space::Sram, "output")))
    return failure();
  for (ResizeAxisAttr axis : {getRows(), getColumns()})
    if (axis.getDenominator() < 1)
      return emitOpError("wants denominators of at least 1, got ") << axis.getDenominator();
  return verifyQueue(*this, getQueue(), getWaits(), false, 1);
}

LogicalResult BinaryOp::verify() {
  if (failed(inSpace(*this, getA(), Space::Sram, "operand")) || failed(inSpace(*this, getB(), Space::Sram, "operand")) ||
      failed(inSpace(*this, getOut(), Space::Sram, "output")))
    return failure();
  return verifyQueue(*this, getQueue(), getWaits(), false, 1);
}

LogicalResult UnaryOp::verify() {
  if (failed(inSpace(*this, getIn(), Space::Sram, "input")) || failed(inSpace(*this, getOut(), Space::Sram, "output")))
    return failure();
  if ((getKind() == UnaryKind::Lut8) != bool(getLut()))
    return emitOpError("wants a table exactly when it is lut8");
  if (getLut() && failed(inSpace(*this, getLut(), Space::Lut, "table")))
    return failure();
  return verifyQueue(*this, getQueue(), getWaits(), false, 1);
}

LogicalResult SoftmaxOp::verify() {
  if (failed(inSpace(*this, getIn(), Space::Sram, "input")) || failed(inSpace(*this, getLut(), Space::Lut, "table")) ||
      failed(inSpace(*this, getOut(), Space::Sram, "output")))
    return failure();
  return verifyQueue(*this, getQueue(), getWaits(), false, 1);
}

} // namespace npu::npu
