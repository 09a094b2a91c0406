// Channels that become blocks of pixels, and back: reshapes and one transpose, channels-last.
#include "passes/convert/Lowering.h"
#include "passes/nn/Tensors.h"

#include <numeric>

using namespace mlir;
namespace npu::convert {

static Value transposed(Value input, ArrayRef<int64_t> perm, Lowering &lowering) {
  return lowering.create<nn::TransposeOp>(Lowering::shaped(input, nn::permuted(shapeOf(input), perm)), input, perm);
}

Value channelsLast(Value image, Lowering &lowering) { return transposed(image, {0, 2, 3, 1}, lowering); }
Value channelsFirst(Value image, Lowering &lowering) { return transposed(image, {0, 3, 1, 2}, lowering); }

static int64_t product(ArrayRef<int64_t> extents) {
  return std::accumulate(extents.begin(), extents.end(), int64_t(1), std::multiplies<>());
}

Value spreadBlocks(Value image, ArrayRef<int64_t> slower, int64_t rows, int64_t columns, ArrayRef<int64_t> faster,
                   Lowering &lowering) {
  ArrayRef<int64_t> shape = shapeOf(image);
  SmallVector<int64_t> split = {shape[0], shape[1], shape[2]};
  split.append(slower.begin(), slower.end());
  int64_t rowAxis = static_cast<int64_t>(split.size());
  split.append({rows, columns});
  split.append(faster.begin(), faster.end());
  SmallVector<int64_t> perm = {0, 1, rowAxis, 2, rowAxis + 1};
  for (int64_t axis = 3; axis < static_cast<int64_t>(split.size()); ++axis)
    if (axis != rowAxis && axis != rowAxis + 1)
      perm.push_back(axis);
  Value spread = transposed(lowering.reshape(image, split), perm, lowering);
  return lowering.reshape(spread, {shape[0], shape[1] * rows, shape[2] * columns, product(slower) * product(faster)});
}

/// [N, H*b, W*b, C] becomes [N, H, W, b*b*C].
static Value gatherBlocks(Value image, int64_t block, Lowering &lowering) {
  ArrayRef<int64_t> shape = shapeOf(image);
  Value split = lowering.reshape(image, {shape[0], shape[1] / block, block, shape[2] / block, block, shape[3]});
  Value gathered = transposed(split, {0, 1, 3, 2, 4, 5}, lowering);
  return lowering.reshape(gathered, {shape[0], shape[1] / block, shape[2] / block, shape[3] * block * block});
}

Converted convertBlocks(Operation *op, Lowering &lowering) {
  Value x = lowering.value(op->getOperand(0));
  if (!x)
    return Converted::no("moves a constant that is not float32");
  Value image = channelsLast(x, lowering);
  if (auto space = dyn_cast<onnx::SpaceToDepthOp>(op))
    return channelsFirst(gatherBlocks(image, space.getBlocksize(), lowering), lowering);
  auto depth = cast<onnx::DepthToSpaceOp>(op);
  int64_t block = depth.getBlocksize(), channels = shapeOf(depth.getY())[1];
  bool blockFirst = depth.getMode() == "DCR";
  Value spread = blockFirst ? spreadBlocks(image, {}, block, block, {channels}, lowering)
                            : spreadBlocks(image, {channels}, block, block, {}, lowering);
  return channelsFirst(spread, lowering);
}

} // namespace npu::convert
