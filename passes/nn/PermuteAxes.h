// Operators that work the same in any order of axes, once their axis numbers follow.
#ifndef PASSES_NN_PERMUTEAXES_H
#define PASSES_NN_PERMUTEAXES_H

#include "dialects/nn/Nn.h"
#include "mlir/IR/PatternMatch.h"

namespace npu::nn {

/// Whether the operator computes the same whatever the order of its axes: elementwise, formats per tensor, pad,
/// slice, concat, reductions, softmax. Every operand has the result's rank, or is one element.
bool worksInAnyAxisOrder(mlir::Operation *op);

/// The operator on `operands`, which are its own operands permuted by `perm` (axis i of the new is axis perm[i] of
/// the old; single elements are as they were). The result is permuted likewise.
mlir::Operation *inAxisOrder(mlir::OpBuilder &builder, mlir::Operation *op, mlir::ValueRange operands,
                             llvm::ArrayRef<int64_t> perm);

} // namespace npu::nn

#endif
