// The search against a checker that shares no code with it: every product of the convolution is computed exactly
// once, from bytes that were loaded, within every memory.
#include "passes/npu/tiling/ConvTiling.h"

#include <map>
#include <random>
#include <set>

#include <gtest/gtest.h>

using namespace npu::tiling;

namespace {

struct Random {
  std::mt19937 engine;
  int64_t pick(int64_t low, int64_t high) { return low + int64_t(engine() % uint64_t(high - low + 1)); }
};

Axis randomAxis(Random &r) {
  while (true) {
    Axis a{r.pick(1, 17), 0, r.pick(1, 4), r.pick(1, 3), r.pick(1, 2), r.pick(0, 2)};
    int64_t reach = a.in + a.padBefore + r.pick(0, 2) - ((a.kernel - 1) * a.dilation + 1);
    if (reach < 0)
      continue;
    a.out = reach / a.stride + 1;
    return a;
  }
}

ConvProblem randomProblem(Random &r) {
  ConvProblem p;
  p.images = r.pick(1, 2);
  p.rows = randomAxis(r);
  p.columns = randomAxis(r);
  int64_t form = r.pick(0, 3);
  p.groups = form < 2 ? 1 : r.pick(2, 6);
  p.in = p.groups * (form == 2 ? 1 : r.pick(1, 20));
  p.out = p.groups * (form == 2 ? 1 : r.pick(1, 20));
  p.inputResident = r.pick(0, 3) == 0;
  p.outputResident = r.pick(0, 3) == 0;
  return p;
}

Capacity randomCapacity(Random &r) {
  Capacity c;
  c.sram = r.pick(200, 6000);
  c.acc = r.pick(16, 400) * 4;
  c.wbuf = r.pick(64, 2000);
  c.prmRecords = r.pick(8, 64);
  c.px = r.pick(1, 4);
  c.oc = 1 << r.pick(0, 4);
  c.ic = 1 << r.pick(0, 4);
  c.issueCycles = 16;
  c.startCycles = 64;
  return c;
}

/// What has been done so far, and what lies in SRAM.
class Checker {
public:
  Checker(const ConvProblem &p, const ConvTiles &t, const Capacity &c)
      : p(p), t(t), c(c), blocks(weightBlocks(p, t, c.align)) {}

  void run() {
    checkPacking();
    std::vector<ConvStep> steps = convSteps(p, t, c.align);
    ASSERT_FALSE(steps.empty());
    ASSERT_TRUE(steps.front().loadInput && steps.front().loadWeights);
    const ConvStep *input = nullptr, *weights = nullptr;
    for (const ConvStep &step : steps) {
      input = step.loadInput ? &step : input;
      weights = step.loadWeights ? &step : weights;
      ASSERT_TRUE(sameInput(*input, step));
      ASSERT_TRUE(t.weightsResident || weights->weightBegin == step.weightBegin);
      ASSERT_LE(step.outSize, c.prmRecords / 2);
      traffic += p.inputResident || !step.loadInput ? 0 : step.rows.inSize * step.columns.inSize * step.inSize;
      traffic += step.loadWeights ? weightBytes(step) : 0;
      traffic += p.outputResident || !step.last ? 0 : step.rows.outSize * step.columns.outSize * step.outSize;
      commands += (step.rows.outSize + t.blockRows - 1) / t.blockRows *
                  ((step.columns.outSize + t.blockColumns - 1) / t.blockColumns) * (step.weightEnd - step.weightBegin);
      checkStep(step);
      if (::testing::Test::HasFatalFailure())
        return;
    }
    ASSERT_EQ(products.size(), size_t(p.images * p.rows.out * p.columns.out * p.out));
    for (const auto &[output, inputs] : products)
      ASSERT_EQ(int64_t(inputs.size()), p.groupIn());
    ASSERT_EQ(stored.size(), products.size());
    EXPECT_EQ(traffic, convTraffic(p, t, c.align));
    EXPECT_EQ(commands, convCommandCount(p, t));
  }

private:
  using Output = std::array<int64_t, 4>;

  static bool sameInput(const ConvStep &a, const ConvStep &b) {
    return a.image == b.image && a.rows.in == b.rows.in && a.rows.inSize == b.rows.inSize &&
           a.columns.in == b.columns.in && a.columns.inSize == b.columns.inSize && a.in == b.in && a.inSize == b.inSize;
  }

  int64_t weightBytes(const ConvStep &step) const {
    const WeightBlock &first = t.weightsResident ? blocks.front() : blocks[step.weightBegin];
    const WeightBlock &last = t.weightsResident ? blocks.back() : blocks[step.weightEnd - 1];
    return last.offset + (last.bytes + c.align - 1) / c.align * c.align - first.offset;
  }

  void checkPacking() {
    int64_t end = 0;
    for (const WeightBlock &b : blocks) {
      ASSERT_EQ(b.offset % c.align, 0);
      ASSERT_GE(b.offset, end);
      ASSERT_LE(b.bytes, c.wbuf);
      end = b.offset + b.bytes;
    }
  }

