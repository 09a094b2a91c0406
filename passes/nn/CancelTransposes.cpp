// nn-cancel-transposes: see Passes.td. Three rounds, because moving down and moving up would undo each other.
#include "passes/nn/CancelTransposes.h"

#include "passes/rewrite/Rewrite.h"
#include "passes/nn/Passes.h"
#include "passes/nn/PermuteAxes.h"
#include "passes/nn/Tensors.h"

using namespace mlir;
namespace npu::nn {

#define GEN_PASS_DEF_NNCANCELTRANSPOSES
#include "passes/nn/Passes.h.inc"

static bool isConstant(Value value) {
  if (auto dequantize = value.getDefiningOp<DequantizeOp>())
    value = dequantize.getInput();
  return value.getDefiningOp<ConstantOp>() != nullptr;
}

static Value transposed(OpBuilder &builder, Location loc, Value input, ArrayRef<int64_t> perm, Operation *like) {
  auto type = RankedTensorType::get(permuted(shapeOf(input), perm), elementOf(input));
  auto transpose = TransposeOp::create(builder, loc, type, input, perm);
  if (Attribute cause = like->getAttr("nn.cause"))
    transpose->setAttr("nn.cause", cause);
  return transpose;
}

// Another reader already transposes the value so: asking for it again costs nothing.
static bool hasTranspose(Value value, ArrayRef<int64_t> perm) {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    auto transpose = dyn_cast<TransposeOp>(user);
    return transpose && transpose.getPerm() == perm;
  });
}

// Every reader of the value, past operators that do not care, undoes a transpose by `perm`.
static bool readersUndo(Value value, ArrayRef<int64_t> perm) {
  if (value.use_empty())
    return false;
  return llvm::all_of(value.getUsers(), [&](Operation *user) {
    if (auto transpose = dyn_cast<TransposeOp>(user))
      return transpose.getPerm() == ArrayRef<int64_t>(inverse(perm));
    return isa<ClampOp, FunctionOp, QuantizeOp, DequantizeOp, RequantizeOp>(user) && readersUndo(user->getResult(0), perm);
  });
}

namespace {

struct MergeTransposes : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransposeOp op, PatternRewriter &rewriter) const override {
    auto before = op.getInput().getDefiningOp<TransposeOp>();
    if (!before)
      return rewriter.notifyMatchFailure(op, "reads no transpose");
    // Only where both are ours is the merged one ours.
    Attribute cause = before->hasAttr("nn.cause") ? op->getAttr("nn.cause") : Attribute();
    auto merged = rewriter.replaceOpWithNewOp<TransposeOp>(op, op.getType(), before.getInput(),
                                                           permuted(before.getPerm(), op.getPerm()));
    if (cause)
      merged->setAttr("nn.cause", cause);
    return success();
  }
};

struct TransposeConstant : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransposeOp op, PatternRewriter &rewriter) const override {
    if (auto dequantize = op.getInput().getDefiningOp<DequantizeOp>()) {
      if (!isConstant(dequantize.getInput()) || !dequantizedFrom(op.getInput()))
        return rewriter.notifyMatchFailure(op, "the dequantised value is not a constant, quantised per tensor");
      Value moved = transposed(rewriter, dequantize.getLoc(), dequantize.getInput(), op.getPerm(), op);
      rewriter.replaceOp(op, DequantizeOp::create(rewriter, dequantize.getLoc(), op.getType(), moved));
      return success();
    }
    auto constant = op.getInput().getDefiningOp<ConstantOp>();
    if (!constant)
      return rewriter.notifyMatchFailure(op, "reads no constant");
    rewriter.replaceOpWithNewOp<ConstantOp>(op, op.getType(), permuteElements(constant.getValue(), op.getPerm()));
    return success();
  }
};

