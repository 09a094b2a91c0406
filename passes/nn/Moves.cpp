#include "passes/nn/Moves.h"

#include "passes/nn/Tensors.h"

#include <numeric>

using namespace mlir;
namespace npu::nn {

static int64_t product(ArrayRef<int64_t> shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t(1), std::multiplies<>());
}

Operation *computedBy(Value value, SmallVectorImpl<Operation *> &moves) {
  Operation *op = value.getDefiningOp();
  while (isa_and_present<ReshapeOp, TransposeOp, SliceOp>(op) && op->hasOneUse()) {
    moves.push_back(op);
    op = op->getOperand(0).getDefiningOp();
  }
  return op;
}

Operation *computedBy(Value value) {
  SmallVector<Operation *> moves;
  return computedBy(value, moves);
}

/// A tensor of `shape` whose element at index i is number sum of i[axis] * strides[axis].
static Broadcast strided(ArrayRef<float> numbers, ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) {
  Broadcast result{SmallVector<int64_t>(shape), SmallVector<float>(product(shape))};
  for (auto [i, number] : llvm::enumerate(result.numbers)) {
    auto rest = static_cast<int64_t>(i);
    int64_t from = 0;
    for (size_t axis = shape.size(); axis-- > 0; rest /= shape[axis])
      from += rest % shape[axis] * strides[axis];
    number = numbers[from];
  }
  return result;
}

/// Of a row-major tensor; 0 along axes of extent 1.
static SmallVector<int64_t> stridesOf(ArrayRef<int64_t> shape) {
  SmallVector<int64_t> strides(shape.size(), 0);
  int64_t step = 1;
  for (size_t axis = shape.size(); axis-- > 0; step *= shape[axis])
    strides[axis] = shape[axis] == 1 ? 0 : step;
  return strides;
}

/// Axes of input and output fall into runs of equal products; what differs along one of a run differs along all of it.
static Broadcast beforeReshape(Broadcast tensor, ArrayRef<int64_t> in, ArrayRef<int64_t> out) {
  SmallVector<int64_t> shape;
  size_t i = 0, o = 0;
  while (i < in.size() || o < out.size()) {
    const size_t firstIn = i, firstOut = o;
    int64_t left = i < in.size() ? in[i++] : 1, right = o < out.size() ? out[o++] : 1;
    while (left != right)
      if (left < right)
        left *= in[i++];
      else
        right *= out[o++];
    const bool differs = std::any_of(tensor.shape.begin() + firstOut, tensor.shape.begin() + o, [](int64_t n) { return n != 1; });
    if (differs) {
      SmallVector<int64_t> wide = tensor.shape, strides = stridesOf(tensor.shape);
      std::copy(out.begin() + firstOut, out.begin() + o, wide.begin() + firstOut);
      tensor = strided(tensor.numbers, wide, strides);
    }
    for (size_t axis = firstIn; axis < i; ++axis)
      shape.push_back(differs ? in[axis] : 1);
  }
  return {shape, tensor.numbers};
}

static Broadcast beforeTranspose(const Broadcast &tensor, ArrayRef<int64_t> perm) {
  SmallVector<int64_t> back = inverse(perm);
  return strided(tensor.numbers, permuted(tensor.shape, back), permuted(stridesOf(tensor.shape), back));
}

static std::optional<Broadcast> beforeSlice(Broadcast tensor, SliceOp op) {
  for (auto [axis, extent] : llvm::enumerate(tensor.shape)) {
    const bool whole = op.getOffsets()[axis] == 0 && op.getStrides()[axis] == 1 && extent == shapeOf(op.getInput())[axis];
    if (extent != 1 && !whole)
      return std::nullopt;
  }
  return tensor;
}

std::optional<Broadcast> movedBack(Broadcast tensor, ArrayRef<Operation *> moves) {
  for (Operation *op : moves) {
    if (auto reshape = dyn_cast<ReshapeOp>(op)) {
      tensor = beforeReshape(std::move(tensor), shapeOf(reshape.getInput()), shapeOf(reshape.getOutput()));
    } else if (auto transpose = dyn_cast<TransposeOp>(op)) {
      tensor = beforeTranspose(tensor, transpose.getPerm());
    } else {
      std::optional<Broadcast> before = beforeSlice(std::move(tensor), cast<SliceOp>(op));
      if (!before)
        return std::nullopt;
      tensor = std::move(*before);
    }
  }
  return tensor;
}

} // namespace npu::nn
