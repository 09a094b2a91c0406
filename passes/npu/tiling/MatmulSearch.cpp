// As for convolutions: exhaustive over a short list of tile sizes per axis, least DRAM traffic first, then fewest MXU
// cycles by rule T1.
#include "passes/npu/tiling/MatmulTiling.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace npu::tiling {
namespace {

/// Cuts the search tries, from preferred to last resort.
struct Effort {
  bool cutInner;
  int64_t buffers;
};
constexpr Effort kEfforts[] = {{false, 2}, {true, 2}, {true, 1}};

/// tileSizes(), and below `unit` its halves.
std::vector<int64_t> sizesDownToOne(int64_t extent, int64_t unit) {
  std::vector<int64_t> sizes = tileSizes(extent, unit);
  for (int64_t size = std::min(unit, sizes.back()) / 2; size >= 1; size /= 2)
    if (size < sizes.back())
      sizes.push_back(size);
  return sizes;
}

class Search {
public:
  Search(const MatmulProblem &p, const Capacity &c) : p(p), c(c) {}

  std::optional<MatmulTiles> run(int64_t *needed) {
    for (const Effort &effort : kEfforts) {
      visit(effort);
      if (best)
        return best;
    }
    if (needed)
      *needed = smallest == std::numeric_limits<int64_t>::max() ? 0 : smallest;
    return std::nullopt;
  }

private:
  void visit(const Effort &effort) {
    for (int64_t batch : tileSizes(p.batch))
      if (batch > 1)
        consider({batch, p.rows, p.columns, p.inner, 0, 0, 0, 0, false, effort.buffers});
    std::vector<int64_t> innerSizes = effort.cutInner ? sizesDownToOne(p.inner, c.ic) : std::vector<int64_t>{p.inner};
    for (int64_t rows : tileSizes(p.rows))
      for (int64_t columns : sizesDownToOne(p.columns, c.oc))
        for (int64_t inner : innerSizes)
          for (bool columnsOuter : {false, true})
            consider({1, rows, columns, inner, 0, 0, 0, 0, columnsOuter, effort.buffers});
  }

  void consider(MatmulTiles t) {
    int64_t bytes = matmulFootprint(p, t, c.align).total;
    if (bytes > c.sram && bytes >= smallest)
      return;
    int64_t traffic = matmulTraffic(p, t);
    if (bytes <= c.sram && best && traffic > bestTraffic)
      return;
    double cycles = chooseBlocks(t);
    if (!std::isfinite(cycles))
      return;
    smallest = std::min(smallest, bytes);
    if (bytes > c.sram || (best && traffic == bestTraffic && cycles >= bestCycles))
      return;
    best = t;
    bestTraffic = traffic;
    bestCycles = cycles;
  }

  /// Sets the blocks of a step; its cycles times the number of steps, infinite when none fits.
  double chooseBlocks(MatmulTiles &t) const {
    double fewest = std::numeric_limits<double>::infinity();
    MatmulTiles chosen = t;
    for (int64_t columns : sizesDownToOne(t.columns, c.oc)) {
      MatmulTiles tried = t;
      tried.blockColumns = columns;
      if (!fillBlock(tried))
        continue;
      double cycles = stepCycles(tried);
      if (cycles < fewest) {
        fewest = cycles;
        chosen = tried;
      }
    }
    t = chosen;
    return fewest * static_cast<double>(blocks(p.batch, t.batch) * blocks(p.rows, t.rows)) *
           static_cast<double>(blocks(p.columns, t.columns) * blocks(p.inner, t.inner));
  }

  /// The largest block of so many columns: whole inner axes, rows, and then matrices.
  bool fillBlock(MatmulTiles &t) const {
    int64_t deepest = c.wbuf / t.blockColumns, area = c.acc / 4 / t.blockColumns;
    t.blockInner = deepest >= t.inner ? t.inner : deepest >= c.ic ? deepest / c.ic * c.ic : deepest;
    t.blockRows = std::min(t.rows, area);
    if (t.blockInner < 1 || t.blockRows < 1)
      return false;
    bool whole = t.blockRows == t.rows && t.blockColumns == t.columns;
    t.blockBatch = 1;
    if (whole && t.blockInner == t.inner) {
      int64_t byWeights = p.rhsBatched ? c.wbuf / (t.inner * t.columns) : t.batch;
      t.blockBatch = std::min({t.batch, byWeights, area / t.rows});
    }
    // The accumulators keep one block from step to step.
    bool accumulates = t.inner < p.inner;
    return !accumulates || (whole && t.batch == 1);
  }

  double stepCycles(const MatmulTiles &t) const {
    double commands = static_cast<double>(blocks(t.batch, t.blockBatch) * blocks(t.rows, t.blockRows)) *
                      static_cast<double>(blocks(t.columns, t.blockColumns) * blocks(t.inner, t.blockInner));
    double matrices = static_cast<double>(t.blockBatch);
    double array = matrices * static_cast<double>(blocks(t.blockRows, c.px) * blocks(t.blockInner, c.ic)) *
                   static_cast<double>(blocks(t.blockColumns, c.oc));
    double bytes = matrices * static_cast<double>(t.blockRows * t.blockInner + t.blockInner * t.blockColumns +
                                                  t.blockRows * t.blockColumns);
    return commands * (static_cast<double>(c.issueCycles + c.startCycles) + std::max(array, bytes / c.sramBytesPerCycle));
  }

  const MatmulProblem &p;
  const Capacity &c;
  std::optional<MatmulTiles> best;
  int64_t bestTraffic = 0, smallest = std::numeric_limits<int64_t>::max();
  double bestCycles = 0;
};

} // namespace

std::optional<MatmulTiles> chooseMatmulTiles(const MatmulProblem &problem, const Capacity &capacity, int64_t *needed) {
  return Search(problem, capacity).run(needed);
}

} // namespace npu::tiling
