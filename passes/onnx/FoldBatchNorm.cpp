#include "dialects/onnx/Constants.h"
#include "dialects/onnx/InferSupport.h"
#include "dialects/onnx/Onnx.h"
#include "passes/onnx/Passes.h"

#include "mlir/IR/PatternMatch.h"
#include "passes/rewrite/Rewrite.h"

#include <cmath>

namespace npu {
#define GEN_PASS_DEF_ONNXFOLDBATCHNORM
#include "passes/onnx/Passes.h.inc"
} // namespace npu

using namespace mlir;
using namespace npu::onnx;

namespace {

/// What a BatchNormalization does to a channel: x * factor + offset.
struct Affine {
  SmallVector<double> factor, offset;
};

/// nullopt if a parameter is not a constant f32, or the result is not finite.
std::optional<Affine> affineOf(BatchNormalizationOp op) {
  auto read = [](Value value) { return floats(constantElements(value)); };
  auto scale = read(op.getScale()), b = read(op.getB()), mean = read(op.getMean());
  auto var = read(op.getVar());
  if (!scale || !b || !mean || !var)
    return std::nullopt;
  Affine affine;
  double epsilon = op.getEpsilon().convertToFloat();
  for (size_t i = 0; i != scale->size(); ++i) {
    double factor = (*scale)[i] / std::sqrt((*var)[i] + epsilon);
    double offset = (*b)[i] - (*mean)[i] * factor;
    if (!std::isfinite(float(factor)) || !std::isfinite(float(offset)))
      return std::nullopt;
    affine.factor.push_back(factor);
    affine.offset.push_back(offset);
  }
  return affine;
}

constexpr StringLiteral notFinite = "a parameter is not a constant f32, or s is not finite";

Value floatConstant(PatternRewriter &rewriter, Location loc, ArrayRef<int64_t> shape,
                    ArrayRef<float> values) {
  auto type = RankedTensorType::get(shape, rewriter.getF32Type());
  return ConstantOp::create(rewriter, loc, type, DenseElementsAttr::get(type, values));
}

/// The channel that element i of a weight scales with, the channels on `axis`.
auto channelsOnAxis(ArrayRef<int64_t> shape, int64_t axis) {
  size_t inner = 1, channels = size_t(shape[axis]);
  for (int64_t size : shape.drop_front(size_t(axis) + 1))
    inner *= size_t(size);
  return [inner, channels](size_t i) { return i / inner % channels; };
}

/// `weight` with each element times the factor of its channel.
Value scaledWeight(PatternRewriter &rewriter, Value weight, SmallVector<float> values, ArrayRef<double> factor,
                   function_ref<size_t(size_t)> channelOf) {
  for (size_t i = 0; i != values.size(); ++i)
    values[i] = float(values[i] * factor[channelOf(i)]);
  return floatConstant(rewriter, weight.getLoc(), typeOf(weight).getShape(), values);
}

/// bias * beta * factor + offset, as [C]; the bias has no, one or C values.
Value movedBias(PatternRewriter &rewriter, Location loc, ArrayRef<float> bias, double beta,
                const Affine &affine) {
  SmallVector<float> values;
  for (size_t i = 0; i != affine.factor.size(); ++i) {
    double old = bias.empty() ? 0.0 : bias[bias.size() == 1 ? 0 : i];
    values.push_back(float(old * beta * affine.factor[i] + affine.offset[i]));
  }
  return floatConstant(rewriter, loc, {int64_t(values.size())}, values);
}

/// The constant elements of an optional operand, none of them if it is left out.
std::optional<SmallVector<float>> optionalFloats(Value value) {
  return isNone(value) ? SmallVector<float>() : floats(constantElements(value));
}

/// A weight [K, C/group, ...]: axis 0 counts the output channels of all groups.
auto outputChannels(ConvOp conv) { return channelsOnAxis(typeOf(conv.getW()).getShape(), 0); }

/// A weight [C, K/group, ...]: element [c][k] scales with output channel k of the group that c is of.
auto outputChannels(ConvTransposeOp conv) {
  ArrayRef<int64_t> shape = typeOf(conv.getW()).getShape();
  size_t perGroup = size_t(shape[1]), inputs = size_t(shape[0] / conv.getGroup());
  return [within = channelsOnAxis(shape, 1), input = channelsOnAxis(shape, 0), perGroup, inputs](size_t i) {
    return input(i) / inputs * perGroup + within(i);
  };
}

template <typename Conv>
struct IntoConv : OpRewritePattern<BatchNormalizationOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BatchNormalizationOp op, PatternRewriter &rewriter) const override {
    auto conv = op.getX().getDefiningOp<Conv>();
    if (!conv)
      return rewriter.notifyMatchFailure(op, "its input is no convolution of this kind");
    if (!conv->hasOneUse())
      return rewriter.notifyMatchFailure(op, "the convolution has other readers");
    std::optional<SmallVector<float>> weight = floats(constantElements(conv.getW()));
    std::optional<SmallVector<float>> bias = optionalFloats(conv.getB());
    if (!weight || !bias)
      return rewriter.notifyMatchFailure(op, "weight or bias is not a constant f32");
    std::optional<Affine> affine = affineOf(op);
    if (!affine)
      return rewriter.notifyMatchFailure(op, notFinite);
    Value w = scaledWeight(rewriter, conv.getW(), std::move(*weight), affine->factor, outputChannels(conv));
    Value b = movedBias(rewriter, op.getB().getLoc(), *bias, 1.0, *affine);
    auto folded = Conv::create(rewriter, rewriter.getFusedLoc({conv.getLoc(), op.getLoc()}), op.getY().getType(),
                               ValueRange{conv.getX(), w, b}, conv->getAttrs());
    rewriter.replaceOp(op, folded);
    rewriter.eraseOp(conv);
    return success();
  }
};

