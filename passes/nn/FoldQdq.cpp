// nn-fold-qdq: see Passes.td. Here: quantise after dequantise, and the arithmetic that has no constants.
#include "passes/nn/FoldQdq.h"

#include "passes/rewrite/Rewrite.h"
#include "passes/nn/Passes.h"
#include "passes/nn/Tensors.h"

using namespace mlir;
namespace npu::nn {

#define GEN_PASS_DEF_NNFOLDQDQ
#include "passes/nn/Passes.h.inc"

bool selects(Operation *op) {
  if (auto pool = dyn_cast<PoolOp>(op))
    return pool.getKind() == PoolKind::Max;
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return reduce.getKind() == ReduceKind::Max || reduce.getKind() == ReduceKind::Min;
  if (auto resize = dyn_cast<ResizeOp>(op))
    return resize.getKind() == ResizeKind::Nearest;
  return false;
}

namespace {

struct QuantizeOfDequantize : OpRewritePattern<QuantizeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(QuantizeOp op, PatternRewriter &rewriter) const override {
    Value source = dequantizedFrom(op.getInput());
    if (!source)
      return rewriter.notifyMatchFailure(op, "reads no dequantise per tensor");
    if (source.getType() == op.getType())
      rewriter.replaceOp(op, source);
    else
      rewriter.replaceOpWithNewOp<RequantizeOp>(op, op.getType(), source);
    return success();
  }
};

/// quantize(op(dequantize(a), dequantize(b))) -> op(a, b): one exact expression, one rounding (N9, N11).
struct QuantizeArithmetic : OpRewritePattern<QuantizeOp> {
  explicit QuantizeArithmetic(MLIRContext *context) : OpRewritePattern(context, /*benefit=*/2) {}
  LogicalResult matchAndRewrite(QuantizeOp op, PatternRewriter &rewriter) const override {
    Operation *arithmetic = op.getInput().getDefiningOp();
    if (!isa_and_present<MatmulOp, BinaryOp, FunctionOp, PoolOp, ResizeOp, ReduceOp, SoftmaxOp, ClampOp>(arithmetic) ||
        selects(arithmetic))
      return rewriter.notifyMatchFailure(op, "reads no arithmetic");
    SmallVector<Value> operands;
    for (Value operand : arithmetic->getOperands())
      operands.push_back(dequantizedFrom(operand));
    if (llvm::is_contained(operands, Value()))
      return rewriter.notifyMatchFailure(op, "an operand is not quantised");
    Operation *quantized = rewriter.clone(*arithmetic);
    quantized->setOperands(operands);
    quantized->getResult(0).setType(op.getType());
    rewriter.replaceOp(op, quantized->getResults());
    return success();
  }
};

struct FoldQdq : impl::NnFoldQdqBase<FoldQdq> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<QuantizeOfDequantize, QuantizeArithmetic>(&getContext());
    addQdqProducts(patterns);
    addQdqMovement(patterns);
    RequantizeOp::getCanonicalizationPatterns(patterns, &getContext());
    if (failed(applyUntilNoneMatches(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
} // namespace npu::nn
