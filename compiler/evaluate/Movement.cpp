// Operators that move elements of any width without computing.
#include "compiler/evaluate/ChannelsLast.h"
#include "compiler/evaluate/NumberFormat.h"
#include "compiler/evaluate/Operators.h"
#include "runtime/kernels/layout.h"
#include "runtime/kernels/quantize.h"

#include <cstring>

using namespace mlir;
namespace npu {

static unsigned widthOf(const TensorValue &tensor) { return elementBytes(tensor.type.getElementType()); }

LogicalResult evaluate(nn::ConcatOp op, OpRun &run) {
  SmallVector<npu_shape> shapes;
  SmallVector<const void *> data;
  for (const TensorValue *input : run.inputs) {
    shapes.push_back(kernelShape(input->shape()));
    data.push_back(input->bytes.data());
  }
  npu_concat(shapes.data(), data.data(), data.size(), uint32_t(op.getAxis()), widthOf(run.out()),
             run.out().bytes.data());
  return success();
}

LogicalResult evaluate(nn::ReshapeOp, OpRun &run) {
  npu_reshape(run.in().bytes.data(), run.in().count(), widthOf(run.in()), run.out().bytes.data());
  return success();
}

LogicalResult evaluate(nn::TransposeOp op, OpRun &run) {
  run.out().bytes = permuted(run.in(), op.getPerm()).bytes;
  return success();
}

LogicalResult evaluate(nn::PadOp op, OpRun &run) {
  Type element = run.in().type.getElementType();
  const float real = op.getValue().convertToFloat();
  int32_t value = 0;
  if (auto format = formatOf(element))
    value = npu_quantize(real, float(format->scale), format->zero, format->low, format->high);
  else if (element.isF32())
    std::memcpy(&value, &real, sizeof value);
  else
    return refuseElements(op);
  const npu_shape shape = kernelShape(run.in().shape());
  npu_pad(&shape, op.getLow().data(), op.getHigh().data(), &value, widthOf(run.in()), run.in().bytes.data(),
          run.out().bytes.data());
  return success();
}

LogicalResult evaluate(nn::SliceOp op, OpRun &run) {
  const npu_shape from = kernelShape(run.in().shape()), to = kernelShape(run.out().shape());
  npu_slice(&from, op.getOffsets().data(), op.getStrides().data(), &to, widthOf(run.in()), run.in().bytes.data(),
            run.out().bytes.data());
  return success();
}

} // namespace npu
