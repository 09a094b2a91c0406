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

npu_window windowOf(ArrayRef<int64_t> in, ArrayRef<int64_t> out, ArrayRef<int64_t> kernel, ArrayRef<int64_t> strides,
                    ArrayRef<int64_t> dilations, ArrayRef<int64_t> pads) {
  auto axis = [&](unsigned i) {
    return npu_axis{in[i + 1], out[i + 1], kernel[i], strides[i], dilations[i], pads[i], pads[i + 2]};
  };
  return {in[0], axis(0), axis(1)};
}

} // namespace npu
