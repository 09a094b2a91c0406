// nn-fold-scales: see Passes.td.
#include "passes/nn/FusionLog.h"
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

std::optional<SmallVector<float>> constantFloats(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  if (!constant || !elementOf(value).isF32())
    return std::nullopt;
  return readFloats(constant.getValue());
}

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

struct Candidate {
  Operation *product = nullptr;
  Affine affine;
  std::string why; ///< why not, if there is no product to fold into
};

/// How `op`, which combines `product`'s values with constants, acts on each channel.
Candidate affineOf(BinaryOp op, Operation *product, bool constantLeft, ArrayRef<float> numbers) {
  Value variable = constantLeft ? op.getRhs() : op.getLhs(), constant = constantLeft ? op.getLhs() : op.getRhs();
  int64_t rank = static_cast<int64_t>(shapeOf(variable).size()), axis = channelAxis(product, rank);
  int64_t channels = shapeOf(variable)[axis];
  std::optional<SmallVector<double>> values = byChannel(constant, numbers, axis, rank, channels);
  if (!values || shapeOf(op.getOutput()) != shapeOf(variable))
    return {nullptr, {}, "the constant differs along other axes than the channels"};
  Candidate found{product, {SmallVector<double>(channels, 1.0), SmallVector<double>(channels, 0.0)}, ""};
  for (int64_t k = 0; k < channels; ++k) {
    double value = (*values)[k], &factor = found.affine.factor[k], &offset = found.affine.offset[k];
    switch (op.getKind()) {
    case BinaryKind::Add:
      offset = value;
      break;
    case BinaryKind::Sub:
      factor = constantLeft ? -1.0 : 1.0;
      offset = constantLeft ? value : -value;
      break;
    case BinaryKind::Mul:
      factor = value;
      break;
    case BinaryKind::Div:
      factor = 1.0 / value;
      break;
    default:
      return {nullptr, {}, "no sum or product"};
    }
    if (!std::isfinite(factor) || !std::isfinite(offset))
      return {nullptr, {}, "a channel would not be finite"};
  }
  return found;
}

Candidate candidateOf(BinaryOp op) {
  bool constantLeft = op.getLhs().getDefiningOp<ConstantOp>() != nullptr;
  Value variable = constantLeft ? op.getRhs() : op.getLhs(), constant = constantLeft ? op.getLhs() : op.getRhs();
  Operation *product = productBefore(variable);
  std::optional<SmallVector<float>> numbers = constantFloats(constant);
  if (!product || !numbers)
    return {};
  bool known = isa<ConvOp, DenseOp>(product) && (op.getKind() == BinaryKind::Add || op.getKind() == BinaryKind::Sub ||
                                                 op.getKind() == BinaryKind::Mul || op.getKind() == BinaryKind::Div);
  if (!known || (op.getKind() == BinaryKind::Div && constantLeft))
    return {nullptr, {}, "is no affine function of the product"};
  if (!variable.hasOneUse() || !product->hasOneUse())
    return {nullptr, {}, "the product has other readers"};
  if (product->hasAttr("clamp_min") || product->hasAttr("clamp_max") || op.getClampMin() || op.getClampMax())
    return {nullptr, {}, "a clamp stands between"};
  if (!constantFloats(product->getOperand(1)) || !constantFloats(product->getOperand(2)))
    return {nullptr, {}, "filter or bias is no float constant"};
  return affineOf(op, product, constantLeft, *numbers);
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
    for (BinaryOp op : order) {
      Candidate found = candidateOf(op);
      if (!found.product && found.why.empty())
        continue;
      Value variable = op.getLhs().getDefiningOp<ConstantOp>() ? op.getRhs() : op.getLhs();
      Operation *product = found.product ? found.product : productBefore(variable);
      SmallVector<Location> nodes = {product->getLoc(), op.getLoc()};
      log.add((product->getName().getStringRef() + "+" + stringifyBinaryKind(op.getKind())).str(), nodes,
              found.product != nullptr, found.product ? "a constant by output channel" : found.why);
      if (!found.product)
        continue;
      fold(product, found.affine);
      product->setLoc(FusedLoc::get(&getContext(), nodes));
      op.replaceAllUsesWith(variable);
      op.erase();
    }
    log.write();
  }
};

} // namespace
} // namespace npu::nn
