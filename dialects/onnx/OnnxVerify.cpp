// What an attribute must be whatever the shapes are; what depends on shapes is in Infer*.cpp.
#include "dialects/onnx/Diagnostics.h"
#include "dialects/onnx/Onnx.h"

#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace npu::onnx {

using Ints = std::optional<ArrayRef<int64_t>>;

static LogicalResult atLeast(Operation *op, StringRef name, Ints values, int64_t least) {
  for (int64_t value : values.value_or(ArrayRef<int64_t>()))
    if (value < least)
      return nodeError(op) << name << " must be at least " << least << ", got " << value;
  return success();
}

static LogicalResult oneOf(Operation *op, StringRef name, StringRef value,
                           ArrayRef<StringRef> words) {
  if (llvm::is_contained(words, value))
    return success();
  return nodeError(op) << name << " is '" << value << "', want " << llvm::join(words, ", ");
}

template <typename WindowOp>
static LogicalResult verifyWindow(WindowOp op, Ints kernel) {
  if (failed(oneOf(op, "auto_pad", op.getAutoPad(),
                   {"NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER"})) ||
      failed(atLeast(op, "kernel_shape", kernel, 1)) ||
      failed(atLeast(op, "strides", op.getStrides(), 1)) ||
      failed(atLeast(op, "dilations", op.getDilations(), 1)) ||
      failed(atLeast(op, "pads", op.getPads(), 0)))
    return failure();
  return success();
}

LogicalResult ConvOp::verify() {
  if (getGroup() < 1)
    return nodeError(*this) << "group must be at least 1, got " << getGroup();
  return verifyWindow(*this, getKernelShape());
}

LogicalResult ConvTransposeOp::verify() {
  if (getGroup() < 1)
    return nodeError(*this) << "group must be at least 1, got " << getGroup();
  if (failed(atLeast(*this, "output_padding", getOutputPadding(), 0)) ||
      failed(atLeast(*this, "output_shape", getOutputShape(), 1)))
    return failure();
  return verifyWindow(*this, getKernelShape());
}

template <typename BlockOp>
static LogicalResult verifyBlock(BlockOp op) {
  if (op.getBlocksize() < 1 || op.getBlocksize() > 1 << 15)
    return nodeError(op) << "blocksize must be from 1 to 32768, got " << op.getBlocksize();
  return success();
}
LogicalResult SpaceToDepthOp::verify() { return verifyBlock(*this); }
LogicalResult DepthToSpaceOp::verify() {
  if (failed(verifyBlock(*this)))
    return failure();
  return oneOf(*this, "mode", getMode(), {"DCR", "CRD"});
}

LogicalResult MaxPoolOp::verify() { return verifyWindow(*this, getKernelShape()); }
LogicalResult AveragePoolOp::verify() { return verifyWindow(*this, getKernelShape()); }

LogicalResult PadOp::verify() {
  return oneOf(*this, "mode", getMode(), {"constant", "reflect", "edge", "wrap"});
}

LogicalResult GeluOp::verify() {
  return oneOf(*this, "approximate", getApproximate(), {"none", "tanh"});
}

LogicalResult ResizeOp::verify() {
  if (failed(oneOf(*this, "mode", getMode(), {"nearest", "linear", "cubic"})) ||
      failed(oneOf(*this, "coordinate_transformation_mode", getCoordinateTransformationMode(),
                   {"half_pixel", "half_pixel_symmetric", "pytorch_half_pixel", "align_corners", "asymmetric",
                    "tf_half_pixel_for_nn", "tf_crop_and_resize"})) ||
      failed(oneOf(*this, "nearest_mode", getNearestMode(),
                   {"round_prefer_floor", "round_prefer_ceil", "floor", "ceil", "simple"})))
    return failure();
  return oneOf(*this, "keep_aspect_ratio_policy", getKeepAspectRatioPolicy(),
               {"stretch", "not_larger", "not_smaller"});
}

LogicalResult UpsampleOp::verify() { return oneOf(*this, "mode", getMode(), {"nearest", "linear"}); }

static LogicalResult verifyVariadic(Operation *op) {
  if (op->getNumOperands() == 0)
    return nodeError(op) << "needs at least one input";
  return success();
}

LogicalResult MinOp::verify() { return verifyVariadic(*this); }
LogicalResult MaxOp::verify() { return verifyVariadic(*this); }
LogicalResult ConcatOp::verify() { return verifyVariadic(*this); }

LogicalResult ConstantOp::verify() {
  auto type = dyn_cast<RankedTensorType>(getY().getType());
  if (type && (type.getElementType() != getValue().getElementType() ||
               type.getShape() != getValue().getShapedType().getShape()))
    return nodeError(*this) << "the value is " << getValue().getShapedType() << ", the result "
                            << type;
  return success();
}

LogicalResult TransposeOp::verify() {
  if (!getPerm())
    return success();
  SmallVector<int64_t> sorted(*getPerm());
  llvm::sort(sorted);
  for (auto [want, got] : llvm::enumerate(sorted))
    if (int64_t(want) != got)
      return nodeError(*this) << "perm [" << *getPerm() << "] is not a permutation";
  return success();
}

} // namespace npu::onnx
