// nn-fold-scales: see Passes.td.
#include "passes/nn/FoldScales.h"
#include "passes/nn/Passes.h"
#include "passes/nn/Tensors.h"

#include <cmath>

using namespace mlir;
namespace npu::nn {

#define GEN_PASS_DEF_NNFOLDSCALES
#include "passes/nn/Passes.h.inc"

namespace {

/// What follows a product, by output channel: y * factor + offset.
struct Affine {
  SmallVector<double> factor, offset;
};

/// The product that `value` is the only reader's view of: itself, or behind the reshape that a 1-D convolution ends in.
Operation *productBefore(Value value) {
  Operation *op = value.getDefiningOp();
  if (auto reshape = dyn_cast_if_present<ReshapeOp>(op); reshape && reshape->hasOneUse()) {
    auto conv = reshape.getInput().getDefiningOp<ConvOp>();
    bool oneRow = conv && conv.getChannelsFirst() && shapeOf(value).size() == 3 && shapeOf(conv.getOutput())[2] == 1 &&
                  shapeOf(conv.getOutput())[1] == shapeOf(value)[1] && shapeOf(conv.getOutput())[3] == shapeOf(value)[2];
    op = oneRow ? conv.getOperation() : op;
  }
  return isa_and_present<ConvOp, DenseOp>(op) ? op : nullptr;
}

int64_t channelAxis(Operation *product, int64_t rank) {
  return product->hasAttr("channels_first") ? 1 : rank - 1;
}

/// One number an output channel; nothing if the constant differs along another axis.
std::optional<SmallVector<double>> byChannel(Value constant, ArrayRef<float> numbers, int64_t axis, int64_t rank, int64_t channels) {
  ArrayRef<int64_t> shape = shapeOf(constant);
  int64_t missing = rank - static_cast<int64_t>(shape.size());
  for (auto [index, extent] : llvm::enumerate(shape))
    if (extent != 1 && static_cast<int64_t>(index) + missing != axis)
      return std::nullopt;
  SmallVector<double> values;
  for (int64_t k = 0; k < channels; ++k)
    values.push_back(numbers[numbers.size() == 1 ? 0 : k]);
  return values;
}

/// An operator that combines a product's values with a constant.
struct Candidate {
  BinaryOp op;
  Operation *product;
  Value variable, constant; ///< what `op` reads: the product's values, and the constant
  SmallVector<float> numbers; ///< the constant's
  bool constantLeft;
};

std::optional<Candidate> candidateOf(BinaryOp op) {
  bool constantLeft = op.getLhs().getDefiningOp<ConstantOp>() != nullptr;
  Value variable = constantLeft ? op.getRhs() : op.getLhs(), constant = constantLeft ? op.getLhs() : op.getRhs();
  Operation *product = productBefore(variable);
  std::optional<SmallVector<float>> numbers = constantFloats(constant);
  if (!product || !numbers)
    return std::nullopt;
  return Candidate{op, product, variable, constant, std::move(*numbers), constantLeft};
}

/// Why the operator may not join the product, whatever the constant; "" if it may.
std::string obstacle(Candidate &c) {
  BinaryKind kind = c.op.getKind();
  bool known = kind == BinaryKind::Add || kind == BinaryKind::Sub || kind == BinaryKind::Mul || kind == BinaryKind::Div;
  if (!known || (kind == BinaryKind::Div && c.constantLeft))
    return "is no affine function of the product";
  if (!c.variable.hasOneUse() || !c.product->hasOneUse())
    return "the product has other readers";
  auto clamps = [](Operation *op) { return op->hasAttr("clamp_min") || op->hasAttr("clamp_max"); };
  if (clamps(c.product) || clamps(c.op))
    return "a clamp stands between";
  if (!constantFloats(c.product->getOperand(1)) || !constantFloats(c.product->getOperand(2)))
    return "filter or bias is no float constant";
  return "";
}

/// How the operator, which nothing stands against, acts on each channel; or why it does not act by channel.
std::optional<Affine> affineOf(Candidate &c, std::string &why) {
  int64_t rank = static_cast<int64_t>(shapeOf(c.variable).size()), axis = channelAxis(c.product, rank);
  int64_t channels = shapeOf(c.variable)[axis];
  std::optional<SmallVector<double>> values = byChannel(c.constant, c.numbers, axis, rank, channels);
  if (!values || shapeOf(c.op.getOutput()) != shapeOf(c.variable)) {
    why = "the constant differs along other axes than the channels";
    return std::nullopt;
  }
  Affine affine{SmallVector<double>(channels, 1.0), SmallVector<double>(channels, 0.0)};
  for (int64_t k = 0; k < channels; ++k) {
    double value = (*values)[k], &factor = affine.factor[k], &offset = affine.offset[k];
    switch (c.op.getKind()) {
    case BinaryKind::Add:
      offset = value;
      break;
    case BinaryKind::Sub:
      factor = c.constantLeft ? -1.0 : 1.0;
      offset = c.constantLeft ? value : -value;
      break;
    case BinaryKind::Mul:
      factor = value;
      break;
    default:
      factor = 1.0 / value;
      break;
    }
    if (!std::isfinite(factor) || !std::isfinite(offset)) {
      why = "a channel would not be finite";
      return std::nullopt;
    }
  }
  return affine;
}

void setConstant(Operation *product, unsigned operand, ArrayRef<float> values) {
  Value old = product->getOperand(operand);
  OpBuilder builder(product);
  product->setOperand(operand, ConstantOp::create(builder, old.getLoc(), old.getType(),
                                                  DenseElementsAttr::get(tensorOf(old), values)));
}

void fold(Operation *product, const Affine &affine) {
  SmallVector<float> weights = *constantFloats(product->getOperand(1)), biases = *constantFloats(product->getOperand(2));
  size_t perChannel = weights.size() / affine.factor.size();
  for (size_t i = 0; i < weights.size(); ++i)
    weights[i] = static_cast<float>(weights[i] * affine.factor[i / perChannel]);
  for (size_t k = 0; k < biases.size(); ++k)
    biases[k] = static_cast<float>(biases[k] * affine.factor[k] + affine.offset[k]);
  setConstant(product, 1, weights);
  setConstant(product, 2, biases);
}

struct FoldScales : impl::NnFoldScalesBase<FoldScales> {
  void runOnOperation() override {
    FusionLog log(getOperation());
    SmallVector<BinaryOp> order;
    getOperation().walk([&](BinaryOp op) { order.push_back(op); });
    for (BinaryOp op : order)
      if (std::optional<Candidate> candidate = candidateOf(op))
        foldOne(*candidate, log);
    foldScalesIntoMatmuls(getOperation(), log);
    log.write();
  }

  void foldOne(Candidate &c, FusionLog &log) {
    std::string why = obstacle(c);
    std::optional<Affine> affine = why.empty() ? affineOf(c, why) : std::nullopt;
    BinaryOp op = c.op;
    SmallVector<Location> nodes = {c.product->getLoc(), op.getLoc()};
    log.add((c.product->getName().getStringRef() + "+" + stringifyBinaryKind(op.getKind())).str(), nodes, affine.has_value(),
            affine ? "a constant by output channel" : why);
    if (!affine)
      return;
    fold(c.product, *affine);
    c.product->setLoc(FusedLoc::get(&getContext(), nodes));
    op.replaceAllUsesWith(c.variable);
    op.erase();
  }
};

} // namespace
} // namespace npu::nn
