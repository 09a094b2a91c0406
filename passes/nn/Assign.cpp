// nn-assign: see Passes.td.
#include "passes/nn/Passes.h"
#include "targets/Target.h"

using namespace mlir;
namespace npu::nn {

#define GEN_PASS_DEF_NNASSIGN
#include "passes/nn/Passes.h.inc"

namespace {
struct Assign : impl::NnAssignBase<Assign> {
  void runOnOperation() override {
    const Target *target = Target::of(getOperation());
    if (!target) {
      getOperation().emitError("the module has no 'npu.target', so no operator can be assigned");
      return signalPassFailure();
    }
    OpBuilder builder(&getContext());
    getOperation().walk([&](Operation *op) {
      if (!isa<NnDialect>(op->getDialect()) || isa<ConstantOp>(op))
        return;
      Support support = target->supports(op);
      op->setAttr("nn.device", builder.getStringAttr(support ? "npu" : "cpu"));
      if (support)
        op->removeAttr("nn.reason");
      else
        op->setAttr("nn.reason", builder.getStringAttr(support.reason));
    });
  }
};
} // namespace

} // namespace npu::nn
