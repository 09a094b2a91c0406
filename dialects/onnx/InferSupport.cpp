#include "dialects/onnx/InferSupport.h"

#include "dialects/onnx/Constants.h"
#include "dialects/onnx/Diagnostics.h"

using namespace mlir;

namespace npu::onnx {

FailureOr<int64_t> axisOf(Operation *op, int64_t axis, int64_t rank) {
  if (axis < -rank || axis >= rank)
    return nodeError(op) << "axis " << axis << " is not an axis of a tensor of rank " << rank;
  return axis < 0 ? axis + rank : axis;
}

FailureOr<SmallVector<int64_t>> knownIntegers(Operation *op, Value value, StringRef what) {
  if (auto known = constantIntegers(value))
    return *known;
  return nodeError(op) << what << " is computed at run time; only a constant is supported: "
                       << "fix all input shapes (--input-shape), or simplify the model first";
}

FailureOr<SmallVector<int64_t>> axesOf(Operation *op, Value axes, int64_t rank) {
  FailureOr<SmallVector<int64_t>> known = knownIntegers(op, axes, "axes");
  if (failed(known))
    return failure();
  for (int64_t &axis : *known) {
    FailureOr<int64_t> counted = axisOf(op, axis, rank);
    if (failed(counted))
      return failure();
    axis = *counted;
  }
  llvm::sort(*known);
  if (auto twice = std::adjacent_find(known->begin(), known->end()); twice != known->end())
    return nodeError(op) << "axis " << *twice << " is given twice";
  return known;
}

FailureOr<SmallVector<int64_t>> broadcast(Operation *op, ArrayRef<int64_t> a,
                                          ArrayRef<int64_t> b) {
  if (a.size() < b.size())
    std::swap(a, b);
  SmallVector<int64_t> shape(a);
  for (size_t i = 0; i != b.size(); ++i) {
    int64_t &size = shape[a.size() - b.size() + i];
    if (size != b[i] && size != 1 && b[i] != 1)
      return nodeError(op) << "shapes [" << a << "] and [" << b << "] do not broadcast";
    size = size == 1 ? b[i] : size;
  }
  return shape;
}

} // namespace npu::onnx
