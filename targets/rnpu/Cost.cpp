// Cycles of one operator by rules T1 and T2 of docs/machine.md, data movement not counted.
#include "dialects/nn/Nn.h"
#include "targets/rnpu/RnpuTarget.h"

using namespace mlir;

namespace npu {
namespace {

double field(DictionaryAttr description, StringRef key) {
  Attribute value = description.get(key);
  if (auto number = dyn_cast_if_present<FloatAttr>(value))
    return number.getValueAsDouble();
  auto integer = dyn_cast_if_present<IntegerAttr>(value);
  return integer ? static_cast<double>(integer.getInt()) : 0;
}

double blocks(int64_t n, double size) { return std::ceil(static_cast<double>(n) / size); }
ArrayRef<int64_t> shapeOf(Value value) { return cast<ShapedType>(value.getType()).getShape(); }
int64_t elements(Value value) { return cast<ShapedType>(value.getType()).getNumElements(); }

/// T1, array of a product of `pixels` outputs; `taps` per output and channel.
double array(DictionaryAttr d, int64_t pixels, int64_t taps, int64_t inputs, int64_t outputs, int64_t groups) {
  if (groups > 1 && inputs == groups && outputs == groups)
    return blocks(pixels, field(d, "px")) * blocks(taps, 4) * blocks(outputs, field(d, "oc")) * field(d, "dw_factor");
  return blocks(pixels, field(d, "px")) * static_cast<double>(taps * groups) *
         blocks(inputs / groups, field(d, "ic")) * blocks(outputs / groups, field(d, "oc"));
}

/// T2: the key of the cycles per element.
StringRef cyclesKey(Operation *op) {
  if (auto binary = dyn_cast<nn::BinaryOp>(op))
    return binary.getKind() == nn::BinaryKind::Mul ? "cpe_mul" : "cpe_add";
  if (isa<nn::SoftmaxOp, nn::FunctionOp>(op))
    return "cpe_table";
  return "cpe_plain";
}

} // namespace

double rnpuCost(Operation *op, DictionaryAttr d) {
  double start = field(d, "issue_cycles");
  if (auto conv = dyn_cast<nn::ConvOp>(op)) {
    ArrayRef<int64_t> filter = shapeOf(conv.getFilter());
    int64_t outputs = filter[0], group = conv.getGroup();
    return start + field(d, "start_cycles") +
           array(d, elements(conv.getOutput()) / outputs, filter[1] * filter[2], filter[3] * group, outputs, group);
  }
  if (auto dense = dyn_cast<nn::DenseOp>(op)) {
    ArrayRef<int64_t> filter = shapeOf(dense.getFilter());
    return start + field(d, "start_cycles") +
           array(d, elements(dense.getOutput()) / filter[0], 1, filter[1], filter[0], 1);
  }
  if (auto matmul = dyn_cast<nn::MatmulOp>(op)) {
    int64_t products = elements(matmul.getOutput()) / (matmul.getRows() * matmul.getColumns());
    return start + field(d, "start_cycles") +
           static_cast<double>(products) * array(d, matmul.getRows(), 1, matmul.getInner(), matmul.getColumns(), 1);
  }
  if (isa<nn::ConcatOp, nn::ReshapeOp, nn::TransposeOp, nn::PadOp, nn::SliceOp, nn::ConstantOp>(op))
    return 0;
  if (auto pool = dyn_cast<nn::PoolOp>(op))
    return start + static_cast<double>(elements(pool.getOutput()) * pool.getKernel()[0] * pool.getKernel()[1]) *
                       field(d, "cpe_max_pool");
  int64_t most = 0;
  for (Value value : llvm::concat<Value>(op->getOperands(), op->getResults()))
    most = std::max(most, elements(value));
  return start + static_cast<double>(most) * field(d, cyclesKey(op));
}

} // namespace npu
