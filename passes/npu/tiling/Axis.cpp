#include "passes/npu/tiling/Axis.h"

#include <algorithm>

namespace npu::tiling {

static int64_t floorDiv(int64_t n, int64_t d) { return n / d - (n % d < 0); }

Span spanOf(const Axis &axis, int64_t out, int64_t outSize) {
  int64_t first = floorDiv(out * axis.stride - axis.padBefore, axis.denominator);
  int64_t last = floorDiv((out + outSize - 1) * axis.stride + (axis.kernel - 1) * axis.dilation - axis.padBefore,
                          axis.denominator);
  // A tile that reads only padding still names one input position.
  first = std::clamp<int64_t>(first, 0, axis.in - 1);
  last = std::clamp<int64_t>(last, first, axis.in - 1);
  return {out, outSize, first, last - first + 1};
}

std::vector<Span> cut(const Axis &axis, int64_t tile) {
  std::vector<Span> spans;
  for (int64_t out = 0; out < axis.out; out += tile)
    spans.push_back(spanOf(axis, out, std::min(tile, axis.out - out)));
  return spans;
}

int64_t largestInput(const Axis &axis, int64_t tile) {
  int64_t largest = 0;
  for (int64_t out = 0; out < axis.out; out += tile)
    largest = std::max(largest, spanOf(axis, out, std::min(tile, axis.out - out)).inSize);
  return largest;
}

int64_t totalInput(const Axis &axis, int64_t tile) {
  int64_t total = 0;
  for (int64_t out = 0; out < axis.out; out += tile)
    total += spanOf(axis, out, std::min(tile, axis.out - out)).inSize;
  return total;
}

std::vector<int64_t> tileSizes(int64_t extent, int64_t unit) {
  std::vector<int64_t> sizes;
  for (int64_t parts = 1; parts <= extent;) {
    int64_t size = std::min(extent, roundUp(blocks(extent, parts), unit));
    if (sizes.empty() || size < sizes.back())
      sizes.push_back(size);
    if (size <= unit)
      break;
    // The next number of parts that makes the tile smaller.
    parts = std::max(parts + 1, blocks(extent, size - (size % unit == 0 ? unit : size % unit)));
  }
  return sizes;
}

} // namespace npu::tiling
