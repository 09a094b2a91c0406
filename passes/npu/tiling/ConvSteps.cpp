// From tiles to the steps, weight blocks and bytes they mean.
#include "passes/npu/tiling/ConvTiling.h"

#include <algorithm>

namespace npu::tiling {
namespace {

struct Range {
  int64_t begin, size;
};

std::vector<Range> ranges(int64_t extent, int64_t tile) {
  std::vector<Range> list;
  for (int64_t begin = 0; begin < extent; begin += tile)
    list.push_back({begin, std::min(tile, extent - begin)});
  return list;
}

/// Output-channel tiles. A dense tile never crosses a group; the other kinds take whole groups.
std::vector<Range> outTiles(const ConvProblem &p, const ConvTiles &t) {
  if (t.kind != ConvKind::Dense)
    return ranges(p.out, t.out);
  std::vector<Range> list;
  for (int64_t group = 0; group < p.groups; ++group)
    for (Range r : ranges(p.groupOut(), t.out))
      list.push_back({group * p.groupOut() + r.begin, r.size});
  return list;
}

/// Input-channel tiles within a group: one, except for dense layers whose input is cut.
std::vector<Range> inTiles(const ConvProblem &p, const ConvTiles &t) {
  return ranges(p.groupIn(), t.kind == ConvKind::Dense ? t.in : p.groupIn());
}

int64_t blockBytes(const ConvProblem &p, const ConvTiles &t, int64_t outSize, int64_t inSize) {
  return p.taps() * outSize * (t.kind == ConvKind::Depthwise ? 1 : inSize);
}

} // namespace

std::vector<WeightBlock> weightBlocks(const ConvProblem &p, const ConvTiles &t, int64_t align) {
  std::vector<WeightBlock> list;
  int64_t offset = 0;
  for (Range out : outTiles(p, t))
    for (Range in : inTiles(p, t))
      for (Range blockOut : ranges(out.size, t.blockOut))
        for (Range blockIn : ranges(in.size, t.kind == ConvKind::Dense ? t.blockIn : in.size)) {
          int64_t bytes = blockBytes(p, t, blockOut.size, blockIn.size);
          list.push_back({out.begin + blockOut.begin, blockOut.size, in.begin + blockIn.begin, blockIn.size, offset, bytes});
          offset += roundUp(bytes, align);
        }
  return list;
}

static int64_t blocksOf(const ConvTiles &t, int64_t outSize, int64_t inSize) {
  return blocks(outSize, t.blockOut) * (t.kind == ConvKind::Dense ? blocks(inSize, t.blockIn) : 1);
}

namespace {

/// Builds the list of steps; keeps what the step before loaded.
class Steps {
public:
  Steps(const ConvProblem &p, const ConvTiles &t)
      : p(p), t(t), rows(cut(p.rows, t.rows)), columns(cut(p.columns, t.columns)), outs(outTiles(p, t)),
        ins(inTiles(p, t)) {
    int64_t next = 0;
    for (Range out : outs) {
      firstBlock.push_back(next);
      for (Range in : ins)
        next += blocksOf(t, out.size, in.size);
    }
    blockCount = next;
  }

  std::vector<ConvStep> build() {
    if (t.outOuter)
      for (size_t out = 0; out < outs.size(); ++out)
        for (int64_t image = 0; image < p.images; ++image)
          overTiles(image, [&](const Span &r, const Span &c) { accumulate(image, r, c, out); });
    else
      for (int64_t image = 0; image < p.images; ++image)
        overTiles(image, [&](const Span &r, const Span &c) {
          for (size_t out = 0; out < outs.size(); ++out)
            accumulate(image, r, c, out);
        });
    return std::move(list);
  }

private:
  template <typename Fn> void overTiles(int64_t, Fn &&visit) {
    for (const Span &r : rows)
      for (const Span &c : columns)
        visit(r, c);
  }

  void accumulate(int64_t image, const Span &r, const Span &c, size_t outIndex) {
    Range out = outs[outIndex];
    int64_t block = firstBlock[outIndex];
    for (const Range &in : ins) {
      ConvStep s{image, r, c, out.begin, out.size, 0, 0, in.begin, &in == &ins.front(), &in == &ins.back(), true, true, 0, 0};
      int64_t group = out.begin / p.groupOut();
      s.in = group * p.groupIn() + in.begin;
      s.inSize = t.kind == ConvKind::Dense ? in.size : out.size / p.groupOut() * p.groupIn();
      s.weightBegin = block;
      s.weightEnd = block += blocksOf(t, out.size, in.size);
      append(s);
    }
  }

  void append(ConvStep s) {
    if (!list.empty()) {
      const ConvStep &before = list.back();
      bool sameInput = before.image == s.image && before.rows.out == s.rows.out && before.columns.out == s.columns.out &&
                       before.in == s.in && before.inSize == s.inSize;
      s.loadInput = !sameInput;
      s.loadWeights = !t.weightsResident && before.weightBegin != s.weightBegin;
    }
    list.push_back(s);
  }

