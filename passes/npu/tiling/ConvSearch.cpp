// Exhaustive over a short list of tile sizes per axis, so that it is deterministic and explains itself:
// least DRAM traffic first, then fewest MXU cycles by rule T1.
#include "passes/npu/tiling/ConvTiling.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace npu::tiling {
namespace {

/// Cuts the search tries, from preferred to last resort.
struct Effort {
  bool cutColumns, cutInput;
  int64_t buffers;
};
constexpr Effort kEfforts[] = {{false, false, 2}, {true, false, 2}, {true, true, 2}, {true, true, 1}};

class Search {
public:
  Search(const ConvProblem &p, const Capacity &c) : p(p), c(c), kind(chooseKind()) {
    // The unit in which output channels are cut well, and the least a command takes.
    least = kind == ConvKind::Grouped ? p.groupOut() : 1;
    unit = kind == ConvKind::Grouped ? least * std::max<int64_t>(1, c.oc / least) : c.oc;
  }

  std::optional<ConvTiles> run(int64_t *needed) {
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
  ConvKind chooseKind() const {
    if (p.groups == 1)
      return ConvKind::Dense;
    if (p.groupIn() == 1 && p.groupOut() == 1)
      return ConvKind::Depthwise;
    bool small = p.groupOut() < c.oc && p.taps() * p.groupIn() * p.groupOut() <= c.wbuf && p.groupOut() * 4 <= c.acc &&
                 p.groupOut() <= c.prmRecords / 2;
    return small ? ConvKind::Grouped : ConvKind::Dense;
  }

  std::vector<int64_t> outSizes(int64_t extent) const {
    std::vector<int64_t> sizes = tileSizes(extent, unit);
    for (int64_t size = std::min(unit, sizes.back()) / 2; size >= least; size /= 2)
      if (size % least == 0 && size < sizes.back())
        sizes.push_back(size);
    if (sizes.back() > least)
      sizes.push_back(least);
    return sizes;
  }

  void visit(const Effort &effort) {
    int64_t outExtent = kind == ConvKind::Dense ? p.groupOut() : p.out;
    std::vector<int64_t> columnSizes = {p.columns.out}, inSizes = {p.groupIn()};
    if (effort.cutColumns)
      columnSizes = tileSizes(p.columns.out);
    if (effort.cutInput && kind == ConvKind::Dense)
      inSizes = outSizesOfInput();
    for (int64_t rows : tileSizes(p.rows.out))
      for (int64_t columns : columnSizes)
        for (int64_t out : outSizes(outExtent))
          for (int64_t in : inSizes)
            consider(rows, columns, out, in, effort.buffers);
  }

  std::vector<int64_t> outSizesOfInput() const {
    std::vector<int64_t> sizes = tileSizes(p.groupIn(), c.ic);
    for (int64_t size = std::min(c.ic, sizes.back()) / 2; size >= 1; size /= 2)
      sizes.push_back(size);
    return sizes;
  }

  void consider(int64_t rows, int64_t columns, int64_t out, int64_t in, int64_t buffers) {
    if (out > std::max<int64_t>(1, c.prmRecords / 2))
      return;
    ConvTiles t;
    t.kind = kind;
    t.rows = rows;
    t.columns = columns;
    t.out = out;
    t.in = in;
    t.buffers = buffers;
    double cycles = chooseBlocks(t);
    if (!std::isfinite(cycles))
      return;
    for (bool resident : {true, false})
      for (bool outOuter : {false, true}) {
        t.weightsResident = resident;
        t.outOuter = outOuter;
        keep(t, cycles);
      }
  }

  void keep(const ConvTiles &t, double cycles) {
    int64_t bytes = convFootprint(p, t, c.align).total;
    smallest = std::min(smallest, bytes);
    if (bytes > c.sram)
      return;
    int64_t traffic = convTraffic(p, t, c.align);
    if (best && (traffic > bestTraffic || (traffic == bestTraffic && cycles >= bestCycles)))
      return;
    best = t;
    bestTraffic = traffic;
    bestCycles = cycles;
  }

  /// Sets the blocks of a step; its cycles times the number of steps, infinite when none fits.
  double chooseBlocks(ConvTiles &t) const {
    bool accumulates = t.kind == ConvKind::Dense && t.in < p.groupIn();
    double fewest = std::numeric_limits<double>::infinity();
    ConvTiles chosen = t;
    for (int64_t out : outSizes(t.out)) {
      ConvTiles tried = t;
      if (!fillBlock(tried, out, accumulates))
        continue;
      double cycles = stepCycles(tried);
      if (cycles < fewest) {
        fewest = cycles;
        chosen = tried;
      }
    }
    t = chosen;
    double steps = static_cast<double>(p.images * blocks(p.rows.out, t.rows) * blocks(p.columns.out, t.columns)) *
                   static_cast<double>(blocks(p.out, t.out) * blocks(p.groupIn(), t.in));
    return fewest * steps;
  }

  bool fillBlock(ConvTiles &t, int64_t out, bool accumulates) const {
    t.blockOut = out;
    t.blockIn = t.in;
    if (t.kind == ConvKind::Dense) {
      int64_t most = c.wbuf / (p.taps() * out);
      if (t.blockIn > most)
        t.blockIn = most >= c.ic ? most / c.ic * c.ic : most;
    } else if (p.taps() * out * (t.kind == ConvKind::Grouped ? p.groupIn() : 1) > c.wbuf) {
      return false;
    }
    int64_t area = c.acc / 4 / out;
    if (t.blockIn < 1 || area < 1)
      return false;
    t.blockColumns = std::min(t.columns, area);
    t.blockRows = std::min(t.rows, area / t.blockColumns);
    bool whole = t.blockColumns == t.columns && t.blockRows == t.rows && out == t.out;
    return whole || !accumulates;
  }

  double stepCycles(const ConvTiles &t) const {
    double commands = static_cast<double>(blocks(t.rows, t.blockRows) * blocks(t.columns, t.blockColumns) *
                                          blocks(t.out, t.blockOut) * blocks(t.in, t.blockIn));
    int64_t pixels = t.blockRows * t.blockColumns;
    double array = 0, weights = 0, inChannels = 0;
    if (t.kind == ConvKind::Depthwise) {
      array = static_cast<double>(blocks(pixels, c.px) * blocks(p.taps(), 4) * blocks(t.blockOut, c.oc)) * c.dwFactor;
      weights = static_cast<double>(p.taps() * t.blockOut);
      inChannels = static_cast<double>(t.blockOut);
    } else {
      int64_t groups = t.kind == ConvKind::Grouped ? t.blockOut / p.groupOut() : 1;
      int64_t outs = t.blockOut / groups;
      array = static_cast<double>(blocks(pixels, c.px) * p.taps() * groups * blocks(t.blockIn, c.ic) * blocks(outs, c.oc));
      weights = static_cast<double>(p.taps() * t.blockOut * t.blockIn);
      inChannels = static_cast<double>(groups * t.blockIn);
    }
    double inPixels = static_cast<double>(t.blockRows * p.rows.stride * t.blockColumns * p.columns.stride);
    double bytes = inPixels * inChannels + weights + static_cast<double>(pixels * t.blockOut);
    return commands * (static_cast<double>(c.issueCycles + c.startCycles) + std::max(array, bytes / c.sramBytesPerCycle));
  }

  const ConvProblem &p;
  const Capacity &c;
  ConvKind kind;
  int64_t least = 1, unit = 1;
  std::optional<ConvTiles> best;
  int64_t bestTraffic = 0, smallest = std::numeric_limits<int64_t>::max();
  double bestCycles = 0;
};

} // namespace

std::optional<ConvTiles> chooseConvTiles(const ConvProblem &problem, const Capacity &capacity, int64_t *needed) {
  return Search(problem, capacity).run(needed);
}

} // namespace npu::tiling
