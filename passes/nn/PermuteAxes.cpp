#include "passes/nn/PermuteAxes.h"

#include "passes/nn/Tensors.h"

using namespace mlir;
namespace npu::nn {

static bool perAxis(Value value) { return isa<quant::UniformQuantizedPerAxisType>(elementOf(value)); }

bool worksInAnyAxisOrder(Operation *op) {
  if (!isa_and_present<BinaryOp, ClampOp, FunctionOp, QuantizeOp, DequantizeOp, RequantizeOp, PadOp, SliceOp, ConcatOp, ReduceOp,
                       SoftmaxOp>(op))
    return false;
  int64_t rank = tensorOf(op->getResult(0)).getRank();
  return !perAxis(op->getResult(0)) && llvm::all_of(op->getOperands(), [&](Value operand) {
    return !perAxis(operand) && (tensorOf(operand).getRank() == rank || tensorOf(operand).getNumElements() == 1);
  });
}

// An attribute that holds one entry an axis (pads, offsets), or names axes.
static void permuteEntries(Operation *op, StringRef name, ArrayRef<int64_t> perm) {
  auto entries = op->getAttrOfType<DenseI64ArrayAttr>(name);
  op->setAttr(name, DenseI64ArrayAttr::get(op->getContext(), permuted(entries.asArrayRef(), perm)));
}
static void renumberAxis(Operation *op, ArrayRef<int64_t> to) {
  auto axis = op->getAttrOfType<IntegerAttr>("axis");
  op->setAttr("axis", IntegerAttr::get(axis.getType(), to[axis.getInt()]));
}
static void renumberAxes(ReduceOp op, ArrayRef<int64_t> to) {
  SmallVector<int64_t> axes = permuted(to, op.getAxes());
  llvm::sort(axes);
  op.setAxes(axes);
}

Operation *inAxisOrder(OpBuilder &builder, Operation *op, ValueRange operands, ArrayRef<int64_t> perm) {
  Operation *clone = builder.clone(*op);
  clone->setOperands(operands);
  Value result = clone->getResult(0);
  result.setType(RankedTensorType::get(permuted(shapeOf(result), perm), elementOf(result)));
  SmallVector<int64_t> newAxis = inverse(perm);
  if (isa<ConcatOp, SoftmaxOp>(clone))
    renumberAxis(clone, newAxis);
  if (auto reduce = dyn_cast<ReduceOp>(clone))
    renumberAxes(reduce, newAxis);
  if (isa<PadOp>(clone)) {
    permuteEntries(clone, "low", perm);
    permuteEntries(clone, "high", perm);
  }
  if (isa<SliceOp>(clone)) {
    permuteEntries(clone, "offsets", perm);
    permuteEntries(clone, "strides", perm);
  }
  return clone;
}

} // namespace npu::nn
