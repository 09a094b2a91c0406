// nn-fuse-activations: see Passes.td.
#include "passes/nn/FusionLog.h"
#include "passes/nn/Moves.h"
#include "passes/nn/Passes.h"
#include "passes/nn/Tensors.h"

#include <optional>

using namespace mlir;
namespace npu::nn {

#define GEN_PASS_DEF_NNFUSEACTIVATIONS
#include "passes/nn/Passes.h.inc"

// Why the clamp may not move into its producer, or nothing.
static std::optional<std::string> obstacle(ClampOp clamp, Operation *producer) {
  if (!isa_and_present<ConvOp, DenseOp, MatmulOp, BinaryOp, PoolOp, ReduceOp, ClampOp>(producer))
    return "its input is not made by an operator that can clamp";
  if (auto binary = dyn_cast<BinaryOp>(producer); binary && isComparison(binary.getKind()))
    return "its input is a comparison";
  if (!clamp.getInput().hasOneUse() || !producer->hasOneUse())
    return "the value before the clamp has other readers";
  if (clamp.getInput().getType() != clamp.getType())
    return "the clamp also changes the number format";
  return std::nullopt;
}

// The tighter of two bounds; `tighter` compares their values.
template <typename Compare>
static FloatAttr tighter(FloatAttr a, FloatAttr b, Compare compare) {
  if (!a || !b)
    return a ? a : b;
  return compare(a.getValueAsDouble(), b.getValueAsDouble()) ? a : b;
}

// min(max(x, a), b) after min(max(x, lo), hi): the later clamp limits both earlier bounds.
static void clampAlso(Operation *producer, ClampOp clamp) {
  auto bound = [](Operation *op, StringRef name) { return op->getAttrOfType<FloatAttr>(name); };
  FloatAttr low = tighter(bound(producer, "clamp_min"), clamp.getClampMinAttr(), std::greater<>());
  FloatAttr high = tighter(bound(producer, "clamp_max"), clamp.getClampMaxAttr(), std::less<>());
  // Disjoint intervals: everything lands on the later clamp's nearer bound.
  if (low && high && low.getValueAsDouble() > high.getValueAsDouble()) {
    if (bound(producer, "clamp_min") == low)
      low = high;
    else
      high = low;
  }
  if (low)
    producer->setAttr("clamp_min", low);
  if (high)
    producer->setAttr("clamp_max", high);
}

namespace {
struct FuseActivations : impl::NnFuseActivationsBase<FuseActivations> {
  void runOnOperation() override {
    FusionLog log(getOperation());
    SmallVector<ClampOp> clamps;
    getOperation().walk([&](ClampOp clamp) { clamps.push_back(clamp); });
    for (ClampOp clamp : clamps)
      fuse(clamp, log);
    log.write();
  }

  void fuse(ClampOp clamp, FusionLog &log) {
    Operation *producer = computedBy(clamp.getInput());
    std::string pattern = (producer ? producer->getName().getStringRef() : "input").str() + "+nn.clamp";
    SmallVector<Location> nodes;
    if (producer)
      nodes.push_back(producer->getLoc());
    nodes.push_back(clamp.getLoc());
    std::optional<std::string> why = obstacle(clamp, producer);
    log.add(pattern, nodes, !why, why.value_or("the only reader of its input, in the same format"));
    if (why)
      return;
    clampAlso(producer, clamp);
    producer->setLoc(FusedLoc::get(&getContext(), nodes));
    clamp.replaceAllUsesWith(clamp.getInput());
    clamp.erase();
  }
};
} // namespace

} // namespace npu::nn
