// One operator's inferred type, checked and set.
#ifndef PASSES_ONNX_RESULTTYPE_H
#define PASSES_ONNX_RESULTTYPE_H

#include "dialects/onnx/Onnx.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace npu::onnx {

/// Whether `value` is none, or a tensor of static shape.
bool isKnown(mlir::Value value);

/// Infers and sets the type of `op`, all of whose operands are known, or gives a diagnostic at
/// it: also for more than 2^40 elements, and a declared type that says something else.
mlir::LogicalResult inferResult(InferType op);

/// Gives `function` the types that it returns.
void followResults(mlir::func::FuncOp function);

} // namespace npu::onnx

#endif
