// From tiles of a product to the steps, blocks and bytes they mean.
#include "passes/npu/tiling/MatmulTiling.h"

#include <algorithm>

namespace npu::tiling {
namespace {

struct Range {
  int64_t begin, size;
};

std::vector<Range> ranges(int64_t begin, int64_t extent, int64_t tile) {
  std::vector<Range> list;
  for (int64_t at = 0; at < extent; at += tile)
    list.push_back({begin + at, std::min(tile, extent - at)});
  return list;
}

/// Builds the list of steps; knows what the step before loaded.
class Steps {
public:
  Steps(const MatmulProblem &p, const MatmulTiles &t) : p(p), t(t) {}

  std::vector<MatmulStep> build() {
    std::vector<Range> rows = ranges(0, p.rows, t.rows), columns = ranges(0, p.columns, t.columns);
    for (const Range &batch : ranges(0, p.batch, t.batch))
      for (const Range &outer : t.columnsOuter ? columns : rows)
        for (const Range &inner : t.columnsOuter ? rows : columns)
          accumulate(batch, t.columnsOuter ? inner : outer, t.columnsOuter ? outer : inner);
    return std::move(list);
  }

private:
  void accumulate(const Range &batch, const Range &row, const Range &column) {
    for (const Range &inner : ranges(0, p.inner, t.inner)) {
      MatmulStep s;
      s.part = {batch.begin, batch.size, row.begin, row.size, column.begin, column.size, inner.begin, inner.size};
      s.first = inner.begin == 0;
      s.last = inner.begin + inner.size == p.inner;
      const MatmulPart *before = list.empty() ? nullptr : &list.back().part;
      bool sameInner = before && before->inner == s.part.inner;
      auto sameBatch = [&](bool batched) { return !batched || before->batch == s.part.batch; };
      s.loadLhs = !sameInner || before->row != s.part.row || !sameBatch(p.lhsBatched);
      s.loadRhs = !sameInner || before->column != s.part.column || !sameBatch(p.rhsBatched);
      list.push_back(s);
    }
  }

  const MatmulProblem &p;
  const MatmulTiles &t;
  std::vector<MatmulStep> list;
};

/// How many tiles each axis is cut into.
struct Counts {
  Counts(const MatmulProblem &p, const MatmulTiles &t)
      : batch(blocks(p.batch, t.batch)), rows(blocks(p.rows, t.rows)), columns(blocks(p.columns, t.columns)),
        inner(blocks(p.inner, t.inner)) {}
  int64_t batch, rows, columns, inner;
};

/// Of an extent in tiles of `tile`, each cut into blocks of `block`: how many blocks.
int64_t blocksOfTiles(int64_t extent, int64_t tile, int64_t block) {
  return extent / tile * blocks(tile, block) + blocks(extent % tile, block);
}

/// How often an operand is read as a whole. `own` tiles it along its outer axis, `other` tiles the other operand has;
/// `outside`: its own axis is the outer one of both.
int64_t timesRead(const Counts &n, int64_t own, int64_t other, bool outside, bool batched) {
  bool stays = n.inner == 1 && (outside || own == 1); // while the other operand's tiles pass
  int64_t times = stays ? 1 : other;
  return batched || (stays && own == 1) ? times : times * n.batch;
}

} // namespace

std::vector<MatmulStep> matmulSteps(const MatmulProblem &p, const MatmulTiles &t) { return Steps(p, t).build(); }

std::vector<MatmulPart> matmulBlocks(const MatmulTiles &t, const MatmulPart &s) {
  std::vector<MatmulPart> list;
  for (const Range &batch : ranges(s.batch, s.batches, t.blockBatch))
    for (const Range &row : ranges(s.row, s.rows, t.blockRows))
      for (const Range &column : ranges(s.column, s.columns, t.blockColumns))
        for (const Range &inner : ranges(s.inner, s.inners, t.blockInner))
          list.push_back({batch.begin, batch.size, row.begin, row.size, column.begin, column.size, inner.begin, inner.size});
  return list;
}

int64_t matmulCommandCount(const MatmulProblem &p, const MatmulTiles &t) {
  return blocksOfTiles(p.batch, t.batch, t.blockBatch) * blocksOfTiles(p.rows, t.rows, t.blockRows) *
         blocksOfTiles(p.columns, t.columns, t.blockColumns) * blocksOfTiles(p.inner, t.inner, t.blockInner);
}

MatmulFootprint matmulFootprint(const MatmulProblem &p, const MatmulTiles &t, int64_t align) {
  Counts n(p, t);
  int64_t batch = std::min(t.batch, p.batch), rows = std::min(t.rows, p.rows), columns = std::min(t.columns, p.columns);
  int64_t inner = std::min(t.inner, p.inner);
  MatmulFootprint f;
  // Each matrix is one row of a tile.
  if (!p.lhsResident)
    f.lhs = (p.lhsBatched ? batch : 1) * roundUp(rows * inner, align);
  if (!p.rhsResident)
    f.rhs = (p.rhsBatched ? batch : 1) * roundUp(inner * columns, align);
  if (!p.outputResident)
    f.output = batch * roundUp(rows * columns, align);
  bool lhsTurns = n.rows * n.inner > 1 || (p.lhsBatched && n.batch > 1);
  bool rhsTurns = n.columns * n.inner > 1 || (p.rhsBatched && n.batch > 1);
  bool outputTurns = n.batch * n.rows * n.columns > 1;
  f.total = f.lhs * (lhsTurns ? t.buffers : 1) + f.rhs * (rhsTurns ? t.buffers : 1) +
            f.output * (outputTurns ? t.buffers : 1);
  return f;
}

int64_t matmulTraffic(const MatmulProblem &p, const MatmulTiles &t) {
  Counts n(p, t);
  int64_t bytes = 0;
  if (!p.lhsResident)
    bytes += timesRead(n, n.rows, n.columns, !t.columnsOuter, p.lhsBatched) * (p.lhsBatched ? p.batch : 1) * p.rows * p.inner;
  if (!p.rhsResident)
    bytes += timesRead(n, n.columns, n.rows, t.columnsOuter, p.rhsBatched) * (p.rhsBatched ? p.batch : 1) * p.inner * p.columns;
  if (!p.outputResident)
    bytes += p.batch * p.rows * p.columns;
  return bytes;
}

} // namespace npu::tiling