struct IntoGemm : OpRewritePattern<BatchNormalizationOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BatchNormalizationOp op, PatternRewriter &rewriter) const override {
    auto gemm = op.getX().getDefiningOp<GemmOp>();
    if (!gemm)
      return rewriter.notifyMatchFailure(op, "its input is no Gemm");
    if (!gemm->hasOneUse())
      return rewriter.notifyMatchFailure(op, "the Gemm has other readers");
    std::optional<SmallVector<float>> weight = floats(constantElements(gemm.getB()));
    std::optional<SmallVector<float>> bias = optionalFloats(gemm.getC());
    if (!weight || !bias)
      return rewriter.notifyMatchFailure(op, "B or C is not a constant f32");
    int64_t columns = typeOf(gemm.getY()).getDimSize(1);
    bool byColumn = bias->size() <= 1 || (int64_t(bias->size()) == columns &&
                                          typeOf(gemm.getC()).getShape().back() == columns);
    if (!byColumn)
      return rewriter.notifyMatchFailure(op, "C differs by row");
    std::optional<Affine> affine = affineOf(op);
    if (!affine)
      return rewriter.notifyMatchFailure(op, notFinite);
    replace(op, gemm, std::move(*weight), *bias, *affine, rewriter);
    return success();
  }

  static void replace(BatchNormalizationOp op, GemmOp gemm, SmallVector<float> weight,
                      ArrayRef<float> bias, const Affine &affine, PatternRewriter &rewriter) {
    auto channelOf = channelsOnAxis(typeOf(gemm.getB()).getShape(), gemm.getTransB() ? 0 : 1);
    Value b = scaledWeight(rewriter, gemm.getB(), std::move(weight), affine.factor, channelOf);
    Value c = movedBias(rewriter, op.getB().getLoc(), bias, gemm.getBeta().convertToDouble(), affine);
    auto folded = GemmOp::create(rewriter, rewriter.getFusedLoc({gemm.getLoc(), op.getLoc()}), op.getY().getType(),
                                 ValueRange{gemm.getA(), b, c}, gemm->getAttrs());
    folded.setBeta(APFloat(1.0f));
    rewriter.replaceOp(op, folded);
    rewriter.eraseOp(gemm);
  }
};

/// What no product takes is a Mul and an Add.
struct IntoMulAndAdd : OpRewritePattern<BatchNormalizationOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BatchNormalizationOp op, PatternRewriter &rewriter) const override {
    std::optional<Affine> affine = affineOf(op);
    if (!affine)
      return rewriter.notifyMatchFailure(op, notFinite);
    RankedTensorType type = typeOf(op.getX());
    SmallVector<int64_t> shape(type.getRank() - 1, 1);
    shape.front() = type.getDimSize(1);
    auto constant = [&](Value like, ArrayRef<double> values) {
      SmallVector<float> rounded(values.begin(), values.end());
      return floatConstant(rewriter, like.getLoc(), shape, rounded);
    };
    Value factor = constant(op.getScale(), affine->factor);
    Value offset = constant(op.getB(), affine->offset);
    Value product = MulOp::create(rewriter, op.getLoc(), type, op.getX(), factor);
    rewriter.replaceOpWithNewOp<AddOp>(op, type, product, offset);
    return success();
  }
};

struct FoldBatchNorm : npu::impl::OnnxFoldBatchNormBase<FoldBatchNorm> {
  void runOnOperation() override {
    RewritePatternSet patterns(&getContext());
    patterns.add<IntoConv<ConvOp>, IntoConv<ConvTransposeOp>, IntoGemm>(&getContext(), /*benefit=*/2);
    patterns.add<IntoMulAndAdd>(&getContext());
    if (failed(npu::applyUntilNoneMatches(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
