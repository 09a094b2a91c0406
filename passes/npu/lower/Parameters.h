// Parameter records (PRM) and packed weights: the bytes that commands read besides tiles.
#ifndef PASSES_NPU_LOWER_PARAMETERS_H
#define PASSES_NPU_LOWER_PARAMETERS_H

#include "passes/npu/lower/Problems.h"

namespace npu::lower {

/// Appends a record of 10 bytes: bias, multiplier, shift.
void appendRecord(llvm::SmallVectorImpl<char> &records, int32_t bias, int32_t mult, uint32_t shift);

/// One record per output channel of a convolution or dense layer (N4, N5). Fails with a diagnostic when a ratio of
/// scales has no multiplier.
mlir::FailureOr<llvm::SmallVector<char>> productRecords(mlir::Operation *op);

/// The filter [K,R,S,C/group] in the order of the weight blocks, each aligned.
llvm::SmallVector<char> packWeights(llvm::ArrayRef<char> filter, const tiling::ConvProblem &problem,
                                    const tiling::ConvTiles &tiles, llvm::ArrayRef<tiling::WeightBlock> blocks,
                                    int64_t align);

/// "cannot rescale by ...": at `op`.
mlir::LogicalResult refuseRatio(mlir::Operation *op, double ratio);

} // namespace npu::lower

#endif
