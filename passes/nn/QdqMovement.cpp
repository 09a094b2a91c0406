// Operators that only move or select values commute with both formats: dequantise moves down through them,
// quantise moves up, until the two meet. Exact, because quantising is monotone and works on each element alone.
#include "passes/nn/FoldQdq.h"
#include "passes/nn/Tensors.h"

#include <cmath>

using namespace mlir;
namespace npu::nn {

static bool isMovement(Operation *op) {
  return isa_and_present<ReshapeOp, TransposeOp, SliceOp, PadOp, ConcatOp>(op);
}

// N1 without the limits: the step on which a real value falls.
static double step(quant::UniformQuantizedType type, double value) {
  return std::nearbyint(value / type.getScale()) + static_cast<double>(type.getZeroPoint());
}
static bool isInRange(quant::UniformQuantizedType type, double value) {
  return step(type, value) >= type.getStorageTypeMin() && step(type, value) <= type.getStorageTypeMax();
}
// The value of the step that quantising `value` yields.
static double quantizedValue(quant::UniformQuantizedType type, double value) {
  double low = type.getStorageTypeMin(), high = type.getStorageTypeMax();
  double limited = std::min(std::max(step(type, value), low), high);
  return static_cast<float>(type.getScale() * (limited - static_cast<double>(type.getZeroPoint())));
}
static bool isRepresentable(quant::UniformQuantizedType type, double value) {
  return isInRange(type, value) && quantizedValue(type, value) == value;
}

// A bound changes nothing when it lies outside what the format can say, and is exact when it is a step.
static bool clampsExactly(ClampOp clamp, quant::UniformQuantizedType type) {
  auto exact = [&](FloatAttr bound) {
    return !bound || isRepresentable(type, bound.getValueAsDouble()) || !isInRange(type, bound.getValueAsDouble());
  };
  return exact(clamp.getClampMinAttr()) && exact(clamp.getClampMaxAttr());
}

/// Whether op(dequantize(x)) = dequantize(op(x)) for x of this type.
static bool commutesWithDequantize(Operation *op, quant::UniformQuantizedType type) {
  if (auto pad = dyn_cast<PadOp>(op))
    return isRepresentable(type, pad.getValue().convertToFloat());
  if (auto clamp = dyn_cast<ClampOp>(op))
    return clampsExactly(clamp, type);
  return isMovement(op) || (selects(op) && !op->hasAttr("clamp_min") && !op->hasAttr("clamp_max"));
}

// The common type that every operand is dequantised from, if the operator commutes with that.
static quant::UniformQuantizedType commonSource(Operation *op) {
  quant::UniformQuantizedType type;
  for (Value operand : op->getOperands()) {
    Value source = dequantizedFrom(operand);
    if (!source || (type && elementOf(source) != type))
      return {};
    type = cast<quant::UniformQuantizedType>(elementOf(source));
  }
  return type && commutesWithDequantize(op, type) ? type : quant::UniformQuantizedType();
}

static Operation *cloneInFormat(PatternRewriter &rewriter, Operation *op, ValueRange operands, Type element) {
  Operation *clone = rewriter.clone(*op);
  clone->setOperands(operands);
  clone->getResult(0).setType(withElement(op->getResult(0), element));
  return clone;
}

namespace {

/// op(dequantize(x)) -> dequantize(op(x)).
struct DequantizeMovesDown : RewritePattern {
  explicit DequantizeMovesDown(MLIRContext *context) : RewritePattern(MatchAnyOpTypeTag(), 2, context) {}
  LogicalResult matchAndRewrite(Operation *op, PatternRewriter &rewriter) const override {
    if (!isMovement(op) && !selects(op) && !isa<ClampOp>(op))
      return rewriter.notifyMatchFailure(op, "computes new values");
    quant::UniformQuantizedType type = commonSource(op);
    if (!type)
      return rewriter.notifyMatchFailure(op, "operands are not dequantised from one format that commutes");
    SmallVector<Value> sources;
    for (Value operand : op->getOperands())
      sources.push_back(dequantizedFrom(operand));
    Operation *moved = cloneInFormat(rewriter, op, sources, type);
    // Still the node of the file that it was.
    Location loc = op->getOperand(0).getDefiningOp()->getLoc();
    rewriter.replaceOp(op, DequantizeOp::create(rewriter, loc, op->getResultTypes(), moved->getResult(0)));
    return success();
  }
};

/// quantize(op(x)) -> op(quantize(x)).
struct QuantizeMovesUp : OpRewritePattern<QuantizeOp> {
  using OpRewritePattern::OpRewritePattern;
  LogicalResult matchAndRewrite(QuantizeOp op, PatternRewriter &rewriter) const override {
    Operation *before = op.getInput().getDefiningOp();
    auto type = dyn_cast<quant::UniformQuantizedType>(elementOf(op));
    if (!type || !before || !(isMovement(before) || isa<ClampOp>(before) || selects(before)))
      return rewriter.notifyMatchFailure(op, "the operator before it does not commute");
    if (commonSource(before))
      return rewriter.notifyMatchFailure(op, "the dequantise before it moves down instead");
    SmallVector<Value> operands;
    for (Value operand : before->getOperands())
      operands.push_back(QuantizeOp::create(rewriter, op.getLoc(), withElement(operand, type), operand));
    Operation *moved = cloneInFormat(rewriter, before, operands, type);
    if (auto pad = dyn_cast<PadOp>(moved))
      pad.setValue(APFloat(static_cast<float>(quantizedValue(type, pad.getValue().convertToFloat()))));
    rewriter.replaceOp(op, moved->getResults());
    return success();
  }
};

} // namespace

void addQdqMovement(RewritePatternSet &patterns) {
  patterns.add<DequantizeMovesDown, QuantizeMovesUp>(patterns.getContext());
}

} // namespace npu::nn
