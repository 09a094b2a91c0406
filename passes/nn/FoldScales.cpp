// nn-fold-scales: see Passes.td.
#include "passes/nn/FoldScales.h"
#include "passes/nn/FusionLog.h"
#include "passes/nn/Moves.h"
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

int64_t channelAxis(Operation *product, int64_t rank) {
  return product->hasAttr("channels_first") ? 1 : rank - 1;
}

/// An operator that combines a product's values with a constant.
struct Candidate {
  BinaryOp op;
  Operation *product;
  Value variable, constant; ///< what `op` reads: the product's values, and the constant
  SmallVector<float> numbers; ///< the constant's
  bool constantLeft;
  SmallVector<Operation *> moves; ///< between the product and `op`
};

std::optional<Candidate> candidateOf(BinaryOp op) {
  bool constantLeft = op.getLhs().getDefiningOp<ConstantOp>() != nullptr;
  Value variable = constantLeft ? op.getRhs() : op.getLhs(), constant = constantLeft ? op.getLhs() : op.getRhs();
  SmallVector<Operation *> moves;
  Operation *product = computedBy(variable, moves);
  std::optional<SmallVector<float>> numbers = constantFloats(constant);
  if (!isa_and_present<ConvOp, DenseOp>(product) || !numbers)
    return std::nullopt;
  return Candidate{op, product, variable, constant, std::move(*numbers), constantLeft, std::move(moves)};
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

/// One number an output channel of the product; nothing if the constant differs along another axis.
std::optional<SmallVector<double>> byChannel(const Candidate &c) {
  // The axes that a constant of lower rank leaves out come first.
  Broadcast tensor{SmallVector<int64_t>(shapeOf(c.variable).size() - shapeOf(c.constant).size(), 1), c.numbers};
  llvm::append_range(tensor.shape, shapeOf(c.constant));
  std::optional<Broadcast> before = movedBack(std::move(tensor), c.moves);
  if (!before)
    return std::nullopt;
  ArrayRef<int64_t> shape = shapeOf(c.product->getResult(0));
  int64_t axis = channelAxis(c.product, static_cast<int64_t>(shape.size()));
  for (auto [index, extent] : llvm::enumerate(before->shape))
    if (extent != 1 && static_cast<int64_t>(index) != axis)
      return std::nullopt;
  SmallVector<double> values;
  for (int64_t k = 0; k < shape[axis]; ++k)
    values.push_back(before->numbers[before->numbers.size() == 1 ? 0 : k]);
  return values;
}

/// How the operator, which nothing stands against, acts on each channel; or why it does not act by channel.
std::optional<Affine> affineOf(Candidate &c, std::string &why) {
  bool widens = shapeOf(c.op.getOutput()) != shapeOf(c.variable);
  std::optional<SmallVector<double>> values = widens ? std::nullopt : byChannel(c);
  if (!values) {
    why = "the constant differs along other axes than the channels";
    return std::nullopt;
  }
  const auto channels = static_cast<int64_t>(values->size());
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