/// op(transpose(x), ...) -> transpose(op(x, ...)).
struct MoveDown : RewritePattern {
  explicit MoveDown(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), 1, context) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!worksInAnyAxisOrder(op))
      return rewriter.notifyMatchFailure(op, "depends on the order of axes");
    TransposeOp first;
    for (Value operand : op->getOperands())
      if (auto transpose = operand.getDefiningOp<TransposeOp>(); transpose && !first && !isConstant(transpose.getInput()))
        first = transpose;
    if (!first)
      return rewriter.notifyMatchFailure(op, "reads no transpose");
    SmallVector<int64_t> perm(first.getPerm()), back = inverse(perm);
    SmallVector<Value> operands;
    int64_t saved = 0, added = 0, shared = 0;
    for (Value operand : op->getOperands()) {
      auto transpose = operand.getDefiningOp<TransposeOp>();
      bool scalar = tensorOf(operand).getRank() != static_cast<int64_t>(perm.size());
      bool removes = transpose && transpose.getPerm() == ArrayRef<int64_t>(perm);
      saved += removes;
      bool needsOne = !removes && !scalar && !isConstant(operand);
      added += needsOne && !hasTranspose(operand, back);
      shared += needsOne && hasTranspose(operand, back);
      operands.push_back(removes ? transpose.getInput() : operand);
    }
    // A trade of one transpose for another goes one way only, or it would be undone for ever.
    bool trades = added + shared > 0;
    bool worth = !trades || (perm > back && (added == 0 || (added <= saved && readersUndo(op->getResult(0), perm))));
    if (!worth)
      return rewriter.notifyMatchFailure(op, "the other operands would need as many transposes");
    for (auto [old, operand] : llvm::zip(op->getOperands(), operands))
      if (operand == old && tensorOf(old).getRank() == static_cast<int64_t>(perm.size()))
        operand = transposed(rewriter, first.getLoc(), operand, back, first);
    Operation *moved = inAxisOrder(rewriter, op, operands, back);
    rewriter.replaceOp(op, transposed(rewriter, first.getLoc(), moved->getResult(0), perm, first));
    return success();
  }
};

/// transpose(op(x)) -> op(transpose(x)) all the way up to an input of the network, which is read once.
struct MoveUp : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransposeOp op, PatternRewriter &rewriter) const override {
    if (!reachesInput(op.getInput()))
      return rewriter.notifyMatchFailure(op, "does not descend from a network input alone");
    Operation *before = op.getInput().getDefiningOp();
    if (!before)
      return rewriter.notifyMatchFailure(op, "stands at the input already");
    Value moved = transposed(rewriter, op.getLoc(), before->getOperand(0), op.getPerm(), op);
    rewriter.replaceOp(op, inAxisOrder(rewriter, before, moved, op.getPerm())->getResults());
    return success();
  }

  static bool reachesInput(Value value) {
    for (Operation *op = value.getDefiningOp(); op; op = value.getDefiningOp()) {
      if (op->getNumOperands() != 1 || !value.hasOneUse() || !worksInAnyAxisOrder(op))
        return false;
      value = op->getOperand(0);
    }
    return true;
  }
};

/// A transpose that keeps the order of the axes longer than 1 moves nothing.
struct TransposeIsReshape : OpRewritePattern<TransposeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(TransposeOp op, PatternRewriter &rewriter) const override {
    int64_t last = -1;
    for (int64_t axis : op.getPerm()) {
      if (shapeOf(op.getInput())[axis] == 1)
        continue;
      if (axis < last)
        return rewriter.notifyMatchFailure(op, "elements move");
      last = axis;
    }
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(), op.getInput());
    return success();
  }
};

struct MergeReshapes : OpRewritePattern<ReshapeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(ReshapeOp op, PatternRewriter &rewriter) const override {
    auto before = op.getInput().getDefiningOp<ReshapeOp>();
    if (!before)
      return rewriter.notifyMatchFailure(op, "reads no reshape");
    rewriter.replaceOpWithNewOp<ReshapeOp>(op, op.getType(), before.getInput());
    return success();
  }
};

struct CancelTransposes : impl::NnCancelTransposesBase<CancelTransposes> {
  void runOnOperation() override {
    RewritePatternSet down(&getContext()), up(&getContext()), reshapes(&getContext());
    down.add<MergeTransposes, TransposeConstant, MoveDown>(&getContext());
    addFlattenBeforeDense(down);
    addTransposeIntoMatmul(down);
    up.add<MergeTransposes, TransposeConstant, MoveUp>(&getContext());
    reshapes.add<TransposeIsReshape, MergeReshapes>(&getContext());
    for (RewritePatternSet *round : {&down, &up, &reshapes})
      if (failed(applyUntilNoneMatches(getOperation(), std::move(*round))))
        return signalPassFailure();
  }
};

} // namespace
} // namespace npu::nn
