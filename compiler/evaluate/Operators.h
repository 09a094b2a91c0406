// The meaning of each nn operator: a call of its kernel.
#ifndef COMPILER_EVALUATE_OPERATORS_H
#define COMPILER_EVALUATE_OPERATORS_H

#include "compiler/evaluate/TensorValue.h"
#include "dialects/nn/Call.h"
#include "dialects/nn/Nn.h"
#include "dialects/nn/Scheme.h"

namespace npu {

/// Operands and results of one evaluation.
struct OpRun {
  llvm::SmallVector<const TensorValue *> inputs; ///< in operand order
  llvm::SmallVector<TensorValue> outputs;        ///< of the result types, zeroed
  nn::Scheme scheme;

  const TensorValue &in(size_t i = 0) const { return *inputs[i]; }
  TensorValue &out() { return outputs.front(); }
};

/// Fills run.outputs. On failure a diagnostic at the operator says what it cannot compute.
mlir::LogicalResult evaluateOp(mlir::Operation *op, OpRun &run);

/// Runs a call on the operands and results of `run`; they are what the call was made for.
mlir::LogicalResult runCall(mlir::Operation *op, const nn::KernelCall &call, OpRun &run);

// Integers, on channels-last tensors: what has no call yet.

// Formats.cpp
mlir::LogicalResult evaluate(nn::RequantizeOp op, OpRun &run);
// Products.cpp
mlir::LogicalResult evaluate(nn::ConvOp op, OpRun &run);
mlir::LogicalResult evaluate(nn::DenseOp op, OpRun &run);
// Matmul.cpp
mlir::LogicalResult evaluate(nn::MatmulOp op, OpRun &run);
// Elementwise.cpp
mlir::LogicalResult evaluate(nn::BinaryOp op, OpRun &run);
mlir::LogicalResult evaluate(nn::ClampOp op, OpRun &run);
mlir::LogicalResult evaluate(nn::FunctionOp op, OpRun &run);
// Pooling.cpp
mlir::LogicalResult evaluate(nn::PoolOp op, OpRun &run);
// Resizing.cpp
mlir::LogicalResult evaluate(nn::ResizeOp op, OpRun &run);
// Reductions.cpp
mlir::LogicalResult evaluate(nn::ReduceOp op, OpRun &run);
mlir::LogicalResult evaluate(nn::SoftmaxOp op, OpRun &run);

/// "is evaluated on f32 and i8 tensors, got TYPE", of the first operand.
mlir::LogicalResult refuseElements(mlir::Operation *op);

} // namespace npu

#endif
