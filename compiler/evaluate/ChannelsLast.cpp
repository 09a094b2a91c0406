#include "compiler/evaluate/ChannelsLast.h"

#include "runtime/kernels/layout.h"

using namespace mlir;
namespace npu {

TensorValue permuted(const TensorValue &in, ArrayRef<int64_t> perm) {
  SmallVector<int64_t> shape;
  SmallVector<uint32_t> axes(perm.begin(), perm.end());
  for (int64_t axis : perm)
    shape.push_back(in.shape()[axis]);
  Type element = in.type.getElementType();
  TensorValue out = TensorValue::zeros(RankedTensorType::get(shape, element));
  const npu_shape from = kernelShape(in.shape());
  npu_transpose(&from, axes.data(), elementBytes(element), in.bytes.data(), out.bytes.data());
  return out;
}

TensorValue toChannelsLast(const TensorValue &in) { return permuted(in, {0, 2, 3, 1}); }
TensorValue toChannelsFirst(const TensorValue &in) { return permuted(in, {0, 3, 1, 2}); }

} // namespace npu
