// nn-insert-layout: see Passes.td.
#include "passes/nn/Passes.h"
#include "passes/nn/Tensors.h"

using namespace mlir;
namespace npu::nn {

#define GEN_PASS_DEF_NNINSERTLAYOUT
#include "passes/nn/Passes.h.inc"

static constexpr int64_t toChannelsLast[] = {0, 2, 3, 1}, toChannelsFirst[] = {0, 3, 1, 2};

static Value transposed(OpBuilder &builder, Operation *cause, Value input, ArrayRef<int64_t> perm) {
  auto type = RankedTensorType::get(permuted(shapeOf(input), perm), elementOf(input));
  auto transpose = TransposeOp::create(builder, cause->getLoc(), type, input, perm);
  transpose->setAttr("nn.cause", builder.getStringAttr(describe(cause) + " computes channels-last"));
  return transpose;
}

static void makeChannelsLast(Operation *op) {
  OpBuilder builder(op);
  op->setOperand(0, transposed(builder, op, op->getOperand(0), toChannelsLast));
  Value result = op->getResult(0);
  result.setType(RankedTensorType::get(permuted(shapeOf(result), toChannelsLast), elementOf(result)));
  op->removeAttr("channels_first");
  builder.setInsertionPointAfter(op);
  Value first = transposed(builder, op, result, toChannelsFirst);
  result.replaceAllUsesExcept(first, first.getDefiningOp());
}

namespace {
struct InsertLayout : impl::NnInsertLayoutBase<InsertLayout> {
  void runOnOperation() override {
    SmallVector<Operation *> spatial;
    getOperation().walk([&](Operation *op) {
      if (isa<ConvOp, PoolOp, ResizeOp>(op) && op->hasAttr("channels_first"))
        spatial.push_back(op);
    });
    for (Operation *op : spatial)
      makeChannelsLast(op);
  }
};
} // namespace

} // namespace npu::nn
