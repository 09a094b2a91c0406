// The pattern groups of nn-fold-qdq.
#ifndef PASSES_NN_FOLDQDQ_H
#define PASSES_NN_FOLDQDQ_H

#include "mlir/IR/PatternMatch.h"

namespace npu::nn {

/// Maxima and minima over windows and axes, nearest samples: the result is one of the inputs, so they commute with any
/// format.
bool selects(mlir::Operation *op);

/// Convolutions and dense layers, with filter and bias.
void addQdqProducts(mlir::RewritePatternSet &patterns);
/// Operators that commute with quantise and dequantise: data movement, maxima, clamps.
void addQdqMovement(mlir::RewritePatternSet &patterns);

} // namespace npu::nn

#endif
