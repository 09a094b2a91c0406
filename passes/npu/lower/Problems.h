// Operators as tiling problems, and the tiles chosen for them as attributes.
#ifndef PASSES_NPU_LOWER_PROBLEMS_H
#define PASSES_NPU_LOWER_PROBLEMS_H

#include "passes/npu/Machine.h"
#include "passes/npu/lower/Storage.h"
#include "passes/npu/tiling/ConvTiling.h"
#include "passes/npu/tiling/MapTiling.h"
#include "passes/npu/tiling/MatmulTiling.h"

namespace npu::lower {

/// How an operator becomes commands.
enum class Form {
  View,   ///< nothing: its result is its operand's storage
  Product, ///< CONV
  Matmul, ///< MATMUL
  Vector, ///< one VXU command per tile
  Move,   ///< DMA from storage to storage
  Other   ///< not on this machine
};
Form formOf(mlir::Operation *op, const Storage &storage);

tiling::ConvProblem convProblem(mlir::Operation *op, const Storage &storage);
tiling::MatmulProblem matmulProblem(nn::MatmulOp op, const Storage &storage);
tiling::MapProblem mapProblem(mlir::Operation *op, const Storage &storage);
tiling::Capacity capacityOf(const Machine &machine, int64_t sram);

/// Names of the attributes that carry the decisions.
inline constexpr llvm::StringLiteral kTilesAttr = "npu.tiles";     ///< dictionary of the tile sizes
inline constexpr llvm::StringLiteral kStorageAttr = "npu.storage"; ///< "sram" or "arena", of the result
inline constexpr llvm::StringLiteral kWhyAttr = "npu.why";         ///< why that storage and those tiles

mlir::DictionaryAttr tilesAttr(mlir::MLIRContext *context, const tiling::ConvTiles &tiles);
mlir::DictionaryAttr tilesAttr(mlir::MLIRContext *context, const tiling::MapTiles &tiles);
mlir::DictionaryAttr tilesAttr(mlir::MLIRContext *context, const tiling::MatmulTiles &tiles);
/// Nothing when the attribute is missing or does not hold tiles of this problem; says so at `op`.
std::optional<tiling::ConvTiles> convTilesOf(mlir::Operation *op, const tiling::ConvProblem &problem);
std::optional<tiling::MatmulTiles> matmulTilesOf(mlir::Operation *op, const tiling::MatmulProblem &problem);
std::optional<tiling::MapTiles> mapTilesOf(mlir::Operation *op, const tiling::MapProblem &problem);

} // namespace npu::lower

#endif
