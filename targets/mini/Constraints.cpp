// What the restricted machine asks of each operator: what the reference NPU asks, and more.
#include "dialects/nn/Nn.h"
#include "targets/mini/MiniTarget.h"
#include "targets/rnpu/RnpuTarget.h"

#include <vector>

using namespace mlir;

namespace npu {
namespace {

using Got = std::optional<std::string>;

quant::UniformQuantizedType formatOf(Value value) {
  return dyn_cast<quant::UniformQuantizedType>(cast<ShapedType>(value.getType()).getElementType());
}

Got symmetric(Operation *op) {
  for (Value value : llvm::concat<Value>(op->getOperands(), op->getResults()))
    if (auto format = formatOf(value); format && format.getZeroPoint() != 0)
      return "zero point " + std::to_string(format.getZeroPoint());
  return {};
}
Got signedEnds(Operation *op) {
  for (Value value : llvm::concat<Value>(op->getOperands(), op->getResults()))
    if (auto format = formatOf(value); format && !format.isSigned())
      return Got("u8");
  return {};
}
Got wideGroups(Operation *op) {
  auto conv = cast<nn::ConvOp>(op);
  bool depthwise = conv.getGroup() > 1 && cast<ShapedType>(conv.getFilter().getType()).getDimSize(3) == 1;
  return depthwise ? Got("a depthwise convolution") : Got();
}

constexpr llvm::StringLiteral kSymmetric = "activations of zero point 0";

bool hasTables(StringRef op) { return op == "nn.function" || op == "nn.softmax"; }

std::vector<llvm::StringLiteral> makeOperators() {
  std::vector<llvm::StringLiteral> operators;
  for (llvm::StringLiteral op : rnpuOperators())
    if (!hasTables(op))
      operators.push_back(op);
  return operators;
}

std::vector<Constraint> makeConstraints() {
  std::vector<Constraint> all;
  for (llvm::StringLiteral op : miniOperators())
    if (op != "nn.constant")
      all.push_back({op, kSymmetric, symmetric});
  all.push_back({"nn.requantize", "i8 at both ends", signedEnds});
  all.push_back({"nn.conv", "one group, or groups of two and more input channels", wideGroups});
  for (const Constraint &constraint : rnpuConstraints())
    if (!hasTables(constraint.op))
      all.push_back(constraint);
  return all;
}

} // namespace

ArrayRef<llvm::StringLiteral> miniOperators() {
  static const std::vector<llvm::StringLiteral> operators = makeOperators();
  return operators;
}

ArrayRef<Constraint> miniConstraints() {
  static const std::vector<Constraint> constraints = makeConstraints();
  return constraints;
}

} // namespace npu
