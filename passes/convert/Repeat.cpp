// Operators that pick and repeat whole slices: nn.slice with any step, 0 for a repetition.
#include "dialects/onnx/Constants.h"
#include "passes/convert/Lowering.h"

using namespace mlir;
namespace npu::convert {
namespace {

Converted convertExpand(onnx::ExpandOp op, Value x, Lowering &lowering) {
  ArrayRef<int64_t> wanted = shapeOf(op.getY());
  SmallVector<int64_t> shape(wanted.size() - shapeOf(x).size(), 1);
  llvm::append_range(shape, shapeOf(x));
  x = lowering.reshape(x, shape);
  for (auto [axis, extent] : llvm::enumerate(wanted))
    if (shape[axis] != extent)
      x = lowering.slice(x, static_cast<int64_t>(axis), 0, 0, extent);
  return x;
}

Converted convertTile(onnx::TileOp op, Value x, Lowering &lowering) {
  ArrayRef<int64_t> wanted = shapeOf(op.getY());
  for (int64_t axis = 0; axis < static_cast<int64_t>(wanted.size()); ++axis) {
    SmallVector<int64_t> shape(shapeOf(x)), split(shape);
    if (shape[axis] == wanted[axis])
      continue;
    split.insert(split.begin() + axis, 1);
    x = lowering.slice(lowering.reshape(x, split), axis, 0, 0, wanted[axis] / shape[axis]);
    shape[axis] = wanted[axis];
    x = lowering.reshape(x, shape);
  }
  return x;
}

constexpr size_t kMostPieces = 256;

/// Indices in pieces that are arithmetic sequences, each a slice.
Converted convertGather(onnx::GatherOp op, Value x, Lowering &lowering) {
  std::optional<SmallVector<int64_t>> indices = onnx::constantIntegers(op.getIndices());
  if (!indices)
    return Converted::no("indices are computed at run time; only constants are supported");
  int64_t axis = axisOf(op.getAxis(), typeOf(x).getRank()), size = shapeOf(x)[axis];
  for (int64_t &index : *indices) {
    if (index < -size || index >= size)
      return Converted::no("index " + std::to_string(index) + " is outside axis " + std::to_string(axis) + " of " + std::to_string(size));
    index += index < 0 ? size : 0;
  }
  SmallVector<Value> pieces;
  for (size_t first = 0; first < indices->size();) {
    size_t next = first + 1;
    int64_t step = next < indices->size() ? (*indices)[next] - (*indices)[first] : 1;
    while (next < indices->size() && (*indices)[next] - (*indices)[next - 1] == step)
      ++next;
    pieces.push_back(lowering.slice(x, axis, (*indices)[first], step, static_cast<int64_t>(next - first)));
    first = next;
    if (pieces.size() > kMostPieces)
      return Converted::no("gathers in more than " + std::to_string(kMostPieces) + " pieces");
  }
  return lowering.reshape(lowering.concat(pieces, axis), shapeOf(op.getY()));
}

} // namespace

Converted convertRepeat(Operation *op, Lowering &lowering) {
  Value x = lowering.value(op->getOperand(0));
  if (!x)
    return Converted::no("moves a constant of type " + text(typeOf(op->getOperand(0)).getElementType()) + ", wanted float32");
  if (auto expand = dyn_cast<onnx::ExpandOp>(op))
    return convertExpand(expand, x, lowering);
  if (auto tile = dyn_cast<onnx::TileOp>(op))
    return convertTile(tile, x, lowering);
  return convertGather(cast<onnx::GatherOp>(op), x, lowering);
}

} // namespace npu::convert
