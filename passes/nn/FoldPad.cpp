// nn-fold-pad: see Passes.td.
#include "passes/nn/FusionLog.h"
#include "passes/nn/Passes.h"
#include "passes/nn/Tensors.h"

#include <optional>

using namespace mlir;
namespace npu::nn {

#define GEN_PASS_DEF_NNFOLDPAD
#include "passes/nn/Passes.h.inc"

// A pad's count is 16 bits wide in the blob's commands.
static constexpr int64_t maxPad = 65535;

// Top, left, bottom, right with the pad's rows and columns added.
static SmallVector<int64_t> withPad(ConvOp conv, PadOp pad) {
  ArrayRef<int64_t> pads = conv.getPads(), low = pad.getLow(), high = pad.getHigh();
  return {pads[0] + low[1], pads[1] + low[2], pads[2] + high[1], pads[3] + high[2]};
}

// Why the padding may not move into the convolution, or nothing.
static std::optional<std::string> obstacle(ConvOp conv, PadOp pad) {
  if (!pad.getValue().isZero())
    return "the padding is not zero";
  for (int64_t axis : {0, 3})
    if (pad.getLow()[axis] || pad.getHigh()[axis])
      return "batch or channels are padded too";
  if (llvm::any_of(withPad(conv, pad), [](int64_t count) { return count > maxPad; }))
    return "more than 65535 rows or columns of padding on one side";
  return std::nullopt;
}

namespace {
struct FoldPad : impl::NnFoldPadBase<FoldPad> {
  void runOnOperation() override {
    FusionLog log(getOperation());
    getOperation().walk([&](ConvOp conv) {
      if (!conv.getChannelsFirst())
        fold(conv, log);
    });
    log.write();
  }

  void fold(ConvOp conv, FusionLog &log) {
    auto pad = conv.getInput().getDefiningOp<PadOp>();
    if (!pad)
      return;
    Location nodes[] = {pad.getLoc(), conv.getLoc()};
    std::optional<std::string> why = obstacle(conv, pad);
    log.add("nn.pad+nn.conv", nodes, !why, why.value_or("zero padding of rows and columns"));
    if (why)
      return;
    conv.setPads(withPad(conv, pad));
    conv.getInputMutable().assign(pad.getInput());
    conv->setLoc(FusedLoc::get(&getContext(), nodes));
    if (pad.use_empty())
      pad.erase();
    fold(conv, log);
  }
};
} // namespace

} // namespace npu::nn
