#include "dialects/onnx/InferSupport.h"
#include "dialects/onnx/Window.h"
#include "passes/onnx/Passes.h"

#include "mlir/IR/PatternMatch.h"
#include "passes/rewrite/Rewrite.h"

namespace npu {
#define GEN_PASS_DEF_ONNXSIMPLIFY
#include "passes/onnx/Passes.h.inc"
} // namespace npu

using namespace mlir;
using namespace npu::onnx;

namespace {

bool isStatic(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape();
}

/// Defaults and auto_pad of a window become attributes.
template <typename WindowOp>
struct ExplicitWindow : OpRewritePattern<WindowOp> {
  using OpRewritePattern<WindowOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(WindowOp op, PatternRewriter &rewriter) const override {
    if (op.getAutoPad() == "NOTSET" && op.getPads() && op.getStrides() && op.getDilations() &&
        op.getKernelShapeAttr())
      return rewriter.notifyMatchFailure(op, "all is written out");
    if (!isStatic(op->getOperand(0)) || !isStatic(op.getY()))
      return rewriter.notifyMatchFailure(op, "shapes are not known");
    FailureOr<SmallVector<WindowAxis>> window = windowOf(op);
    if (failed(window))
      return rewriter.notifyMatchFailure(op, "the window does not fit");
    rewriter.modifyOpInPlace(op, [&] { write(op, *window); });
    return success();
  }

  static void write(WindowOp op, ArrayRef<WindowAxis> window) {
    SmallVector<int64_t> kernel, strides, dilations, pads;
    for (const WindowAxis &axis : window) {
      kernel.push_back(axis.kernel);
      strides.push_back(axis.stride);
      dilations.push_back(axis.dilation);
      pads.push_back(axis.padBegin);
    }
    for (const WindowAxis &axis : window)
      pads.push_back(axis.padEnd);
    op.setAutoPad("NOTSET");
    op.setKernelShape(kernel);
    op.setStrides(strides);
    op.setDilations(dilations);
    op.setPads(pads);
  }
};

/// Min or Max of many operands is a chain, from the left.
template <typename VariadicOp>
struct SplitVariadic : OpRewritePattern<VariadicOp> {
  using OpRewritePattern<VariadicOp>::OpRewritePattern;

  LogicalResult matchAndRewrite(VariadicOp op, PatternRewriter &rewriter) const override {
    if (op.getInputs().size() <= 2)
      return rewriter.notifyMatchFailure(op, "has no more than two operands");
    if (!llvm::all_of(op.getInputs(), isStatic))
      return rewriter.notifyMatchFailure(op, "shapes are not known");
    Value last = op.getInputs().front();
    for (Value input : op.getInputs().drop_front()) {
      FailureOr<SmallVector<int64_t>> shape =
          broadcast(op, typeOf(last).getShape(), typeOf(input).getShape());
      if (failed(shape))
        return rewriter.notifyMatchFailure(op, "operands do not broadcast");
      auto type = RankedTensorType::get(*shape, typeOf(last).getElementType());
      last = VariadicOp::create(rewriter, op.getLoc(), type, ValueRange{last, input});
    }
    rewriter.replaceOp(op, last);
    return success();
  }
};

/// Softmax over several axes at once, as opsets before 13 mean it.
struct UnflattenSoftmax : OpRewritePattern<SoftmaxOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SoftmaxOp op, PatternRewriter &rewriter) const override {
    if (!op.getFlattened() || !isStatic(op.getX()))
      return rewriter.notifyMatchFailure(op, "has one axis, or no known shape");
    RankedTensorType type = typeOf(op.getX());
    int64_t first = op.getAxis() < 0 ? op.getAxis() + type.getRank() : op.getAxis();
    SmallVector<int64_t> axes;
    for (int64_t axis = first; axis < type.getRank(); ++axis)
      if (type.getDimSize(axis) != 1)
        axes.push_back(axis);
    if (axes.size() <= 1) {
      rewriter.modifyOpInPlace(op, [&] {
        op.setAxis(axes.empty() ? first : axes.front());
        op.setFlattened(false);
      });
      return success();
    }
    rewriter.replaceOp(op, throughMatrix(op, type, first, rewriter));
    return success();
  }

  static Value throughMatrix(SoftmaxOp op, RankedTensorType type, int64_t first,
                             PatternRewriter &rewriter) {
    Location loc = op.getLoc();
    int64_t rows = 1;
    for (int64_t size : type.getShape().take_front(first))
      rows *= size;
    auto matrix = RankedTensorType::get({rows, type.getNumElements() / rows},
                                        type.getElementType());
    auto axisAttr = [&](int64_t axis) {
      return rewriter.getIntegerAttr(rewriter.getIntegerType(64, true), axis);
    };
    Value flat = FlattenOp::create(rewriter, loc, matrix, op.getX(), axisAttr(first));
    Value soft = SoftmaxOp::create(rewriter, loc, matrix, flat, axisAttr(1), UnitAttr());
    auto shapeType = RankedTensorType::get({type.getRank()}, rewriter.getI64Type());
    Value shape = ConstantOp::create(rewriter, loc, shapeType,
                                     DenseElementsAttr::get(shapeType, type.getShape()));
    return ReshapeOp::create(rewriter, loc, type, soft, shape, axisAttr(0));
  }
};

struct Simplify : npu::impl::OnnxSimplifyBase<Simplify> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<ExplicitWindow<ConvOp>, ExplicitWindow<MaxPoolOp>, ExplicitWindow<AveragePoolOp>,
                 SplitVariadic<MinOp>, SplitVariadic<MaxOp>, UnflattenSoftmax>(&getContext());
    if (failed(npu::applyUntilNoneMatches(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
