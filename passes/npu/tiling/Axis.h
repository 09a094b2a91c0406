// One spatial axis of a windowed operator, cut into tiles. Plain C++: no MLIR below passes/npu/tiling.
#ifndef PASSES_NPU_TILING_AXIS_H
#define PASSES_NPU_TILING_AXIS_H

#include <cstdint>
#include <vector>

namespace npu::tiling {

/// Extents in elements. Output i reads inputs (i*stride + k*dilation - padBefore) / denominator, rounded down, k < kernel;
/// what lies outside [0, in) is padding, or the nearest input for a resize. A linear resize has two taps a dilation of
/// denominator - 1 apart: the inputs before and behind its position, or one when it falls on that.
struct Axis {
  int64_t in = 1, out = 1, kernel = 1, stride = 1, dilation = 1, padBefore = 0, denominator = 1;
};

/// An output range and the input range it needs, inside [0, in) and never empty.
struct Span {
  int64_t out = 0, outSize = 0, in = 0, inSize = 0;
};

Span spanOf(const Axis &axis, int64_t out, int64_t outSize);
/// The axis in tiles of `tile` outputs, the last one smaller.
std::vector<Span> cut(const Axis &axis, int64_t tile);
/// Largest input range of any tile of `tile` outputs.
int64_t largestInput(const Axis &axis, int64_t tile);
/// Input elements read by all tiles together: halos count once per tile that reads them.
int64_t totalInput(const Axis &axis, int64_t tile);

/// Tile sizes worth trying for an extent, largest first: extent / n rounded up to `unit`, for n = 1, 2, ...
std::vector<int64_t> tileSizes(int64_t extent, int64_t unit = 1);

inline int64_t blocks(int64_t n, int64_t size) { return (n + size - 1) / size; }
inline int64_t roundUp(int64_t n, int64_t unit) { return blocks(n, unit) * unit; }

} // namespace npu::tiling

#endif
