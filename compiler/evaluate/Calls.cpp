// A call of a kernel on tensors, as the runtime makes it on a blob's operands.
#include "compiler/evaluate/Operators.h"
#include "runtime/kernels/calls/call.h"

using namespace mlir;
namespace npu {

static npu_blob_operand describe(const TensorValue &tensor) {
  npu_blob_operand operand = {};
  operand.type = uint8_t(nn::storedType(tensor.type.getElementType()));
  operand.rank = uint8_t(tensor.shape().size());
  operand.bytes = tensor.bytes.size();
  llvm::copy(tensor.shape(), operand.dims);
  return operand;
}

LogicalResult runCall(Operation *op, const nn::KernelCall &call, OpRun &run) {
  const npu_kernel *kernel = npu_find_kernel(npu_kernels, call.kernel.c_str(), call.version);
  if (!kernel)
    return op->emitError("no CPU kernel computes '") << call.kernel << "'";
  SmallVector<npu_blob_operand> operands;
  SmallVector<void *> data;
  for (const TensorValue *input : run.inputs) {
    operands.push_back(describe(*input));
    data.push_back(const_cast<uint8_t *>(input->bytes.data())); // kernels only read inputs
  }
  for (TensorValue &output : run.outputs) {
    operands.push_back(describe(output));
    data.push_back(output.bytes.data());
  }
  if (operands.size() > NPU_CALL_MAX_OPERANDS)
    return op->emitError("has ") << operands.size() << " operands and results, a kernel takes " << NPU_CALL_MAX_OPERANDS;
  const npu_call made = {operands.data(), data.data(), uint32_t(run.inputs.size()), uint32_t(run.outputs.size()),
                         call.attributes.data(), call.attributes.size()};
  const char *defect = kernel->check(&made);
  if (!defect)
    defect = kernel->run(&made);
  return defect ? LogicalResult(op->emitError("kernel '") << call.kernel << "' " << defect) : success();
}

} // namespace npu
