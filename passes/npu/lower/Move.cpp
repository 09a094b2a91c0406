// Data movement by DMA, from storage to storage: what could not be a view.
#include "passes/npu/lower/Program.h"
#include "runtime/kernels/quantize.h"

using namespace mlir;

namespace npu::lower {
namespace {

ArrayRef<int64_t> shapeOf(Value value) { return cast<ShapedType>(value.getType()).getShape(); }

Program::End endOf(Program &program, Value value) {
  return {program.bufferOf(value), program.storage.stridesOf(value).offset, program.storage.axisStrides(value)};
}

void copyConcat(nn::ConcatOp op, Program &program) {
  int64_t position = 0;
  for (OpOperand &operand : op->getOpOperands()) {
    Program::End target = endOf(program, op.getOutput());
    target.offset += position * target.strides[op.getAxis()];
    ArrayRef<int64_t> shape = shapeOf(operand.get());
    position += shape[op.getAxis()];
    if (!program.storage.isInPlace(operand))
      program.copy(endOf(program, operand.get()), target, shape, elementBytesOf(op.getOutput()), 0, "concat");
  }
}

void copySlice(nn::SliceOp op, Program &program) {
  Program::End source = endOf(program, op.getInput());
  for (size_t i = 0; i < source.strides.size(); ++i) {
    source.offset += op.getOffsets()[i] * source.strides[i];
    source.strides[i] *= op.getStrides()[i];
  }
  program.copy(source, endOf(program, op.getOutput()), shapeOf(op.getOutput()), elementBytesOf(op.getOutput()), 0, "slice");
}

void copyTranspose(nn::TransposeOp op, Program &program) {
  Program::End source = endOf(program, op.getInput());
  SmallVector<int64_t> permuted;
  for (int64_t axis : op.getPerm())
    permuted.push_back(source.strides[axis]);
  source.strides = permuted;
  program.copy(source, endOf(program, op.getOutput()), shapeOf(op.getOutput()), elementBytesOf(op.getOutput()), 0,
               "transpose");
}

/// The stored bits of the padding value.
int64_t padBits(nn::PadOp op) {
  float value = op.getValue().convertToFloat();
  auto type = dyn_cast<quant::UniformQuantizedType>(cast<ShapedType>(op.getOutput().getType()).getElementType());
  if (!type)
    return llvm::bit_cast<uint32_t>(value);
  int32_t q = npu_quantize(value, static_cast<float>(type.getScale()), type.getZeroPoint(), type.getStorageTypeMin(),
                           type.getStorageTypeMax());
  return static_cast<uint8_t>(q);
}

void copyPad(nn::PadOp op, Program &program) {
  Program::End target = endOf(program, op.getOutput());
  int64_t element = elementBytesOf(op.getOutput());
  program.copy({}, target, shapeOf(op.getOutput()), element, padBits(op), "pad");
  for (auto [stride, low] : llvm::zip(target.strides, op.getLow()))
    target.offset += stride * low;
  program.copy(endOf(program, op.getInput()), target, shapeOf(op.getInput()), element, 0, "pad");
}

/// A reshape that is no view: both sides row-major, and their common refinement moves in blocks.
LogicalResult copyReshape(nn::ReshapeOp op, Program &program) {
  ArrayRef<int64_t> from = shapeOf(op.getInput()), to = shapeOf(op.getOutput());
  Program::End source = endOf(program, op.getInput()), target = endOf(program, op.getOutput());
  SmallVector<int64_t> shape, sourceStrides, targetStrides;
  size_t i = from.size(), j = to.size();
  int64_t restFrom = 1, restTo = 1, stepFrom = 0, stepTo = 0;
  // From the innermost axis: split both shapes at every boundary either has.
  while (true) {
    while (restFrom == 1 && i > 0) {
      restFrom = from[--i];
      stepFrom = source.strides[i];
    }
    while (restTo == 1 && j > 0) {
      restTo = to[--j];
      stepTo = target.strides[j];
    }
    if (restFrom == 1 || restTo == 1)
      break;
    int64_t extent = std::min(restFrom, restTo);
    if (restFrom % extent != 0 || restTo % extent != 0)
      return op.emitError("regroups axes of a strided value: ") << op.getInput().getType() << " to "
                                                                << op.getOutput().getType();
    shape.insert(shape.begin(), extent);
    sourceStrides.insert(sourceStrides.begin(), stepFrom);
    targetStrides.insert(targetStrides.begin(), stepTo);
    restFrom /= extent;
    restTo /= extent;
    stepFrom *= extent;
    stepTo *= extent;
  }
  source.strides = sourceStrides;
  target.strides = targetStrides;
  program.copy(source, target, shape, elementBytesOf(op.getOutput()), 0, "reshape");
  return success();
}

} // namespace

LogicalResult lowerMove(Operation *op, Program &program) {
  if (auto concat = dyn_cast<nn::ConcatOp>(op))
    copyConcat(concat, program);
  else if (auto slice = dyn_cast<nn::SliceOp>(op))
    copySlice(slice, program);
  else if (auto transpose = dyn_cast<nn::TransposeOp>(op))
    copyTranspose(transpose, program);
  else if (auto pad = dyn_cast<nn::PadOp>(op))
    copyPad(pad, program);
  else
    return copyReshape(cast<nn::ReshapeOp>(op), program);
  return success();
}

} // namespace npu::lower
