// The pattern groups of nn-cancel-transposes.
#ifndef PASSES_NN_CANCELTRANSPOSES_H
#define PASSES_NN_CANCELTRANSPOSES_H

#include "mlir/IR/PatternMatch.h"

namespace npu::nn {

/// A dense layer that reads a flattened transpose reads the flattened original with permuted filter columns.
void addFlattenBeforeDense(mlir::RewritePatternSet &patterns);
/// A product that reads a transpose of the last two axes reads the original, and transposes it itself.
void addTransposeIntoMatmul(mlir::RewritePatternSet &patterns);

} // namespace npu::nn

#endif
