// Result types of operators that pick some of the values.
#include "dialects/onnx/InferSupport.h"
#include "dialects/onnx/Slices.h"

using namespace mlir;

namespace npu::onnx {

FailureOr<RankedTensorType> GatherOp::inferType() {
  RankedTensorType x = typeOf(getX());
  FailureOr<int64_t> axis = axisOf(*this, getAxis(), x.getRank());
  if (failed(axis))
    return failure();
  SmallVector<int64_t> shape(x.getShape().take_front(*axis));
  llvm::append_range(shape, typeOf(getIndices()).getShape());
  llvm::append_range(shape, x.getShape().drop_front(*axis + 1));
  return RankedTensorType::get(shape, x.getElementType());
}

template <typename SliceLike>
static FailureOr<RankedTensorType> inferSlice(SliceLike op) {
  FailureOr<SmallVector<AxisSlice>> slices = slicesOf(op);
  if (failed(slices))
    return failure();
  SmallVector<int64_t> shape;
  for (const AxisSlice &slice : *slices)
    shape.push_back(slice.count);
  return RankedTensorType::get(shape, typeOf(op.getX()).getElementType());
}

FailureOr<RankedTensorType> SliceOp::inferType() { return inferSlice(*this); }
FailureOr<RankedTensorType> SplitOp::inferType() { return inferSlice(*this); }

} // namespace npu::onnx
