// Operators that become an nn.kernel of their own name.
#include "dialects/onnx/Constants.h"
#include "passes/convert/Lowering.h"

using namespace mlir;
namespace npu::convert {

bool isKernel(Operation *op) {
  return isa<onnx::NegOp, onnx::AbsOp, onnx::FloorOp, onnx::CeilOp, onnx::SqrtOp, onnx::ReciprocalOp, onnx::ExpOp, onnx::ErfOp,
             onnx::SigmoidOp, onnx::TanhOp, onnx::SoftplusOp, onnx::MishOp, onnx::HardSwishOp, onnx::LeakyReluOp,
             onnx::EluOp, onnx::HardSigmoidOp, onnx::GeluOp, onnx::EqualOp, onnx::GreaterOp, onnx::GreaterOrEqualOp,
             onnx::LessOp, onnx::LessOrEqualOp, onnx::AndOp, onnx::OrOp, onnx::NotOp, onnx::WhereOp, onnx::CastOp>(op);
}

/// f32, or truth values between a test and what asks for it.
static bool isKernelElement(Type element) { return element.isF32() || element.isInteger(1); }

Converted convertKernel(Operation *op, Lowering &lowering) {
  SmallVector<Value> inputs;
  for (Value operand : op->getOperands()) {
    Type element = typeOf(operand).getElementType();
    Value input = lowering.value(operand);
    if (!isKernelElement(element) || !input)
      return Converted::no("reads " + text(element) + (input ? "" : " constants") + ", wanted float32");
    inputs.push_back(input);
  }
  Type element = typeOf(op->getResult(0)).getElementType();
  if (!isKernelElement(element))
    return Converted::no("computes " + text(element) + ", wanted float32");
  // All attributes, so that no kernel has defaults of its own.
  auto kernel = lowering.create<nn::KernelOp>(op->getResultTypes(), op->getName().stripDialect(), inputs,
                                              op->getAttrDictionary());
  return kernel.getOutputs().front();
}

} // namespace npu::convert
