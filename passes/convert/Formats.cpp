// QuantizeLinear and DequantizeLinear, one to one. uint8 is int8 with the zero point 128 lower.
#include "dialects/onnx/Constants.h"
#include "mlir/IR/Diagnostics.h"
#include "passes/convert/Lowering.h"

#include <limits>

using namespace mlir;
namespace npu::convert {

namespace {
struct Format {
  quant::QuantizedType type;
  std::string reason;
};
} // namespace

static SmallVector<double> widened(ArrayRef<float> numbers) { return SmallVector<double>(numbers.begin(), numbers.end()); }

/// The quantised type of ONNX element type `storage`; `shape` is the tensor's.
static Format formatOf(Type storage, ArrayRef<int64_t> shape, Value scale, Value zeroPoint, int64_t axisAttr) {
  if (!storage.isInteger(8) && !storage.isSignlessInteger(32))
    return {{}, "quantises to " + text(storage) + ", wanted int8 or uint8 (int32 for a bias)"};
  std::optional<SmallVector<float>> scales = onnx::floats(onnx::constantElements(scale));
  if (!scales)
    return {{}, "scale is not a float32 constant"};
  SmallVector<int64_t> points(scales->size(), 0);
  if (!onnx::isNone(zeroPoint)) {
    std::optional<SmallVector<int64_t>> given = onnx::constantIntegers(zeroPoint);
    if (!given || given->size() != points.size())
      return {{}, "zero point is not a constant of as many values as the scale"};
    points = *given;
  }
  if (storage.isUnsignedInteger(8))
    for (int64_t &point : points)
      point -= 128;
  MLIRContext *context = storage.getContext();
  unsigned width = storage.getIntOrFloatBitWidth();
  int64_t high = (int64_t(1) << (width - 1)) - 1, low = -high - 1;
  Type integer = IntegerType::get(context, width), f32 = Float32Type::get(context);
  unsigned flags = quant::QuantizationFlags::Signed;
  ScopedDiagnosticHandler quiet(context, [](Diagnostic &) { return success(); });
  auto silent = [&] { return emitError(UnknownLoc::get(context)); };
  quant::QuantizedType type;
  if (scales->size() == 1) {
    type = quant::UniformQuantizedType::getChecked(silent, flags, integer, f32, scales->front(), points[0], low, high);
  } else {
    int64_t rank = static_cast<int64_t>(shape.size()), axis = axisOf(axisAttr, rank);
    if (typeOf(scale).getRank() != 1 || axis < 0 || axis >= rank || shape[axis] != static_cast<int64_t>(scales->size()))
      return {{}, "scale has " + std::to_string(scales->size()) + " values, wanted one, or one for each index of axis " +
                      std::to_string(axisAttr)};
    type = quant::UniformQuantizedPerAxisType::getChecked(silent, flags, integer, f32, widened(*scales), points,
                                                          static_cast<int32_t>(axis), low, high);
  }
  if (!type)
    return {{}, "a scale is not a normal float32 number; quantise the model again"};
  return {type, ""};
}

/// The constant's elements as int8, whatever ONNX calls them.
static ElementsAttr signedElements(ElementsAttr elements) {
  if (!elements.getElementType().isUnsignedInteger(8))
    return elements;
  SmallVector<int8_t> shifted;
  SmallVector<int64_t> numbers = *onnx::integers(elements);
  for (int64_t element : numbers)
    shifted.push_back(static_cast<int8_t>(element - 128));
  auto type = RankedTensorType::get(elements.getShapedType().getShape(), IntegerType::get(elements.getContext(), 8));
  return DenseElementsAttr::get(type, ArrayRef<int8_t>(shifted));
}

RankedTensorType borderType(RankedTensorType type) {
  auto element = cast<quant::UniformQuantizedType>(type.getElementType());
  return RankedTensorType::get(type.getShape(), quant::UniformQuantizedType::get(
      0, element.getStorageType(), element.getExpressedType(), element.getScale(), element.getZeroPoint() + 128, 0, 255));
}

/// An integer network input becomes one of the format that its reader says; a uint8 one is int8 from there on.
static Value takeFormat(Value onnx, RankedTensorType type, Lowering &lowering) {
  Value input = lowering.value(onnx);
  auto argument = dyn_cast_if_present<BlockArgument>(input);
  if (!argument || !typeOf(input).getElementType().isInteger(8))
    return input;
  if (!typeOf(input).getElementType().isUnsignedInteger(8)) {
    argument.setType(type);
    return argument;
  }
  if (!isa<quant::UniformQuantizedType>(type.getElementType()))
    return {};
  argument.setType(borderType(type));
  Value shifted = lowering.create<nn::RequantizeOp>(type, argument).getOutput();
  lowering.map(onnx, shifted);
  return shifted;
}

static Converted convertDequantize(onnx::DequantizeLinearOp op, Lowering &lowering) {
  RankedTensorType from = typeOf(op.getX());
  Format format = formatOf(from.getElementType(), from.getShape(), op.getScale(), op.getZeroPoint(), op.getAxis());
  if (!format.type)
    return Converted::no(format.reason);
  auto type = RankedTensorType::get(from.getShape(), format.type);
  Value input;
  if (ElementsAttr elements = onnx::constantElements(op.getX()))
    input = nn::ConstantOp::create(lowering.builder, op.getX().getLoc(), type, signedElements(elements));
  else
    input = takeFormat(op.getX(), type, lowering);
  if (!input || input.getType() != type)
    return Converted::no("reads integers of another format; wanted those of one QuantizeLinear with the same scale and "
                         "zero point, a constant, or an input of the network that all read alike");
  return lowering.create<nn::DequantizeOp>(op.getY().getType(), input).getOutput();
}

static Converted convertQuantize(onnx::QuantizeLinearOp op, Lowering &lowering) {
  RankedTensorType to = typeOf(op.getY());
  Format format = formatOf(to.getElementType(), to.getShape(), op.getScale(), op.getZeroPoint(), op.getAxis());
  if (!format.type)
    return Converted::no(format.reason);
  return lowering.create<nn::QuantizeOp>(RankedTensorType::get(to.getShape(), format.type), lowering.value(op.getX()))
      .getOutput();
}

Converted convertFormat(Operation *op, Lowering &lowering) {
  if (auto quantize = dyn_cast<onnx::QuantizeLinearOp>(op))
    return convertQuantize(quantize, lowering);
  return convertDequantize(cast<onnx::DequantizeLinearOp>(op), lowering);
}

} // namespace npu::convert
