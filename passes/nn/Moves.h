// Views, transposes and slices between an operator and what is done with its values.
#ifndef PASSES_NN_MOVES_H
#define PASSES_NN_MOVES_H

#include "dialects/nn/Nn.h"

#include <optional>

namespace npu::nn {

/// The operator behind `value` that computes: reshapes, transposes and slices whose only reader is the next one are
/// stepped over, and listed from `value` on. Null for an argument.
mlir::Operation *computedBy(mlir::Value value, llvm::SmallVectorImpl<mlir::Operation *> &moves);
mlir::Operation *computedBy(mlir::Value value);

/// A float tensor that is broadcast: along each axis of `shape` the whole extent, or 1.
struct Broadcast {
  llvm::SmallVector<int64_t> shape;
  llvm::SmallVector<float> numbers;
};

/// For a tensor that is combined elementwise with the result of `moves`, the one that is combined with their input; nothing
/// where a slice has left out or repeated what it differs along.
std::optional<Broadcast> movedBack(Broadcast tensor, llvm::ArrayRef<mlir::Operation *> moves);

} // namespace npu::nn

#endif