  const ConvProblem &p;
  const ConvTiles &t;
  std::vector<Span> rows, columns;
  std::vector<Range> outs, ins;
  std::vector<int64_t> firstBlock;
  int64_t blockCount = 0;
  std::vector<ConvStep> list;
};

} // namespace

std::vector<ConvStep> convSteps(const ConvProblem &p, const ConvTiles &t, int64_t) { return Steps(p, t).build(); }

namespace {

/// An extent in tiles, counted rather than listed: the search asks for thousands of tilings.
struct Cut {
  Cut(int64_t extent, int64_t tile) : tile(tile), whole(extent / tile), rest(extent % tile) {}
  int64_t count() const { return whole + (rest > 0); }
  /// The sum of bytesOf(size) over all tiles.
  template <typename Fn> int64_t sum(Fn &&bytesOf) const {
    return (whole > 0 ? whole * bytesOf(tile) : 0) + (rest > 0 ? bytesOf(rest) : 0);
  }

  int64_t tile, whole, rest;
};

/// What outTiles() and inTiles() list; `outRepeats` times the output cut.
int64_t outRepeats(const ConvProblem &p, const ConvTiles &t) { return t.kind == ConvKind::Dense ? p.groups : 1; }
Cut outCut(const ConvProblem &p, const ConvTiles &t) {
  return Cut(t.kind == ConvKind::Dense ? p.groupOut() : p.out, t.out);
}
Cut inCut(const ConvProblem &p, const ConvTiles &t) {
  return Cut(p.groupIn(), t.kind == ConvKind::Dense ? t.in : p.groupIn());
}
int64_t outCount(const ConvProblem &p, const ConvTiles &t) { return outRepeats(p, t) * outCut(p, t).count(); }

/// Packed bytes of one (output tile, input tile).
int64_t packedBytes(const ConvProblem &p, const ConvTiles &t, int64_t outSize, int64_t inSize, int64_t align) {
  Cut in(inSize, t.kind == ConvKind::Dense ? t.blockIn : inSize);
  return Cut(outSize, t.blockOut).sum([&](int64_t blockOut) {
    return in.sum([&](int64_t blockIn) { return roundUp(blockBytes(p, t, blockOut, blockIn), align); });
  });
}

int64_t allWeights(const ConvProblem &p, const ConvTiles &t, int64_t align) {
  return outRepeats(p, t) * outCut(p, t).sum([&](int64_t out) {
    return inCut(p, t).sum([&](int64_t in) { return packedBytes(p, t, out, in, align); });
  });
}

/// Images x tiles of rows x tiles of columns.
int64_t spatialCount(const ConvProblem &p, const ConvTiles &t) {
  return p.images * blocks(p.rows.out, t.rows) * blocks(p.columns.out, t.columns);
}

} // namespace

int64_t convCommandCount(const ConvProblem &p, const ConvTiles &t) {
  int64_t weightBlocks = outRepeats(p, t) * outCut(p, t).sum([&](int64_t out) {
    return inCut(p, t).sum([&](int64_t in) { return blocksOf(t, out, in); });
  });
  int64_t areas = Cut(p.rows.out, t.rows).sum([&](int64_t rows) { return blocks(rows, t.blockRows); }) *
                  Cut(p.columns.out, t.columns).sum([&](int64_t columns) { return blocks(columns, t.blockColumns); });
  return p.images * areas * weightBlocks;
}

ConvFootprint convFootprint(const ConvProblem &p, const ConvTiles &t, int64_t align) {
  bool dense = t.kind == ConvKind::Dense;
  int64_t spatial = spatialCount(p, t), outs = outCount(p, t), ins = inCut(p, t).count();
  int64_t inChannels = dense ? t.in : std::min(p.in, t.out / p.groupOut() * p.groupIn());
  ConvFootprint f;
  if (!p.inputResident)
    f.input = largestInput(p.rows, t.rows) * roundUp(largestInput(p.columns, t.columns) * inChannels, align);
  f.weights = t.weightsResident ? allWeights(p, t, align)
                                : packedBytes(p, t, t.out, dense ? t.in : p.groupIn(), align);
  if (!p.outputResident)
    f.output = std::min(t.rows, p.rows.out) * roundUp(std::min(t.columns, p.columns.out) * t.out, align);
  bool inputTurns = spatial * ins > 1 || p.groups > 1;
  f.total = roundUp(f.input, align) * (inputTurns ? t.buffers : 1) +
            f.weights * (!t.weightsResident && outs * ins > 1 ? t.buffers : 1) +
            roundUp(f.output, align) * (spatial * outs > 1 ? t.buffers : 1);
  return f;
}

int64_t convTraffic(const ConvProblem &p, const ConvTiles &t, int64_t align) {
  int64_t spatial = spatialCount(p, t), outs = outCount(p, t), ins = inCut(p, t).count();
  int64_t traffic = 0;
  if (!p.inputResident) {
    int64_t pixels = totalInput(p.rows, t.rows) * totalInput(p.columns, t.columns) * p.images;
    bool again = t.kind == ConvKind::Dense && (ins > 1 || (t.outOuter && spatial > 1));
    traffic += pixels * (again ? outs * p.groupIn() : p.in);
  }
  int64_t weights = allWeights(p, t, align);
  bool once = t.weightsResident || outs * ins == 1 || (t.outOuter && ins == 1);
  traffic += once ? weights : weights * spatial;
  if (!p.outputResident)
    traffic += p.images * p.rows.out * p.columns.out * p.out;
  return traffic;
}

} // namespace npu::tiling
