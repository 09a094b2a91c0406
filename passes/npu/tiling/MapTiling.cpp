#include "passes/npu/tiling/MapTiling.h"

#include <algorithm>
#include <limits>

namespace npu::tiling {

std::vector<MapStep> mapSteps(const MapProblem &p, const MapTiles &t) {
  std::vector<MapStep> steps;
  std::vector<Span> rows = cut(p.rows, t.rows), columns = cut(p.columns, t.columns);
  for (int64_t image = 0; image < p.images; ++image)
    for (const Span &r : rows)
      for (const Span &c : columns)
        for (int64_t channel = 0; channel < p.channels; channel += t.channels)
          steps.push_back({image, r, c, channel, std::min(t.channels, p.channels - channel)});
  return steps;
}

int64_t mapStepCount(const MapProblem &p, const MapTiles &t) {
  return p.images * blocks(p.rows.out, t.rows) * blocks(p.columns.out, t.columns) * blocks(p.channels, t.channels);
}

int64_t mapInputBytes(const MapProblem &p, const MapOperand &input, const MapTiles &t, int64_t align) {
  if (input.resident)
    return 0;
  int64_t rows = input.rows == 1 ? 1 : largestInput(p.rows, t.rows);
  int64_t columns = input.columns == 1 ? 1 : largestInput(p.columns, t.columns);
  int64_t channels = input.channels == 1 ? 1 : t.channels;
  return rows * roundUp(columns * channels * input.elementBytes, align);
}

int64_t mapOutputBytes(const MapProblem &p, const MapTiles &t, int64_t align) {
  return p.output.resident ? 0 : t.rows * roundUp(t.columns * t.channels * p.output.elementBytes, align);
}

int64_t mapFootprint(const MapProblem &p, const MapTiles &t, int64_t align) {
  int64_t bytes = mapOutputBytes(p, t, align);
  for (const MapOperand &input : p.inputs)
    bytes += mapInputBytes(p, input, t, align);
  return bytes * (mapStepCount(p, t) > 1 ? t.buffers : 1);
}

static int64_t traffic(const MapProblem &p, const MapTiles &t) {
  int64_t rows = totalInput(p.rows, t.rows), columns = totalInput(p.columns, t.columns);
  int64_t bytes = 0;
  for (const MapOperand &input : p.inputs)
    if (!input.resident)
      bytes += (input.rows == 1 ? blocks(p.rows.out, t.rows) : rows) *
               (input.columns == 1 ? blocks(p.columns.out, t.columns) : columns) *
               (input.channels == 1 ? blocks(p.channels, t.channels) : p.channels) * input.elementBytes;
  return bytes;
}

std::optional<MapTiles> chooseMapTiles(const MapProblem &p, int64_t sram, int64_t align, int64_t *needed) {
  std::optional<MapTiles> best;
  int64_t bestTraffic = 0, bestSteps = 0, smallest = std::numeric_limits<int64_t>::max();
  std::vector<int64_t> channelSizes = p.wholeChannels ? std::vector<int64_t>{p.channels} : tileSizes(p.channels, align);
  if (!p.wholeChannels && channelSizes.back() > 1)
    channelSizes.push_back(1);
  for (int64_t buffers : {2, 1}) {
    // Whole rows first: of equals the first found stays, and it has the longest runs.
    for (int64_t columns : tileSizes(p.columns.out))
      for (int64_t rows : tileSizes(p.rows.out))
        for (int64_t channels : channelSizes) {
          MapTiles t{rows, columns, channels, buffers};
          int64_t bytes = mapFootprint(p, t, align);
          smallest = std::min(smallest, bytes);
          if (bytes > sram)
            continue;
          int64_t cost = traffic(p, t), steps = mapStepCount(p, t);
          if (best && (cost > bestTraffic || (cost == bestTraffic && steps >= bestSteps)))
            continue;
          best = t;
          bestTraffic = cost;
          bestSteps = steps;
        }
    if (best)
      return best;
  }
  if (needed)
    *needed = smallest;
  return std::nullopt;
}

} // namespace npu::tiling
