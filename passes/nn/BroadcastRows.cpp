// nn-broadcast-rows: see Passes.td.
#include "passes/nn/Passes.h"
#include "passes/nn/Tensors.h"

using namespace mlir;
namespace npu::nn {

#define GEN_PASS_DEF_NNBROADCASTROWS
#include "passes/nn/Passes.h.inc"

namespace {

constexpr size_t kPixelAxes = 2; ///< columns and channels: the machine broadcasts them

int64_t rowsOf(ArrayRef<int64_t> shape) {
  int64_t rows = 1;
  for (int64_t extent : shape.drop_back(std::min(shape.size(), kPixelAxes)))
    rows *= extent;
  return rows;
}

/// `value` repeated along `axis`, of extent 1, `count` times.
Value repeated(OpBuilder &builder, Operation *reader, Value value, int64_t axis, int64_t count) {
  SmallVector<int64_t> shape(shapeOf(value));
  shape[axis] = count;
  auto type = RankedTensorType::get(shape, elementOf(value));
  return ConcatOp::create(builder, reader->getLoc(), type, SmallVector<Value>(count, value), axis);
}

ElementsAttr repeatedElements(ElementsAttr elements, ArrayRef<int64_t> shape, ArrayRef<int64_t> target) {
  // Bring the axes to repeat to the front, repeat the whole, and bring them back.
  SmallVector<int64_t> grown, kept;
  for (size_t axis = 0; axis < shape.size(); ++axis)
    (shape[axis] == target[axis] ? kept : grown).push_back(static_cast<int64_t>(axis));
  SmallVector<int64_t> order(grown);
  order.append(kept);
  int64_t copies = 1;
  for (int64_t axis : grown)
    copies *= target[axis];
  auto dense = permuteElements(elements, order);
  SmallVector<char> bytes;
  for (int64_t i = 0; i < copies; ++i)
    bytes.append(dense.getRawData().begin(), dense.getRawData().end());
  auto type = RankedTensorType::get(permuted(target, order), elements.getElementType());
  return permuteElements(DenseElementsAttr::getFromRawBuffer(type, bytes), inverse(order));
}

Value repeatedConstant(OpBuilder &builder, ConstantOp constant, ArrayRef<int64_t> shape, ArrayRef<int64_t> target) {
  ElementsAttr elements = reshapeElements(constant.getValue(), shape);
  auto type = RankedTensorType::get(target, elementOf(constant));
  return ConstantOp::create(builder, constant.getLoc(), type, repeatedElements(elements, shape, target));
}

struct BroadcastRows : impl::NnBroadcastRowsBase<BroadcastRows> {
  void runOnOperation() override {
    getOperation().walk([&](Operation *op) {
      if (isa<BinaryOp, MatmulOp>(op))
        for (OpOperand &operand : op->getOpOperands())
          broadcast(op, operand);
    });
  }

  static void broadcast(Operation *op, OpOperand &operand) {
    ArrayRef<int64_t> out = shapeOf(op->getResult(0)), own = shapeOf(operand.get());
    if (rowsOf(own) == 1 || rowsOf(own) == rowsOf(out))
      return;
    // The operand's shape with as many axes as the result, and what it must become: all of its rows.
    SmallVector<int64_t> shape(out.size() - own.size(), 1);
    shape.append(own.begin(), own.end());
    SmallVector<int64_t> target(out.drop_back(kPixelAxes));
    target.append(shape.end() - kPixelAxes, shape.end());
    OpBuilder builder(op);
    if (auto constant = operand.get().getDefiningOp<ConstantOp>(); constant && !isPerAxis(constant))
      return operand.set(repeatedConstant(builder, constant, shape, target));
    Value value = operand.get();
    if (shape.size() != own.size())
      value = ReshapeOp::create(builder, op->getLoc(), RankedTensorType::get(shape, elementOf(value)), value);
    for (auto [axis, extent] : llvm::enumerate(target))
      if (shape[axis] != extent)
        value = repeated(builder, op, value, static_cast<int64_t>(axis), extent);
    operand.set(value);
  }

  static bool isPerAxis(Value value) { return isa<quant::UniformQuantizedPerAxisType>(elementOf(value)); }
};

} // namespace
} // namespace npu::nn
