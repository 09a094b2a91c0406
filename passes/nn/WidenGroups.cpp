// nn-widen-groups: see Passes.td.
#include "passes/nn/FusionLog.h"
#include "passes/nn/Passes.h"
#include "passes/nn/Tensors.h"
#include "targets/Target.h"

using namespace mlir;
namespace npu::nn {

#define GEN_PASS_DEF_NNWIDENGROUPS
#include "passes/nn/Passes.h.inc"

namespace {

/// The filter [K,R,S,C] as [K,R,S,C*factor]: output channel k reads the channels that it read, and zeros besides.
SmallVector<int8_t> widened(ArrayRef<int64_t> filter, ArrayRef<int64_t> shape, int64_t group, int64_t factor) {
  int64_t taps = shape[1] * shape[2], depth = shape[3], perGroup = shape[0] / group;
  SmallVector<int8_t> wide(filter.size() * static_cast<size_t>(factor), 0);
  for (int64_t k = 0; k < shape[0]; ++k)
    for (int64_t tap = 0; tap < taps; ++tap)
      for (int64_t c = 0; c < depth; ++c) {
        int64_t within = (k / perGroup) % factor * depth + c;
        wide[(k * taps + tap) * depth * factor + within] = static_cast<int8_t>(filter[(k * taps + tap) * depth + c]);
      }
  return wide;
}

struct WidenGroups : impl::NnWidenGroupsBase<WidenGroups> {
  void runOnOperation() override {
    target = Target::of(getOperation());
    if (!target)
      return;
    FusionLog log(getOperation());
    SmallVector<ConvOp> refused;
    getOperation().walk([&](ConvOp conv) {
      auto filter = conv.getFilter().getDefiningOp<ConstantOp>();
      if (conv.getGroup() > 1 && filter && isQuantized(filter) && !target->supports(conv))
        refused.push_back(conv);
    });
    for (ConvOp conv : refused)
      if (int64_t factor = cheapestFactor(conv))
        widen(conv, factor, log);
    log.write();
  }

private:
  /// A copy of `conv` with groups `factor` times as wide and the given filter values, before `conv`.
  ConvOp copyWith(ConvOp conv, int64_t factor, DenseElementsAttr filter) {
    OpBuilder builder(conv);
    Type type = RankedTensorType::get(filter.getType().getShape(), elementOf(conv.getFilter()));
    auto constant = ConstantOp::create(builder, conv.getFilter().getLoc(), type, filter);
    auto copy = cast<ConvOp>(builder.clone(*conv));
    copy.getFilterMutable().assign(constant);
    copy.setGroup(conv.getGroup() / factor);
    return copy;
  }

  RankedTensorType wideStorage(ConvOp conv, int64_t factor) {
    SmallVector<int64_t> shape(shapeOf(conv.getFilter()));
    shape[3] *= factor;
    return RankedTensorType::get(shape, IntegerType::get(&getContext(), 8));
  }

  /// How many groups to join so that the target takes the convolution, at the least cost; 0 if it never does.
  int64_t cheapestFactor(ConvOp conv) {
    auto description = conv->getParentOfType<ModuleOp>()->getAttrOfType<DictionaryAttr>("npu.target");
    int64_t best = 0;
    double least = 0;
    for (int64_t factor = 2; factor <= static_cast<int64_t>(conv.getGroup()); ++factor) {
      if (conv.getGroup() % factor != 0)
        continue;
      // A splat stands for the values, which no target looks at.
      ConvOp asked = copyWith(conv, factor, DenseElementsAttr::get(wideStorage(conv, factor), static_cast<int8_t>(0)));
      if (target->supports(asked)) {
        double cost = target->cost(asked, description);
        best = best == 0 || cost < least ? factor : best;
        least = best == factor ? cost : least;
      }
      Operation *splat = asked.getFilter().getDefiningOp();
      asked.erase();
      splat->erase();
    }
    return best;
  }

  void widen(ConvOp conv, int64_t factor, FusionLog &log) {
    auto filter = conv.getFilter().getDefiningOp<ConstantOp>();
    SmallVector<int8_t> values =
        widened(readIntegers(filter.getValue()), shapeOf(filter), conv.getGroup(), factor);
    int64_t groups = static_cast<int64_t>(conv.getGroup()) / factor;
    log.add("nn.conv groups", {conv.getLoc()}, true,
            "the target " + target->supports(conv).reason + ": " + std::to_string(groups) +
                (groups == 1 ? " group" : " groups") + ", zeros written out: " + std::to_string(factor) + " times the products");
    ConvOp wide = copyWith(conv, factor, DenseElementsAttr::get(wideStorage(conv, factor), ArrayRef<int8_t>(values)));
    conv.replaceAllUsesWith(wide.getOutput());
    conv.erase();
    if (filter.use_empty())
      filter.erase();
  }

  const Target *target = nullptr;
};

} // namespace
} // namespace npu::nn
