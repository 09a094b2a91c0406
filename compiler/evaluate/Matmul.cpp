// Products of two computed tensors, on integers: the kernel on each pair of matrices.
#include "compiler/evaluate/Operators.h"
#include "dialects/nn/NumberFormat.h"
#include "runtime/kernels/matmul.h"

using namespace mlir;
namespace npu {
namespace {

/// First element of an operand's matrix for matrix `index` of the output; axes of extent 1 broadcast.
int64_t firstElement(int64_t index, ArrayRef<int64_t> output, ArrayRef<int64_t> operand) {
  int64_t stride = operand[operand.size() - 1] * operand[operand.size() - 2], at = 0;
  for (size_t axis = output.size() - 2; axis-- > 0;) {
    at += operand[axis] == 1 ? 0 : index % output[axis] * stride;
    index /= output[axis];
    stride *= operand[axis];
  }
  return at;
}

LogicalResult multiplyI8(nn::MatmulOp op, OpRun &run) {
  const nn::NumberFormat a = *nn::formatOf(run.in(0).type.getElementType()), b = *nn::formatOf(run.in(1).type.getElementType());
  const nn::NumberFormat to = *nn::formatOf(run.out().type.getElementType());
  FailureOr<npu_rescale> by = nn::chooseRescale(op, op.rescaleRatio(a.scale, b.scale, to.scale), run.scheme);
  if (failed(by))
    return failure();
  const nn::IntegerRange range = nn::clampRange(op.getClampMin(), op.getClampMax(), to);
  const npu_matmul matrix = {1, op.getRows(), op.getInner(), op.getColumns(), 0, 0, op.getTransposeLhs(), op.getTransposeRhs()};
  const npu_matmul_quant quant = {a.zero, b.zero, to.zero, *by, run.scheme.rounding, range.low, range.high};
  ArrayRef<int64_t> shape = run.out().shape();
  int8_t *out = run.out().as<int8_t>();
  for (int64_t i = 0, size = matrix.rows * matrix.columns; i * size < run.out().count(); ++i)
    if (!npu_matmul_i8(&matrix, &quant, run.in(0).as<int8_t>() + firstElement(i, shape, run.in(0).shape()),
                       run.in(1).as<int8_t>() + firstElement(i, shape, run.in(1).shape()), out + i * size))
      return op.emitError("overflows its 32-bit accumulator on these inputs");
  return success();
}

} // namespace

LogicalResult evaluate(nn::MatmulOp op, OpRun &run) {
  auto isI8 = [](const TensorValue &tensor) { return nn::isI8(tensor.type.getElementType()); };
  return isI8(run.in(0)) && isI8(run.in(1)) && isI8(run.out()) ? multiplyI8(op, run) : refuseElements(op);
}

} // namespace npu
