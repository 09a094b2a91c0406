// Tiles of one convolution: what is loaded together, and what one CONV command computes.
//
// A *step* is an output tile of rows x columns x channels (over one image), or, when the input channels are
// cut as well, one share of its accumulation: its loads, CONV commands and store belong together. Within a
// step, *blocks* respect the accumulators and the weight buffer: one CONV command each.
#ifndef PASSES_NPU_TILING_CONVTILING_H
#define PASSES_NPU_TILING_CONVTILING_H

#include <optional>
#include <string>

#include "passes/npu/tiling/Axis.h"

namespace npu::tiling {

enum class ConvKind { Dense, Grouped, Depthwise };

/// What the machine gives, in bytes; `sram` is what this layer may use for its tiles.
struct Capacity {
  int64_t sram = 0, align = 16, acc = 0, wbuf = 0, prmRecords = 0;
  int64_t px = 1, oc = 1, ic = 1, issueCycles = 0, startCycles = 0;
  double sramBytesPerCycle = 1, dwFactor = 1;
};

struct ConvProblem {
  int64_t images = 1;
  Axis rows, columns;
  int64_t in = 1, out = 1, groups = 1; ///< channels
  bool inputResident = false, outputResident = false; ///< lies in SRAM: neither loaded nor stored
  int64_t groupIn() const { return in / groups; }
  int64_t groupOut() const { return out / groups; }
  int64_t taps() const { return rows.kernel * columns.kernel; }
};

struct ConvTiles {
  ConvKind kind = ConvKind::Dense;
  int64_t rows = 0, columns = 0, out = 0, in = 0; ///< of a step; `in` = input channels of a group, or fewer
  int64_t blockRows = 0, blockColumns = 0, blockOut = 0, blockIn = 0;
  bool outOuter = false;        ///< output channels outside rows and columns
  bool weightsResident = false; ///< all weights are loaded by the first step
  int64_t buffers = 2;          ///< of each tile that is loaded or stored in turns
};

/// One packed weight tile: what one CONV command reads.
struct WeightBlock {
  int64_t out, outSize; ///< output channels
  int64_t in, inSize;   ///< input channels within the group
  int64_t offset, bytes;
};

struct ConvStep {
  int64_t image;
  Span rows, columns;
  int64_t out, outSize;         ///< output channels
  int64_t in, inSize;           ///< first input channel, of all; number of channels
  int64_t groupIn;              ///< first input channel within the group
  bool first, last;             ///< of the accumulation
  bool loadInput, loadWeights;  ///< differ from the step before
  int64_t weightBegin, weightEnd; ///< blocks of weightBlocks()
};

/// Packed weights of the whole layer: by step tile, then by block; each block aligned.
std::vector<WeightBlock> weightBlocks(const ConvProblem &problem, const ConvTiles &tiles, int64_t align);
/// All steps in execution order.
std::vector<ConvStep> convSteps(const ConvProblem &problem, const ConvTiles &tiles, int64_t align);

/// CONV commands of all steps together, without listing them.
int64_t convCommandCount(const ConvProblem &problem, const ConvTiles &tiles);

/// Bytes of the tile buffers a layer keeps in SRAM.
struct ConvFootprint {
  int64_t input = 0, weights = 0, output = 0; ///< one buffer each; 0 when resident
  int64_t total = 0;                          ///< with the second buffers
};
ConvFootprint convFootprint(const ConvProblem &problem, const ConvTiles &tiles, int64_t align);
/// DRAM bytes read and written.
int64_t convTraffic(const ConvProblem &problem, const ConvTiles &tiles, int64_t align);

/// The tiles with the least DRAM traffic, of those the fewest MXU cycles. Nothing when no tile fits; then
/// *needed is the SRAM the smallest one wants.
std::optional<ConvTiles> chooseConvTiles(const ConvProblem &problem, const Capacity &capacity, int64_t *needed);

} // namespace npu::tiling

#endif
