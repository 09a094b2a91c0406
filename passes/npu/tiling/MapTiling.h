// Tiles of a vector operator: elementwise, window, softmax. One command per tile.
#ifndef PASSES_NPU_TILING_MAPTILING_H
#define PASSES_NPU_TILING_MAPTILING_H

#include <optional>

#include "passes/npu/tiling/Axis.h"

namespace npu::tiling {

/// An operand: its axes against the output's. An extent of 1 broadcasts.
struct MapOperand {
  int64_t rows = 1, columns = 1, channels = 1;
  int64_t elementBytes = 1;
  bool resident = false;
};

struct MapProblem {
  int64_t images = 1;
  Axis rows, columns; ///< per image
  int64_t channels = 1;
  bool wholeChannels = false; ///< a softmax sees all channels of a pixel
  std::vector<MapOperand> inputs;
  MapOperand output;
};

struct MapTiles {
  int64_t rows = 0, columns = 0, channels = 0, buffers = 2;
};

struct MapStep {
  int64_t image;
  Span rows, columns;
  int64_t channel, channels;
};

std::vector<MapStep> mapSteps(const MapProblem &problem, const MapTiles &tiles);
int64_t mapStepCount(const MapProblem &problem, const MapTiles &tiles);
/// Bytes of one buffer for operand tiles of these output tiles; 0 when resident.
int64_t mapInputBytes(const MapProblem &problem, const MapOperand &input, const MapTiles &tiles, int64_t align);
int64_t mapOutputBytes(const MapProblem &problem, const MapTiles &tiles, int64_t align);
/// All buffers, the second ones included.
int64_t mapFootprint(const MapProblem &problem, const MapTiles &tiles, int64_t align);

/// The tiles with the least DRAM traffic, of those the fewest commands, that fit `sram` bytes. Nothing when no
/// tile fits; then *needed is the SRAM the smallest one wants.
std::optional<MapTiles> chooseMapTiles(const MapProblem &problem, int64_t sram, int64_t align, int64_t *needed);

} // namespace npu::tiling

#endif
