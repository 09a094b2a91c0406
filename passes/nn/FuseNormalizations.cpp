// nn-fuse-normalizations: see Passes.td.
#include "dialects/nn/Function.h"
#include "passes/nn/FusionLog.h"
#include "passes/nn/Passes.h"
#include "passes/nn/Tensors.h"

#include <cmath>

using namespace mlir;
namespace npu::nn {

#define GEN_PASS_DEF_NNFUSENORMALIZATIONS
#include "passes/nn/Passes.h.inc"

namespace {

/// Files drop the reduced axes and bring them back.
Value withoutReshapes(Value value) {
  while (auto reshape = value.getDefiningOp<ReshapeOp>())
    value = reshape.getInput();
  return value;
}

BinaryOp binaryOf(Value value, BinaryKind kind) {
  auto binary = value.getDefiningOp<BinaryOp>();
  bool clamped = binary && (binary.getClampMin() || binary.getClampMax());
  return binary && !clamped && binary.getKind() == kind ? binary : BinaryOp();
}

/// Files compute a difference twice.
bool isSame(Value a, Value b) {
  a = withoutReshapes(a), b = withoutReshapes(b);
  if (a == b)
    return true;
  BinaryOp left = binaryOf(a, BinaryKind::Sub), right = binaryOf(b, BinaryKind::Sub);
  return left && right && left.getLhs() == right.getLhs() && isSame(left.getRhs(), right.getRhs());
}

/// What `value` is the mean of, its axes left with extent 1; null for other values.
ReduceOp meanOf(Value value) {
  auto reduce = withoutReshapes(value).getDefiningOp<ReduceOp>();
  bool plain = reduce && reduce.getKind() == ReduceKind::Mean && !reduce.getClampMin() && !reduce.getClampMax();
  return plain && shapeOf(reduce.getOutput()) == shapeOf(value) ? reduce : ReduceOp();
}

/// Whether a function has these values, at numbers of every size that networks meet.
bool hasValues(FunctionOp op, llvm::function_ref<double(double)> wanted) {
  FunctionSteps steps = stepsOf(op);
  return llvm::all_of(ArrayRef<double>{0.0009765625, 0.25, 1.0, 3.0, 100.0}, [&](double x) {
    double value = npu_function_at(steps.data(), static_cast<int64_t>(steps.size()), x);
    return std::fabs(value - wanted(x)) <= 1e-6 * std::fabs(wanted(x));
  });
}

/// sqrt(x + epsilon) or, inverted, 1 / sqrt(x + epsilon), however it is spelt.
struct Deviation {
  FunctionOp op;
  float epsilon;
  bool inverted;
};

std::optional<Deviation> deviationOf(Value value) {
  auto op = withoutReshapes(value).getDefiningOp<FunctionOp>();
  if (!op || shapeOf(op.getOutput()) != shapeOf(value))
    return std::nullopt;
  FunctionSteps steps = stepsOf(op);
  double at0 = npu_function_at(steps.data(), static_cast<int64_t>(steps.size()), 0);
  auto inverse = [](double x) { return 1 / x; };
  for (bool inverted : {false, true}) {
    double root = inverted ? inverse(at0) : at0;
    float epsilon = static_cast<float>(root * root);
    if (std::isfinite(epsilon) && hasValues(op, [&](double x) {
          double deviation = std::sqrt(x + static_cast<double>(epsilon));
          return inverted ? inverse(deviation) : deviation;
        }))
      return Deviation{op, epsilon, inverted};
  }
  return std::nullopt;
}

/// A normalisation of `difference`, which is a value less its mean or the value itself.
struct Normalization {
  Deviation deviation;
  ReduceOp variance;
  FunctionOp square;
  ReduceOp mean; ///< null: by the root of the mean square alone

  StringRef name() { return mean ? "LayerNormalization" : "RMSNormalization"; }
  Value difference() { return square.getInput(); }
  SmallVector<Location> nodes(Operation *root) {
    SmallVector<Location> list;
    if (mean)
      list = {mean.getLoc(), withoutReshapes(difference()).getLoc()};
    list.append({square.getLoc(), variance.getLoc(), deviation.op.getLoc(), root->getLoc()});
    return list;
  }
};

/// What a deviation belongs to, or nothing if it is not that of a mean of squares.
std::optional<Normalization> normalizationOf(const Deviation &deviation) {
  FunctionOp op = deviation.op;
  ReduceOp variance = meanOf(op.getInput());
  FunctionOp square = variance ? withoutReshapes(variance.getInput()).getDefiningOp<FunctionOp>() : FunctionOp();
  if (!square || shapeOf(square.getOutput()) != shapeOf(variance.getInput()) || !hasValues(square, [](double x) { return x * x; }))
    return std::nullopt;
  Normalization found{deviation, variance, square, {}};
  if (BinaryOp sub = binaryOf(square.getInput(), BinaryKind::Sub))
    if (ReduceOp mean = meanOf(sub.getRhs()); mean && mean.getInput() == sub.getLhs() && mean.getAxes() == variance.getAxes())
      found.mean = mean;
  return found;
}

struct FuseNormalizations : impl::NnFuseNormalizationsBase<FuseNormalizations> {
  void runOnOperation() override {
    FusionLog log(getOperation());
    SmallVector<BinaryOp> order;
    getOperation().walk([&](BinaryOp op) { order.push_back(op); });
    for (BinaryOp op : order)
      if (!fuseScaledMean(op, log))
        fuseQuotient(op, log);
    log.write();
    eraseUnused();
  }

