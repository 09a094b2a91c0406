// nn-reduction-windows: see Passes.td.
#include "passes/nn/Passes.h"
#include "passes/nn/Tensors.h"

using namespace mlir;
namespace npu::nn {

#define GEN_PASS_DEF_NNREDUCTIONWINDOWS
#include "passes/nn/Passes.h.inc"

namespace {

/// A run of neighbouring axes, with what lies before and after it.
struct Run {
  int64_t outer = 1, reduced = 1, inner = 1;
};

bool areNeighbours(ArrayRef<int64_t> axes) {
  for (size_t i = 1; i < axes.size(); ++i)
    if (axes[i] != axes[i - 1] + 1)
      return false;
  return !axes.empty();
}

Run runOf(ArrayRef<int64_t> shape, ArrayRef<int64_t> axes) {
  Run run;
  for (auto [axis, extent] : llvm::enumerate(shape)) {
    int64_t index = static_cast<int64_t>(axis);
    (index < axes.front() ? run.outer : index > axes.back() ? run.inner : run.reduced) *= extent;
  }
  return run;
}

/// Columns of the window, the largest divisor up to 64: tiles hold whole windows' rows, which stay short.
int64_t columnsOf(int64_t reduced) {
  constexpr int64_t most = 64;
  for (int64_t divisor = std::min(most, reduced); divisor > 1; --divisor)
    if (reduced % divisor == 0)
      return divisor;
  return 1;
}

/// Whether the axes are columns, or rows and columns, of a channels-last tensor already.
bool isWindow(ArrayRef<int64_t> axes, int64_t rank) {
  return axes.back() == rank - 2 && (axes.size() == 1 || (axes.size() == 2 && rank >= 3));
}

void reduceThroughWindow(ReduceOp op, ArrayRef<int64_t> axes) {
  OpBuilder builder(op);
  Run run = runOf(shapeOf(op.getInput()), axes);
  int64_t columns = columnsOf(run.reduced);
  SmallVector<int64_t> window{run.outer, run.reduced / columns, columns, run.inner}, left{run.outer, 1, 1, run.inner};
  auto typeOf = [](ArrayRef<int64_t> shape, Value like) { return RankedTensorType::get(shape, elementOf(like)); };
  Value view = ReshapeOp::create(builder, op.getLoc(), typeOf(window, op.getInput()), op.getInput());
  auto reduced = cast<ReduceOp>(builder.clone(*op));
  reduced.getInputMutable().assign(view);
  reduced.setAxes({1, 2});
  reduced.getOutput().setType(typeOf(left, op.getOutput()));
  op.replaceAllUsesWith(ReshapeOp::create(builder, op.getLoc(), op.getType(), reduced).getOutput());
  op.erase();
}

struct ReductionWindows : impl::NnReductionWindowsBase<ReductionWindows> {
  void runOnOperation() override {
    SmallVector<ReduceOp> reductions;
    getOperation().walk([&](ReduceOp op) { reductions.push_back(op); });
    for (ReduceOp op : reductions) {
      SmallVector<int64_t> axes(op.getAxes());
      llvm::sort(axes);
      if (areNeighbours(axes) && !isWindow(axes, static_cast<int64_t>(shapeOf(op.getInput()).size())))
        reduceThroughWindow(op, axes);
    }
  }
};

} // namespace
} // namespace npu::nn
