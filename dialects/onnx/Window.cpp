#include "dialects/onnx/Window.h"

#include "dialects/onnx/Diagnostics.h"

using namespace mlir;

namespace npu::onnx {
namespace {

/// What the file says of a window, before defaults and sizes.
struct WindowAttrs {
  Operation *op;
  StringRef autoPad;
  ArrayRef<int64_t> kernel;
  std::optional<ArrayRef<int64_t>> strides, dilations, pads;
  bool ceilMode;
};

LogicalResult checkCount(const WindowAttrs &attrs, StringRef name,
                         std::optional<ArrayRef<int64_t>> values, size_t want) {
  if (!values || values->size() == want)
    return success();
  return nodeError(attrs.op) << name << " has " << values->size() << " values, want " << want;
}

/// The pads that auto_pad stands for; SAME_* shares an odd one out as its name says.
void resolvePads(const WindowAttrs &attrs, size_t axis, size_t rank, WindowAxis &w) {
  w.padBegin = w.padEnd = 0;
  if (attrs.autoPad == "VALID")
    return;
  if (attrs.autoPad == "NOTSET") {
    if (attrs.pads) {
      w.padBegin = (*attrs.pads)[axis];
      w.padEnd = (*attrs.pads)[axis + rank];
    }
    return;
  }
  int64_t outputs = (w.input + w.stride - 1) / w.stride;
  int64_t total = std::max<int64_t>((outputs - 1) * w.stride + w.extent() - w.input, 0);
  int64_t small = total / 2;
  bool upper = attrs.autoPad == "SAME_UPPER";
  w.padBegin = upper ? small : total - small;
  w.padEnd = total - w.padBegin;
}

int64_t outputSize(const WindowAxis &w, bool ceilMode) {
  int64_t span = w.input + w.padBegin + w.padEnd - w.extent();
  int64_t outputs = span / w.stride + 1;
  // A partial window counts unless it would start in the padding at the end.
  if (ceilMode && span % w.stride != 0 && outputs * w.stride < w.input + w.padBegin)
    ++outputs;
  return outputs;
}

/// What the file and the input say of one axis; pads and output are left. Sizes up to 2^bits.
FailureOr<WindowAxis> givenAxis(const WindowAttrs &attrs, size_t axis, int64_t input, unsigned bits) {
  WindowAxis w = {};
  w.input = input;
  w.kernel = attrs.kernel[axis];
  w.stride = attrs.strides ? (*attrs.strides)[axis] : 1;
  w.dilation = attrs.dilations ? (*attrs.dilations)[axis] : 1;
  for (int64_t value : {w.input, w.kernel, w.stride, w.dilation})
    if (value < 1 || value > int64_t(1) << bits)
      return nodeError(attrs.op) << "window sizes must be from 1 to 2^" << bits << ", got " << value;
  return w;
}

LogicalResult checkCounts(const WindowAttrs &attrs, size_t rank) {
  return success(succeeded(checkCount(attrs, "kernel_shape", attrs.kernel, rank)) &&
                 succeeded(checkCount(attrs, "strides", attrs.strides, rank)) &&
                 succeeded(checkCount(attrs, "dilations", attrs.dilations, rank)) &&
                 succeeded(checkCount(attrs, "pads", attrs.pads, 2 * rank)));
}

FailureOr<WindowAxis> axisOf(const WindowAttrs &attrs, size_t axis, size_t rank, int64_t input) {
  // Far beyond any image, and small enough that no product below wraps.
  constexpr unsigned bits = 30;
  constexpr int64_t limit = int64_t(1) << bits;
  FailureOr<WindowAxis> given = givenAxis(attrs, axis, input, bits);
  if (failed(given))
    return failure();
  WindowAxis w = *given;
  resolvePads(attrs, axis, rank, w);
  if (w.padBegin > limit || w.padEnd > limit)
    return nodeError(attrs.op) << "pads must be at most 2^30";
  if (w.extent() > w.input + w.padBegin + w.padEnd)
    return nodeError(attrs.op) << "a window of " << w.extent() << " does not fit spatial axis "
                               << axis << " of size " << w.input << " with pads " << w.padBegin
                               << " and " << w.padEnd
                               << "; reduce kernel_shape or dilations, or enlarge the input";
  w.output = outputSize(w, attrs.ceilMode);
  return w;
}

FailureOr<SmallVector<WindowAxis>> resolve(const WindowAttrs &attrs, Value x) {
  ArrayRef<int64_t> shape = cast<RankedTensorType>(x.getType()).getShape();
  if (shape.size() < 3)
    return nodeError(attrs.op) << "the input has rank " << shape.size()
                               << ", want a batch, channels and at least one spatial axis";
  ArrayRef<int64_t> spatial = shape.drop_front(2);
  size_t rank = spatial.size();
  if (failed(checkCounts(attrs, rank)))
    return failure();
  SmallVector<WindowAxis> window;
  for (size_t axis = 0; axis != rank; ++axis) {
    FailureOr<WindowAxis> w = axisOf(attrs, axis, rank, spatial[axis]);
    if (failed(w))
      return failure();
    window.push_back(*w);
  }
  return window;
}

/// The kernel that the weight has, which kernel_shape may only repeat.
template <typename ConvLike>
FailureOr<ArrayRef<int64_t>> kernelOf(ConvLike op) {
  ArrayRef<int64_t> filter = cast<RankedTensorType>(op.getW().getType()).getShape();
  if (filter.size() < 3)
    return nodeError(op) << "the weight has rank " << filter.size() << ", want at least 3";
  ArrayRef<int64_t> kernel = filter.drop_front(2);
  if (op.getKernelShape().value_or(kernel) != kernel)
    return nodeError(op) << "kernel_shape [" << *op.getKernelShape() << "], but the weight has [" << kernel << "]";
  return kernel;
}

/// Pads and output of one axis of a ConvTranspose, as its operator text computes them.
LogicalResult resolveTransposed(ConvTransposeOp op, size_t axis, size_t rank, WindowAxis &w) {
  int64_t extra = op.getOutputPadding() ? (*op.getOutputPadding())[axis] : 0;
  int64_t full = w.stride * (w.input - 1) + extra + w.extent();
  bool same = op.getAutoPad().starts_with("SAME");
  w.padBegin = w.padEnd = 0;
  if (op.getOutputShape() || same) {
    w.output = op.getOutputShape() ? op.getOutputShape()->take_back(rank)[axis] : w.input * w.stride;
    int64_t total = full - w.output, half = total / 2;
    bool upper = op.getAutoPad() == "SAME_UPPER";
    // More outputs than there are: what is missing is at the end, as if by output_padding.
    w.padBegin = total < 0 ? 0 : upper ? half : total - half;
    w.padEnd = total - w.padBegin;
    return success();
  }
  if (op.getAutoPad() == "NOTSET" && op.getPads()) {
    w.padBegin = (*op.getPads())[axis];
    w.padEnd = (*op.getPads())[axis + rank];
  }
  w.output = full - w.padBegin - w.padEnd;
  if (w.output < 1)
    return nodeError(op) << "the pads " << w.padBegin << " and " << w.padEnd << " leave " << w.output << " of "
                         << full << " outputs of spatial axis " << axis;
  return success();
}

} // namespace

FailureOr<SmallVector<WindowAxis>> windowOf(ConvOp op) {
  FailureOr<ArrayRef<int64_t>> kernel = kernelOf(op);
  if (failed(kernel))
    return failure();
  return resolve({op, op.getAutoPad(), *kernel, op.getStrides(), op.getDilations(), op.getPads(),
                  /*ceilMode=*/false},
                 op.getX());
}

FailureOr<SmallVector<WindowAxis>> windowOf(ConvTransposeOp op) {
  FailureOr<ArrayRef<int64_t>> kernel = kernelOf(op);
  if (failed(kernel))
    return failure();
  ArrayRef<int64_t> shape = cast<RankedTensorType>(op.getX().getType()).getShape();
  size_t rank = kernel->size();
  if (shape.size() != rank + 2)
    return nodeError(op) << "the input has rank " << shape.size() << ", the weight rank " << rank + 2;
  WindowAttrs attrs = {op, "VALID", *kernel, op.getStrides(), op.getDilations(), op.getPads(), false};
  bool outputShapeFits = !op.getOutputShape() || op.getOutputShape()->size() == rank ||
                         op.getOutputShape()->size() == rank + 2;
  if (failed(checkCounts(attrs, rank)) || failed(checkCount(attrs, "output_padding", op.getOutputPadding(), rank)) ||
      (!outputShapeFits && failed(checkCount(attrs, "output_shape", op.getOutputShape(), rank))))
    return failure();
  SmallVector<WindowAxis> window;
  for (size_t axis = 0; axis != rank; ++axis) {
    FailureOr<WindowAxis> w = givenAxis(attrs, axis, shape[axis + 2], /*bits=*/24);
    if (failed(w) || failed(resolveTransposed(op, axis, rank, *w)))
      return failure();
    window.push_back(*w);
  }
  return window;
}

FailureOr<SmallVector<WindowAxis>> windowOf(MaxPoolOp op) {
  return resolve({op, op.getAutoPad(), op.getKernelShape(), op.getStrides(), op.getDilations(),
                  op.getPads(), op.getCeilMode() != 0},
                 op.getX());
}

FailureOr<SmallVector<WindowAxis>> windowOf(AveragePoolOp op) {
  return resolve({op, op.getAutoPad(), op.getKernelShape(), op.getStrides(), op.getDilations(),
                  op.getPads(), op.getCeilMode() != 0},
                 op.getX());
}

} // namespace npu::onnx
