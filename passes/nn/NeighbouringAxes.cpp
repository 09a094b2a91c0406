// nn-neighbouring-axes: see Passes.td.
#include "passes/nn/Passes.h"
#include "passes/nn/Tensors.h"

using namespace mlir;
namespace npu::nn {

#define GEN_PASS_DEF_NNNEIGHBOURINGAXES
#include "passes/nn/Passes.h.inc"

namespace {

RankedTensorType typeLike(Value like, ArrayRef<int64_t> shape) { return RankedTensorType::get(shape, elementOf(like)); }

Value transposed(OpBuilder &builder, Operation *reader, Value input, ArrayRef<int64_t> perm, StringRef why) {
  auto moved = TransposeOp::create(builder, reader->getLoc(), typeLike(input, permuted(shapeOf(input), perm)), input, perm);
  moved->setAttr("nn.cause", builder.getStringAttr(describe(reader) + " " + why.str()));
  return moved;
}

void replace(Operation *op, Value value) {
  op->getResult(0).replaceAllUsesWith(value);
  op->erase();
}

int64_t extentAfter(ArrayRef<int64_t> shape, int64_t axis) {
  int64_t extent = 1;
  for (int64_t each : shape.drop_front(axis + 1))
    extent *= each;
  return extent;
}

/// The axes in order, without those of `last`, which follow.
SmallVector<int64_t> withLast(int64_t rank, ArrayRef<int64_t> last) {
  SmallVector<int64_t> perm;
  for (int64_t axis = 0; axis < rank; ++axis)
    if (!llvm::is_contained(last, axis))
      perm.push_back(axis);
  perm.append(last.begin(), last.end());
  return perm;
}

// Behind the axis only extents of 1: another view of the same elements.
void dropAxesBehind(SoftmaxOp op) {
  OpBuilder builder(op);
  SmallVector<int64_t> front(shapeOf(op.getInput()).take_front(op.getAxis() + 1));
  Value view = ReshapeOp::create(builder, op.getLoc(), typeLike(op.getInput(), front), op.getInput());
  auto softmax = SoftmaxOp::create(builder, op.getLoc(), typeLike(op.getOutput(), front), view, op.getAxis());
  replace(op, ReshapeOp::create(builder, op.getLoc(), op.getType(), softmax));
}

void moveAxisLast(SoftmaxOp op) {
  OpBuilder builder(op);
  int64_t rank = static_cast<int64_t>(shapeOf(op.getInput()).size());
  SmallVector<int64_t> perm = withLast(rank, {static_cast<int64_t>(op.getAxis())});
  Value moved = transposed(builder, op, op.getInput(), perm, "works along the last axis");
  auto type = typeLike(op.getOutput(), shapeOf(moved));
  Value softmax = SoftmaxOp::create(builder, op.getLoc(), type, moved, rank - 1);
  replace(op, transposed(builder, op, softmax, inverse(perm), "works along the last axis"));
}

void moveAxesLast(ReduceOp op, ArrayRef<int64_t> axes) {
  OpBuilder builder(op);
  int64_t rank = static_cast<int64_t>(shapeOf(op.getInput()).size()), count = static_cast<int64_t>(axes.size());
  Value moved = transposed(builder, op, op.getInput(), withLast(rank, axes), "reduces neighbouring axes");
  SmallVector<int64_t> last, shape(shapeOf(moved));
  for (int64_t axis = rank - count; axis < rank; ++axis) {
    last.push_back(axis);
    shape[axis] = 1;
  }
  auto reduced = cast<ReduceOp>(builder.clone(*op));
  reduced.getInputMutable().assign(moved);
  reduced.setAxes(last);
  reduced.getOutput().setType(typeLike(op.getOutput(), shape));
  // The other axes are in their order, the reduced ones of extent 1: no element moves.
  replace(op, ReshapeOp::create(builder, op.getLoc(), op.getType(), reduced));
}

bool areNeighbours(ArrayRef<int64_t> axes) {
  return axes.empty() || axes.back() - axes.front() + 1 == static_cast<int64_t>(axes.size());
}

struct NeighbouringAxes : impl::NnNeighbouringAxesBase<NeighbouringAxes> {
  void runOnOperation() override {
    SmallVector<Operation *> operators;
    getOperation().walk([&](Operation *op) {
      if (isa<SoftmaxOp, ReduceOp>(op))
        operators.push_back(op);
    });
    for (Operation *op : operators) {
      if (auto reduce = dyn_cast<ReduceOp>(op)) {
        SmallVector<int64_t> axes(reduce.getAxes());
        llvm::sort(axes);
        if (!areNeighbours(axes))
          moveAxesLast(reduce, axes);
        continue;
      }
      auto softmax = cast<SoftmaxOp>(op);
      ArrayRef<int64_t> shape = shapeOf(softmax.getInput());
      int64_t axis = static_cast<int64_t>(softmax.getAxis());
      if (axis == static_cast<int64_t>(shape.size()) - 1)
        continue;
      extentAfter(shape, axis) == 1 ? dropAxesBehind(softmax) : moveAxisLast(softmax);
    }
  }
};

} // namespace
} // namespace npu::nn