  /// difference / deviation, or difference * (1 / deviation).
  void fuseQuotient(BinaryOp op, FusionLog &log) {
    bool divides = binaryOf(op.getOutput(), BinaryKind::Div) != nullptr;
    if (!divides && !binaryOf(op.getOutput(), BinaryKind::Mul))
      return;
    for (auto [numerator, factor] : {std::pair(op.getLhs(), op.getRhs()), std::pair(op.getRhs(), op.getLhs())}) {
      std::optional<Deviation> deviation = deviationOf(factor);
      if (deviation && deviation->inverted != divides) {
        if (std::optional<Normalization> found = normalizationOf(*deviation))
          return apply(op, numerator, *found, log);
      }
      if (divides)
        return;
    }
  }

  void apply(BinaryOp op, Value numerator, Normalization &found, FusionLog &log) {
    SmallVector<Location> nodes = found.nodes(op);
    // An operator of the file by this name has become this form already.
    if (llvm::all_of(nodes, [&](Location node) { return node == nodes.front(); }))
      return;
    if (!isSame(numerator, found.difference())) {
      log.add(found.name(), nodes, false, "what is divided is not what was squared");
      return;
    }
    log.add(found.name(), nodes, true, "divides by the root of its mean square + " + printNumber(found.deviation.epsilon));
    OpBuilder builder(op);
    op->setLoc(FusedLoc::get(&getContext(), nodes));
    op.setKind(BinaryKind::Mul);
    op->setOperands({found.difference(), inverseOf(found, builder)});
  }

  /// x * f + (offset - mean * f), with f = scale / deviation: TensorFlow's form, in which two large numbers cancel.
  bool fuseScaledMean(BinaryOp op, FusionLog &log) {
    if (!binaryOf(op.getOutput(), BinaryKind::Add))
      return false;
    for (auto [left, right] : {std::pair(op.getLhs(), op.getRhs()), std::pair(op.getRhs(), op.getLhs())}) {
      BinaryOp product = binaryOf(left, BinaryKind::Mul), rest = binaryOf(right, BinaryKind::Sub);
      BinaryOp shift = rest ? binaryOf(rest.getRhs(), BinaryKind::Mul) : BinaryOp();
      if (!product || !shift)
        continue;
      for (auto [x, factor] : {std::pair(product.getLhs(), product.getRhs()), std::pair(product.getRhs(), product.getLhs())})
        if (applyScaledMean(op, x, factor, shift, rest.getLhs(), log))
          return true;
    }
    return false;
  }

  bool applyScaledMean(BinaryOp op, Value x, Value factor, BinaryOp shift, Value offset, FusionLog &log) {
    Value mean = shift.getLhs() == factor ? shift.getRhs() : shift.getLhs();
    if (shift.getLhs() != factor && shift.getRhs() != factor)
      return false;
    Value scale, root = factor;
    if (BinaryOp scaled = binaryOf(factor, BinaryKind::Mul)) {
      bool first = deviationOf(scaled.getLhs()).has_value();
      root = first ? scaled.getLhs() : scaled.getRhs(), scale = first ? scaled.getRhs() : scaled.getLhs();
    }
    std::optional<Deviation> deviation = deviationOf(root);
    if (!deviation || !deviation->inverted)
      return false;
    std::optional<Normalization> found = normalizationOf(*deviation);
    ReduceOp taken = meanOf(mean);
    if (!found || !found->mean || taken != found->mean || taken.getInput() != x)
      return false;
    SmallVector<Location> nodes = found->nodes(op);
    log.add(found->name(), nodes, true, "x * f + (offset - mean * f) is (x - mean) * f + offset");
    OpBuilder builder(op);
    Location loc = FusedLoc::get(&getContext(), nodes);
    auto times = [&](Value a, Value b) {
      return BinaryOp::create(builder, loc, op.getType(), BinaryKind::Mul, a, b, FloatAttr(), FloatAttr()).getOutput();
    };
    Value result = times(found->difference(), inverseOf(*found, builder));
    if (scale)
      result = times(result, scale);
    op->setLoc(loc);
    op->setOperands({result, offset});
    return true;
  }

  /// 1 / deviation, of the variance with its axes of extent 1.
  Value inverseOf(Normalization &found, OpBuilder &builder) {
    Value variance = found.variance.getOutput();
    return FunctionOp::create(builder, found.deviation.op.getLoc(), variance.getType(),
                              builder.getStringAttr("x " + printNumber(found.deviation.epsilon) + " add sqrt reciprocal"),
                              variance);
  }

  /// From the end, so that what fed an unused operator is met after it.
  void eraseUnused() {
    for (Block &block : getOperation())
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
        if (isOpTriviallyDead(&op))
          op.erase();
  }
};

} // namespace
} // namespace npu::nn
