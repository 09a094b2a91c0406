#include "passes/convert/Lowering.h"
#include "dialects/onnx/Constants.h"
#include "passes/nn/Tensors.h"

using namespace mlir;
namespace npu::convert {

Value Lowering::value(Value onnx) {
  auto found = values.find(onnx);
  if (found != values.end())
    return found->second;
  ElementsAttr elements = onnx::constantElements(onnx);
  if (!elements || !elements.getElementType().isF32())
    return {};
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointAfter(onnx.getDefiningOp());
  Value made = nn::ConstantOp::create(builder, onnx.getLoc(), onnx.getType(), elements);
  return values[onnx] = made;
}

RankedTensorType Lowering::shaped(Value like, ArrayRef<int64_t> shape) {
  return RankedTensorType::get(shape, typeOf(like).getElementType());
}

Value Lowering::reshape(Value input, ArrayRef<int64_t> shape) {
  if (shapeOf(input) == shape)
    return input;
  return create<nn::ReshapeOp>(shaped(input, shape), input);
}

Value Lowering::constant(ArrayRef<int64_t> shape, ArrayRef<float> numbers) {
  auto type = RankedTensorType::get(shape, builder.getF32Type());
  return create<nn::ConstantOp>(type, DenseElementsAttr::get(type, numbers));
}

Value Lowering::function(StringRef expression, Value x) {
  return create<nn::FunctionOp>(x.getType(), builder.getStringAttr(expression), x);
}

Value Lowering::binary(Type type, nn::BinaryKind kind, Value a, Value b) {
  return create<nn::BinaryOp>(type, kind, a, b, FloatAttr(), FloatAttr());
}

Value Lowering::reduce(nn::ReduceKind kind, Value x, ArrayRef<int64_t> axes) {
  SmallVector<int64_t> kept(shapeOf(x));
  for (int64_t axis : axes)
    kept[axis] = 1;
  return create<nn::ReduceOp>(shaped(x, kept), kind, x, axes, FloatAttr(), FloatAttr());
}

Value Lowering::slice(Value x, int64_t axis, int64_t begin, int64_t step, int64_t count) {
  SmallVector<int64_t> offsets(shapeOf(x).size(), 0), strides(shapeOf(x).size(), 1), shape(shapeOf(x));
  if (begin == 0 && step == 1 && count == shape[axis])
    return x;
  offsets[axis] = begin;
  // One element has no step, and the given one may be longer than the axis.
  strides[axis] = count == 1 ? 1 : step;
  shape[axis] = count;
  return create<nn::SliceOp>(shaped(x, shape), x, offsets, strides);
}

Value Lowering::concat(ArrayRef<Value> parts, int64_t axis) {
  if (parts.size() == 1)
    return parts.front();
  SmallVector<int64_t> shape(shapeOf(parts.front()));
  for (Value part : parts.drop_front())
    shape[axis] += shapeOf(part)[axis];
  return create<nn::ConcatOp>(shaped(parts.front(), shape), parts, axis);
}

static Type permutedFormat(Type element, ArrayRef<int64_t> perm) {
  auto perAxis = dyn_cast<quant::UniformQuantizedPerAxisType>(element);
  if (!perAxis)
    return element;
  auto axis = llvm::find(perm, perAxis.getQuantizedDimension()) - perm.begin();
  return quant::UniformQuantizedPerAxisType::get(
      perAxis.getFlags(), perAxis.getStorageType(), perAxis.getExpressedType(), perAxis.getScales(),
      perAxis.getZeroPoints(), static_cast<int32_t>(axis), perAxis.getStorageTypeMin(), perAxis.getStorageTypeMax());
}

Value Lowering::rearranged(Value input, ArrayRef<int64_t> shape, ArrayRef<int64_t> perm) {
  auto dequantize = input.getDefiningOp<nn::DequantizeOp>();
  auto constant = (dequantize ? dequantize.getInput() : input).getDefiningOp<nn::ConstantOp>();
  if (!constant)
    return {};
  ElementsAttr elements = constant.getValue();
  if (!shape.empty() && elements.getShapedType().getShape() != shape)
    elements = nn::reshapeElements(elements, shape);
  bool moves = !llvm::is_sorted(perm);
  if (moves)
    elements = nn::permuteElements(elements, perm);
  Type element = typeOf(constant).getElementType();
  if (moves)
    element = permutedFormat(element, perm);
  auto type = RankedTensorType::get(elements.getShapedType().getShape(), element);
  Value made = nn::ConstantOp::create(builder, constant.getLoc(), type, elements);
  if (!dequantize)
    return made;
  return nn::DequantizeOp::create(builder, dequantize.getLoc(), shaped(dequantize, type.getShape()), made);
}

SmallVector<int64_t> withRow(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> rows(shape);
  if (shape.size() == 3)
    rows.insert(rows.begin() + 2, 1);
  return rows;
}

SmallVector<int64_t> planar(ArrayRef<int64_t> extents) {
  return extents.size() == 1 ? SmallVector<int64_t>{1, extents[0]} : SmallVector<int64_t>(extents);
}

SmallVector<int64_t> planarPads(ArrayRef<int64_t> pads) {
  return pads.size() == 2 ? SmallVector<int64_t>{0, pads[0], 0, pads[1]} : SmallVector<int64_t>(pads);
}

std::string text(Type element) {
  std::string words;
  llvm::raw_string_ostream(words) << element;
  return words;
}

std::string text(ArrayRef<int64_t> shape) {
  std::string words;
  llvm::raw_string_ostream stream(words);
  llvm::interleave(shape, stream, "x");
  return words;
}

std::optional<float> scalarConstant(Value value) {
  std::optional<SmallVector<float>> numbers = onnx::floats(onnx::constantElements(value));
  if (!numbers || numbers->size() != 1)
    return std::nullopt;
  return numbers->front();
}

} // namespace npu::convert
