#include "dialects/onnx/Slices.h"

#include "dialects/onnx/Constants.h"
#include "dialects/onnx/Diagnostics.h"
#include "dialects/onnx/InferSupport.h"

using namespace mlir;

namespace npu::onnx {

static SmallVector<AxisSlice> wholeOf(RankedTensorType type) {
  SmallVector<AxisSlice> slices;
  for (int64_t size : type.getShape())
    slices.push_back({0, 1, size});
  return slices;
}

/// ONNX's slice of an axis of `size`: 2^63-1 and -2^63 are ends like any other. Unlike numpy, a start
/// before the axis is its first element for negative steps too.
static AxisSlice cut(int64_t start, int64_t end, int64_t step, int64_t size) {
  auto counted = [&](int64_t index) { return index < 0 ? index + size : index; };
  // No axis is longer than 2^40, so a longer step takes one element too.
  step = std::clamp<int64_t>(step, -(int64_t(1) << 41), int64_t(1) << 41);
  if (size == 0)
    return {0, 1, 0};
  int64_t last = step > 0 ? size : size - 1;
  start = std::clamp<int64_t>(counted(start), 0, last);
  end = std::clamp<int64_t>(counted(end), step > 0 ? 0 : -1, last);
  int64_t span = step > 0 ? end - start : start - end, stride = std::abs(step);
  if (span <= 0)
    return {0, 1, 0};
  return {start, step, (span + stride - 1) / stride};
}

/// An optional list of as many values as `like`, or `defaults`.
static FailureOr<SmallVector<int64_t>> listOr(Operation *op, Value value, StringRef what,
                                              SmallVector<int64_t> defaults, size_t want) {
  if (isNone(value))
    return defaults;
  FailureOr<SmallVector<int64_t>> known = knownIntegers(op, value, what);
  if (succeeded(known) && known->size() != want)
    return nodeError(op) << what << " has " << known->size() << " values, starts " << want;
  return known;
}

FailureOr<SmallVector<AxisSlice>> slicesOf(SliceOp op) {
  RankedTensorType x = typeOf(op.getX());
  FailureOr<SmallVector<int64_t>> starts = knownIntegers(op, op.getStarts(), "starts");
  if (failed(starts))
    return failure();
  size_t count = starts->size();
  FailureOr<SmallVector<int64_t>> ends = listOr(op, op.getEnds(), "ends", {}, count);
  FailureOr<SmallVector<int64_t>> axes =
      listOr(op, op.getAxes(), "axes", llvm::to_vector(llvm::seq<int64_t>(0, count)), count);
  FailureOr<SmallVector<int64_t>> steps =
      listOr(op, op.getSteps(), "steps", SmallVector<int64_t>(count, 1), count);
  if (failed(ends) || failed(axes) || failed(steps))
    return failure();
  SmallVector<AxisSlice> slices = wholeOf(x);
  for (size_t i = 0; i != count; ++i) {
    FailureOr<int64_t> axis = axisOf(op, (*axes)[i], x.getRank());
    if (failed(axis))
      return failure();
    if ((*steps)[i] == 0)
      return nodeError(op) << "the step of axis " << *axis << " is 0; export a step other than 0";
    slices[*axis] = cut((*starts)[i], (*ends)[i], (*steps)[i], x.getDimSize(*axis));
  }
  return slices;
}

/// The sizes of all parts of an axis of `size`.
static FailureOr<SmallVector<int64_t>> partsOf(SplitOp op, int64_t size) {
  if (!isNone(op.getSplit())) {
    FailureOr<SmallVector<int64_t>> split = knownIntegers(op, op.getSplit(), "split");
    if (failed(split))
      return failure();
    int64_t sum = 0;
    for (int64_t part : *split)
      if (part < 0 || llvm::AddOverflow(sum, part, sum))
        return nodeError(op) << "split has the size " << part << "; want sizes from 0";
    if (sum != size)
      return nodeError(op) << "the parts add up to " << sum << ", the axis has " << size;
    return split;
  }
  int64_t count = op.getNumOutputs();
  if (count < 1 || count > size)
    return nodeError(op) << count << " parts of an axis of " << size << "; want at most its size";
  int64_t each = (size + count - 1) / count, last = size - (count - 1) * each;
  if (last <= 0)
    return nodeError(op) << count << " parts of an axis of " << size << ", " << each
                         << " each, leave nothing for the last; give the sizes as `split`";
  SmallVector<int64_t> parts(size_t(count), each);
  parts.back() = last;
  return parts;
}

FailureOr<SmallVector<AxisSlice>> slicesOf(SplitOp op) {
  RankedTensorType x = typeOf(op.getX());
  FailureOr<int64_t> axis = axisOf(op, op.getAxis(), x.getRank());
  if (failed(axis))
    return failure();
  FailureOr<SmallVector<int64_t>> parts = partsOf(op, x.getDimSize(*axis));
  if (failed(parts))
    return failure();
  int64_t part = op.getPart();
  if (part < 0 || part >= int64_t(parts->size()))
    return nodeError(op) << "output " << part << " is read, but there are " << parts->size()
                         << " parts";
  SmallVector<AxisSlice> slices = wholeOf(x);
  slices[*axis] = {0, 1, (*parts)[part]};
  for (int64_t before : ArrayRef<int64_t>(*parts).take_front(part))
    slices[*axis].begin += before;
  return slices;
}

} // namespace npu::onnx
