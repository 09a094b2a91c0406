// Pools and reductions.
#include "dialects/onnx/Constants.h"
#include "passes/convert/Lowering.h"

using namespace mlir;
namespace npu::convert {

template <typename Pool>
static Converted convertPool(Pool op, nn::PoolKind kind, bool countsPadding, Lowering &lowering) {
  Value x = lowering.value(op.getX());
  int64_t rank = typeOf(x).getRank();
  if (rank != 3 && rank != 4)
    return Converted::no("has " + std::to_string(rank - 2) + " spatial axes, wanted one or two");
  Value image = lowering.reshape(x, withRow(shapeOf(x)));
  auto pool = lowering.create<nn::PoolOp>(Lowering::shaped(x, withRow(shapeOf(op.getY()))), kind, image,
                                          planar(op.getKernelShape()), planar(*op.getStrides()), planar(*op.getDilations()), planarPads(*op.getPads()),
                                          countsPadding, FloatAttr(), FloatAttr(), true);
  return lowering.reshape(pool, shapeOf(op.getY()));
}

static Converted reduce(Operation *op, nn::ReduceKind kind, ArrayRef<int64_t> axes, Lowering &lowering) {
  Value reduced = lowering.reduce(kind, lowering.value(op->getOperand(0)), axes);
  return lowering.reshape(reduced, shapeOf(op->getResult(0)));
}

template <typename ReduceOp>
static Converted convertReduction(ReduceOp op, nn::ReduceKind kind, Lowering &lowering) {
  int64_t rank = typeOf(op.getX()).getRank();
  SmallVector<int64_t> axes;
  if (!onnx::isNone(op.getAxes())) {
    std::optional<SmallVector<int64_t>> given = onnx::constantIntegers(op.getAxes());
    if (!given)
      return Converted::no("axes is not a constant; export it as an initializer");
    for (int64_t axis : *given)
      axes.push_back(axisOf(axis, rank));
  }
  if (axes.empty() && op.getNoopWithEmptyAxes())
    return lowering.value(op.getX());
  if (axes.empty())
    axes = llvm::to_vector(llvm::seq<int64_t>(0, rank));
  llvm::sort(axes);
  return reduce(op, kind, axes, lowering);
}

Converted convertWindow(Operation *op, Lowering &lowering) {
  if (!lowering.value(op->getOperand(0)))
    return Converted::no("reads a constant that is not float32");
  if (auto pool = dyn_cast<onnx::MaxPoolOp>(op))
    return convertPool(pool, nn::PoolKind::Max, false, lowering);
  if (auto pool = dyn_cast<onnx::AveragePoolOp>(op))
    return convertPool(pool, nn::PoolKind::Average, pool.getCountIncludePad() != 0, lowering);
  if (auto mean = dyn_cast<onnx::ReduceMeanOp>(op))
    return convertReduction(mean, nn::ReduceKind::Mean, lowering);
  if (auto sum = dyn_cast<onnx::ReduceSumOp>(op))
    return convertReduction(sum, nn::ReduceKind::Sum, lowering);
  if (auto max = dyn_cast<onnx::ReduceMaxOp>(op))
    return convertReduction(max, nn::ReduceKind::Max, lowering);
  if (auto min = dyn_cast<onnx::ReduceMinOp>(op))
    return convertReduction(min, nn::ReduceKind::Min, lowering);
  auto spatial = llvm::to_vector(llvm::seq<int64_t>(2, typeOf(op->getOperand(0)).getRank()));
  return reduce(op, isa<onnx::GlobalMaxPoolOp>(op) ? nn::ReduceKind::Max : nn::ReduceKind::Mean, spatial, lowering);
}

} // namespace npu::convert
