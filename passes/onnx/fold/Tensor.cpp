#include "passes/onnx/fold/Tensor.h"

using namespace llvm;

namespace npu::fold {

Tensor emptyLike(const Tensor &like, ArrayRef<int64_t> shape) {
  Tensor tensor;
  tensor.shape.assign(shape.begin(), shape.end());
  tensor.isFloat = like.isFloat;
  return tensor;
}

void forEach(ArrayRef<int64_t> shape, function_ref<void(ArrayRef<int64_t>)> visit) {
  if (is_contained(shape, 0))
    return;
  SmallVector<int64_t> at(shape.size(), 0);
  for (size_t axis = shape.size();;) {
    visit(at);
    for (axis = shape.size(); axis != 0 && ++at[axis - 1] == shape[axis - 1]; --axis)
      at[axis - 1] = 0;
    if (axis == 0)
      return;
  }
}

int64_t indexIn(ArrayRef<int64_t> shape, ArrayRef<int64_t> coordinates) {
  int64_t index = 0;
  for (size_t axis = 0; axis != shape.size(); ++axis)
    index = index * shape[axis] + coordinates[axis];
  return index;
}

int64_t broadcastIndexIn(ArrayRef<int64_t> shape, ArrayRef<int64_t> coordinates) {
  ArrayRef<int64_t> last = coordinates.take_back(shape.size());
  int64_t index = 0;
  for (size_t axis = 0; axis != shape.size(); ++axis)
    index = index * shape[axis] + (shape[axis] == 1 ? 0 : last[axis]);
  return index;
}

void append(Tensor &to, const Tensor &from, int64_t index) {
  if (to.isFloat)
    to.floats.push_back(from.floats[size_t(index)]);
  else
    to.integers.push_back(from.integers[size_t(index)]);
}

} // namespace npu::fold
