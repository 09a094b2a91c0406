// Tiles of a product of two computed tensors.
//
// A *step* is an output tile of one matrix, or of several whole ones, or, when the inner axis is cut as well, one share
// of its accumulation: its loads, MATMUL commands and store belong together. Within a step, *blocks* respect the
// accumulators and the weight buffer: one MATMUL command each.
#ifndef PASSES_NPU_TILING_MATMULTILING_H
#define PASSES_NPU_TILING_MATMULTILING_H

#include <optional>
#include <vector>

#include "passes/npu/tiling/ConvTiling.h"

namespace npu::tiling {

/// out [batch, rows, columns] = lhs [batch, rows, inner] * rhs [batch, inner, columns], however they are stored.
struct MatmulProblem {
  int64_t batch = 1, rows = 1, inner = 1, columns = 1;
  bool lhsBatched = true, rhsBatched = true; ///< a matrix for each product, or one for all
  bool lhsTransposed = false, rhsTransposed = false; ///< stored [inner, rows] and [columns, inner]
  bool lhsResident = false, rhsResident = false, outputResident = false; ///< lie in SRAM: neither loaded nor stored
};

/// The part of a product that a step or a command computes.
struct MatmulPart {
  int64_t batch = 0, batches = 0, row = 0, rows = 0, column = 0, columns = 0, inner = 0, inners = 0;
};

struct MatmulTiles {
  int64_t batch = 0, rows = 0, columns = 0, inner = 0; ///< of a step; several products only if they are whole
  int64_t blockBatch = 0, blockRows = 0, blockColumns = 0, blockInner = 0;
  bool columnsOuter = false; ///< columns outside rows
  int64_t buffers = 2;       ///< of each tile that is loaded or stored in turns
};

struct MatmulStep {
  MatmulPart part;
  bool first, last;      ///< of the accumulation
  bool loadLhs, loadRhs; ///< differ from the step before
};

/// All steps in execution order.
std::vector<MatmulStep> matmulSteps(const MatmulProblem &problem, const MatmulTiles &tiles);
/// The commands of a step in order; those of one accumulation follow each other, along the inner axis.
std::vector<MatmulPart> matmulBlocks(const MatmulTiles &tiles, const MatmulPart &step);
/// MATMUL commands of all steps together, without listing them.
int64_t matmulCommandCount(const MatmulProblem &problem, const MatmulTiles &tiles);

/// Bytes of the tile buffers an operator keeps in SRAM.
struct MatmulFootprint {
  int64_t lhs = 0, rhs = 0, output = 0; ///< one buffer each; 0 when resident
  int64_t total = 0;                    ///< with the second buffers
};
MatmulFootprint matmulFootprint(const MatmulProblem &problem, const MatmulTiles &tiles, int64_t align);
/// DRAM bytes read and written.
int64_t matmulTraffic(const MatmulProblem &problem, const MatmulTiles &tiles);

/// The tiles with the least DRAM traffic, of those the fewest MXU cycles by rule T1. Nothing when no tile fits; then
/// *needed is the SRAM the smallest one wants.
std::optional<MatmulTiles> chooseMatmulTiles(const MatmulProblem &problem, const Capacity &capacity, int64_t *needed);

} // namespace npu::tiling

#endif
