// transpose, flatten, dense -> flatten, dense with the filter's columns in the order of the original.
#include "passes/nn/CancelTransposes.h"
#include "passes/nn/Tensors.h"

using namespace mlir;
namespace npu::nn {

// [N, a, b, ...] -> [N, a*b*...]: the rest of the first axis becomes one.
static bool flattens(ReshapeOp reshape) {
  ArrayRef<int64_t> from = shapeOf(reshape.getInput()), to = shapeOf(reshape);
  return from.size() > 2 && to.size() == 2 && from[0] == to[0];
}

// The reshape above the dense layer's input, past elementwise operators; every value on the way has one reader.
static ReshapeOp flattenAbove(Value value) {
  while (value.hasOneUse()) {
    Operation *op = value.getDefiningOp();
    if (auto reshape = dyn_cast_or_null<ReshapeOp>(op))
      return reshape;
    if (!isa_and_present<ClampOp, FunctionOp, QuantizeOp, DequantizeOp, RequantizeOp>(op))
      return {};
    value = op->getOperand(0);
  }
  return {};
}

// The filter [K, C] whose column for each element of x is the old column for that element of transpose(x).
static Value permuteColumns(PatternRewriter &rewriter, Value filter, ArrayRef<int64_t> shape, ArrayRef<int64_t> perm) {
  if (auto dequantize = filter.getDefiningOp<DequantizeOp>()) {
    Value beneath = permuteColumns(rewriter, dequantize.getInput(), shape, perm);
    return beneath ? DequantizeOp::create(rewriter, dequantize.getLoc(), filter.getType(), beneath) : Value();
  }
  auto constant = filter.getDefiningOp<ConstantOp>();
  if (!constant)
    return {};
  // Columns are laid out as transpose(x) without the batch; undo that permutation under K, which stays first.
  SmallVector<int64_t> extents = permuted(shape, perm);
  extents[0] = shapeOf(filter)[0];
  DenseElementsAttr spread = reshapeElements(constant.getValue(), extents);
  DenseElementsAttr moved = permuteElements(spread, inverse(perm));
  return ConstantOp::create(rewriter, constant.getLoc(), filter.getType(), reshapeElements(moved, shapeOf(filter)));
}

namespace {
struct FlattenBeforeDense : OpRewritePattern<DenseOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(DenseOp op, PatternRewriter &rewriter) const override {
    ReshapeOp flatten = flattenAbove(op.getInput());
    if (!flatten || !flattens(flatten))
      return rewriter.notifyMatchFailure(op, "reads no flattened tensor of its own");
    auto transpose = flatten.getInput().getDefiningOp<TransposeOp>();
    if (!transpose || transpose.getPerm()[0] != 0)
      return rewriter.notifyMatchFailure(op, "the flattened tensor is not a transpose that keeps the batch first");
    Value filter = permuteColumns(rewriter, op.getFilter(), shapeOf(transpose.getInput()), transpose.getPerm());
    if (!filter)
      return rewriter.notifyMatchFailure(op, "the filter is not a constant");
    rewriter.modifyOpInPlace(op, [&] { op.getFilterMutable().assign(filter); });
    rewriter.modifyOpInPlace(flatten, [&] { flatten.getInputMutable().assign(transpose.getInput()); });
    return success();
  }
};
} // namespace

void addFlattenBeforeDense(RewritePatternSet &patterns) { patterns.add<FlattenBeforeDense>(patterns.getContext()); }

} // namespace npu::nn