  void checkStep(const ConvStep &step) {
    // One accumulation: consecutive steps over one output tile, and no other in between.
    if (step.first)
      open = {step.image, step.rows.out, step.columns.out, step.out};
    ASSERT_EQ(open, (Output{step.image, step.rows.out, step.columns.out, step.out}));
    bool shared = !step.first || !step.last;
    int64_t rows = std::min(t.blockRows, step.rows.outSize), columns = std::min(t.blockColumns, step.columns.outSize);
    ASSERT_LE(rows * columns * std::min(t.blockOut, step.outSize) * 4, c.acc);
    if (shared)
      ASSERT_TRUE(rows == step.rows.outSize && columns == step.columns.outSize && t.blockOut >= step.outSize);
    for (int64_t index = step.weightBegin; index < step.weightEnd; ++index)
      multiply(step, blocks[index]);
    for (int64_t y = 0; step.last && y < step.rows.outSize; ++y)
      for (int64_t x = 0; x < step.columns.outSize; ++x)
        for (int64_t k = 0; k < step.outSize; ++k)
          ASSERT_TRUE((stored.insert({step.image, step.rows.out + y, step.columns.out + x, step.out + k}).second));
  }

  void multiply(const ConvStep &step, const WeightBlock &b) {
    ASSERT_TRUE(b.out >= step.out && b.out + b.outSize <= step.out + step.outSize);
    for (int64_t k = b.out; k < b.out + b.outSize; ++k)
      for (int64_t i = b.in; i < b.in + b.inSize; ++i) {
        int64_t channel = k / p.groupOut() * p.groupIn() + i;
        ASSERT_TRUE(channel >= step.in && channel < step.in + step.inSize);
        for (int64_t y = 0; y < step.rows.outSize; ++y)
          for (int64_t x = 0; x < step.columns.outSize; ++x)
            ASSERT_TRUE((products[{step.image, step.rows.out + y, step.columns.out + x, k}].insert(i).second));
      }
  }

  const ConvProblem &p;
  const ConvTiles &t;
  const Capacity &c;
  std::vector<WeightBlock> blocks;
  std::map<Output, std::set<int64_t>> products;
  std::set<Output> stored;
  Output open{};
  int64_t traffic = 0, commands = 0;
};

TEST(ConvTiling, EveryChoiceIsAConvolutionThatFits) {
  Random r{std::mt19937(7)};
  int found = 0;
  std::set<int64_t> kinds;
  for (int i = 0; i < 250; ++i) {
    ConvProblem p = randomProblem(r);
    Capacity c = randomCapacity(r);
    int64_t needed = 0;
    std::optional<ConvTiles> t = chooseConvTiles(p, c, &needed);
    if (!t) {
      ASSERT_GT(needed, c.sram);
      continue;
    }
    ++found;
    kinds.insert(int64_t(t->kind));
    ASSERT_LE(convFootprint(p, *t, c.align).total, c.sram);
    Checker(p, *t, c).run();
    ASSERT_FALSE(HasFailure()) << "case " << i << ": " << p.rows.in << "x" << p.columns.in << "x" << p.in << " -> " << p.out
                               << " in " << p.groups << " groups, kind " << int(t->kind) << ", buffers " << t->buffers
                               << ", outOuter " << t->outOuter << ", resident " << t->weightsResident;
  }
  EXPECT_GT(found, 180);
  EXPECT_EQ(kinds.size(), 3u);
}

// What is said to be needed is enough, and one alignment less is not.
TEST(ConvTiling, NeededIsExact) {
  Random r{std::mt19937(8)};
  int tried = 0;
  for (int i = 0; i < 200; ++i) {
    ConvProblem p = randomProblem(r);
    Capacity c = randomCapacity(r);
    c.sram = 16;
    int64_t needed = 0;
    if (chooseConvTiles(p, c, &needed) || needed == 0)
      continue;
    ++tried;
    c.sram = needed;
    ASSERT_TRUE(chooseConvTiles(p, c, nullptr));
    c.sram = needed - 1;
    ASSERT_FALSE(chooseConvTiles(p, c, nullptr));
  }
  EXPECT_GT(tried, 100);
}

// With room for all of it, no byte moves twice; cuts may even skip what no tap reads.
TEST(ConvTiling, RoomForAllMovesNoByteTwice) {
  Random r{std::mt19937(9)};
  for (int i = 0; i < 100; ++i) {
    ConvProblem p = randomProblem(r);
    Capacity c = randomCapacity(r);
    c.sram = 1 << 20;
    std::optional<ConvTiles> t = chooseConvTiles(p, c, nullptr);
    ASSERT_TRUE(t);
    int64_t wanted = 0;
    for (const WeightBlock &b : weightBlocks(p, *t, c.align))
      wanted += (b.bytes + c.align - 1) / c.align * c.align;
    if (!p.inputResident)
      wanted += p.images * spanOf(p.rows, 0, p.rows.out).inSize * spanOf(p.columns, 0, p.columns.out).inSize * p.in;
    if (!p.outputResident)
      wanted += p.images * p.rows.out * p.columns.out * p.out;
    ASSERT_LE(convTraffic(p, *t, c.align), wanted) << "case " << i;
  }
}

} // namespace
