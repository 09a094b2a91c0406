#include "dialects/onnx/Constants.h"
#include "passes/onnx/Passes.h"
#include "passes/onnx/ResultType.h"
#include "passes/onnx/fold/Rules.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Diagnostics.h"

namespace npu {
#define GEN_PASS_DEF_ONNXFOLDCONSTANTS
#include "passes/onnx/Passes.h.inc"
} // namespace npu

using namespace mlir;
using namespace npu::onnx;
using npu::fold::Tensor;

namespace {

/// The constant that defines `value`, if its numbers are ones that the rules compute with.
std::optional<Tensor> read(Value value) {
  ElementsAttr elements = constantElements(value);
  if (!elements || elements.getElementType().isUnsignedInteger(64))
    return std::nullopt;
  Tensor tensor;
  tensor.shape.assign(elements.getShapedType().getShape());
  if (auto numbers = floats(elements)) {
    tensor.isFloat = true;
    tensor.floats.assign(numbers->begin(), numbers->end());
    return tensor;
  }
  if (auto numbers = integers(elements)) {
    tensor.integers.assign(numbers->begin(), numbers->end());
    return tensor;
  }
  return std::nullopt;
}

/// `tensor` as elements of `type`: integers wrap.
DenseElementsAttr write(const Tensor &tensor, RankedTensorType type) {
  if (tensor.isFloat)
    return DenseElementsAttr::get(type, ArrayRef<float>(tensor.floats));
  unsigned width = type.getElementType().getIntOrFloatBitWidth();
  SmallVector<APInt> values;
  for (int64_t value : tensor.integers)
    values.push_back(APInt(64, uint64_t(value)).trunc(width));
  return DenseElementsAttr::get(type, values);
}

/// A few numbers must not become gigabytes; shapes are short, and weights only move.
bool isTooLarge(RankedTensorType type, Operation *op) {
  int64_t read = 0;
  for (Value operand : op->getOperands())
    if (auto tensor = dyn_cast<RankedTensorType>(operand.getType()))
      read += tensor.getNumElements();
  return type.getNumElements() > std::max<int64_t>(read, int64_t(1) << 22);
}

bool isFoldable(RankedTensorType type) {
  Type element = type.getElementType();
  return element.isF32() || (isa<IntegerType>(element) && !element.isUnsignedInteger(64));
}

/// The value of an operator whose operands are known, or nullopt.
std::optional<Tensor> evaluate(Operation *op) {
  const npu::fold::Rule *rule = npu::fold::findRule(op->getName().getStringRef());
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  if (!rule || !isFoldable(type) || isTooLarge(type, op))
    return std::nullopt;
  SmallVector<std::optional<Tensor>> values;
  SmallVector<const Tensor *> inputs;
  for (Value operand : op->getOperands()) {
    values.push_back(isNone(operand) || rule->readsTypesOnly ? std::nullopt : read(operand));
    if (!values.back() && !isNone(operand) && !rule->readsTypesOnly)
      return std::nullopt;
  }
  for (const std::optional<Tensor> &value : values)
    inputs.push_back(value ? &*value : nullptr);
  return rule->evaluate({op, inputs, type.getShape()});
}

struct FoldConstants : npu::impl::OnnxFoldConstantsBase<FoldConstants> {
  void runOnOperation() override {
    // What does not fit is onnx-infer-shapes' to say, which comes next.
    ScopedDiagnosticHandler quiet(&getContext(), [](Diagnostic &) { return success(); });
    for (auto function : getOperation().getOps<func::FuncOp>())
      if (!function.isExternal())
        foldFunction(function);
  }

  static void foldFunction(func::FuncOp function) {
    for (Operation &op : llvm::make_early_inc_range(function.getBody().front()))
      if (auto node = dyn_cast<InferType>(op);
          node && !isa<ConstantOp>(op) && llvm::all_of(op.getOperands(), isKnown) &&
          succeeded(inferResult(node)))
        fold(&op);
    followResults(function);
  }

  static void fold(Operation *op) {
    std::optional<Tensor> value = evaluate(op);
    if (!value)
      return;
    auto type = cast<RankedTensorType>(op->getResult(0).getType());
    OpBuilder builder(op);
    Value constant = ConstantOp::create(builder, op->getLoc(), type, write(*value, type));
    op->getResult(0).replaceAllUsesWith(constant);
    op->erase();
  }
};

} // namespace
