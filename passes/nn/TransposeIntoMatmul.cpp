// matmul(transpose(a), b): the last two axes of an operand change places by a flag, and no element moves.
#include "passes/nn/CancelTransposes.h"
#include "passes/nn/Tensors.h"

using namespace mlir;
namespace npu::nn {
namespace {

bool isIdentity(ArrayRef<int64_t> perm) { return llvm::is_sorted(perm); }

/// A transpose of `input` by `perm` that stands before `reader` already; null if there is none.
Value knownTranspose(Value input, ArrayRef<int64_t> perm, Operation *reader) {
  for (Operation *user : input.getUsers()) {
    auto transpose = dyn_cast<TransposeOp>(user);
    if (transpose && transpose.getPerm() == perm && user->getBlock() == reader->getBlock() && user->isBeforeInBlock(reader))
      return transpose;
  }
  return {};
}

struct TransposeIntoMatmul : OpRewritePattern<MatmulOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MatmulOp op, PatternRewriter &rewriter) const override {
    if (absorb(op, 0, "transpose_lhs", rewriter) || absorb(op, 1, "transpose_rhs", rewriter))
      return success();
    return rewriter.notifyMatchFailure(op, "reads no transpose that swaps the last two axes");
  }

  /// With the swap taken by the flag, the rest of the permutation keeps the last axis in place, or is none.
  static bool absorb(MatmulOp op, unsigned operand, StringRef flag, PatternRewriter &rewriter) {
    auto transpose = op->getOperand(operand).getDefiningOp<TransposeOp>();
    if (!transpose)
      return false;
    SmallVector<int64_t> rest(transpose.getPerm());
    int64_t last = static_cast<int64_t>(rest.size()) - 1;
    std::swap(rest[last], rest[last - 1]);
    if (rest[last] != last)
      return false;
    Value input = transpose.getInput();
    if (!isIdentity(rest)) {
      Value moved = knownTranspose(input, rest, op);
      if (!moved) {
        auto type = RankedTensorType::get(permuted(shapeOf(input), rest), elementOf(input));
        auto made = TransposeOp::create(rewriter, transpose.getLoc(), type, input, rest);
        if (Attribute cause = transpose->getAttr("nn.cause"))
          made->setAttr("nn.cause", cause);
        moved = made;
      }
      input = moved;
    }
    rewriter.modifyOpInPlace(op, [&] {
      op->setOperand(operand, input);
      if (op->hasAttr(flag))
        op->removeAttr(flag);
      else
        op->setAttr(flag, rewriter.getUnitAttr());
    });
    return true;
  }
};

} // namespace

void addTransposeIntoMatmul(RewritePatternSet &patterns) { patterns.add<TransposeIntoMatmul>(patterns.getContext()); }

} // namespace npu::nn
