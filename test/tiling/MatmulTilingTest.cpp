// The search against a checker that shares no code with it: every product is computed exactly once, from tiles that were
// loaded, within every memory.
#include "passes/npu/tiling/MatmulTiling.h"

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

MatmulProblem randomProblem(Random &r) {
  MatmulProblem p;
  p.batch = r.pick(1, 4);
  p.rows = r.pick(1, 24);
  p.inner = r.pick(1, 40);
  p.columns = r.pick(1, 24);
  p.lhsBatched = p.batch > 1 && r.pick(0, 2) > 0;
  p.rhsBatched = p.batch > 1 && (!p.lhsBatched || r.pick(0, 1));
  p.lhsResident = r.pick(0, 3) == 0;
  p.rhsResident = r.pick(0, 3) == 0;
  p.outputResident = r.pick(0, 3) == 0;
  return p;
}

Capacity randomCapacity(Random &r) {
  Capacity c;
  c.sram = r.pick(64, 3000);
  c.acc = r.pick(16, 400) * 4;
  c.wbuf = r.pick(16, 1000);
  c.px = r.pick(1, 4);
  c.oc = 1 << r.pick(0, 4);
  c.ic = 1 << r.pick(0, 4);
  c.issueCycles = 16;
  c.startCycles = 64;
  return c;
}

bool within(int64_t begin, int64_t size, int64_t outer, int64_t outerSize) {
  return size >= 1 && begin >= outer && begin + size <= outer + outerSize;
}

class Checker {
public:
  Checker(const MatmulProblem &p, const MatmulTiles &t, const Capacity &c) : p(p), t(t), c(c) {}

  void run() {
    const MatmulPart *lhs = nullptr, *rhs = nullptr;
    std::vector<MatmulStep> steps = matmulSteps(p, t);
    for (const MatmulStep &step : steps) {
      const MatmulPart &s = step.part;
      lhs = step.loadLhs ? &s : lhs;
      rhs = step.loadRhs ? &s : rhs;
      ASSERT_TRUE(lhs && rhs);
      ASSERT_TRUE(lhs->row == s.row && lhs->rows == s.rows && lhs->inner == s.inner && (!p.lhsBatched || lhs->batch == s.batch));
      ASSERT_TRUE(rhs->column == s.column && rhs->columns == s.columns && rhs->inner == s.inner &&
                  (!p.rhsBatched || rhs->batch == s.batch));
      traffic += p.lhsResident || !step.loadLhs ? 0 : (p.lhsBatched ? s.batches : 1) * s.rows * s.inners;
      traffic += p.rhsResident || !step.loadRhs ? 0 : (p.rhsBatched ? s.batches : 1) * s.columns * s.inners;
      traffic += p.outputResident || !step.last ? 0 : s.batches * s.rows * s.columns;
      lhsLoads += step.loadLhs;
      rhsLoads += step.loadRhs;
      stores += step.last;
      checkStep(step);
      if (::testing::Test::HasFatalFailure())
        return;
    }
    ASSERT_FALSE(open);
    ASSERT_EQ(int64_t(done.size()), p.batch * p.rows * p.columns);
    for (const auto &[output, inner] : done)
      ASSERT_EQ(inner, p.inner);
    EXPECT_EQ(traffic, matmulTraffic(p, t));
    EXPECT_EQ(commands, matmulCommandCount(p, t));
    checkFootprint();
  }

private:
  void checkStep(const MatmulStep &step) {
    const MatmulPart &s = step.part;
    ASSERT_EQ(step.first, s.inner == 0);
    ASSERT_EQ(step.last, s.inner + s.inners == p.inner);
    for (const MatmulPart &b : matmulBlocks(t, s)) {
      ++commands;
      ASSERT_TRUE(within(b.batch, b.batches, s.batch, s.batches) && within(b.row, b.rows, s.row, s.rows) &&
                  within(b.column, b.columns, s.column, s.columns) && within(b.inner, b.inners, s.inner, s.inners));
      ASSERT_LE(b.batches * b.rows * b.columns * 4, c.acc);
      ASSERT_LE((p.rhsBatched ? b.batches : 1) * b.inners * b.columns, c.wbuf);
      // One accumulation: consecutive commands over one block of the output, in order.
      std::array<int64_t, 6> output = {b.batch, b.batches, b.row, b.rows, b.column, b.columns};
      ASSERT_EQ(open, b.inner != 0);
      ASSERT_TRUE(!open || output == last);
      last = output;
      open = b.inner + b.inners != p.inner;
      for (int64_t n = b.batch; n < b.batch + b.batches; ++n)
        for (int64_t y = b.row; y < b.row + b.rows; ++y)
          for (int64_t x = b.column; x < b.column + b.columns; ++x) {
            int64_t &summed = done[{n, y, x}];
            ASSERT_EQ(summed, b.inner);
            summed += b.inners;
          }
    }
  }

  void checkFootprint() {
    MatmulFootprint f = matmulFootprint(p, t, c.align);
    auto buffers = [&](int64_t loads) { return std::min(loads, t.buffers); };
    EXPECT_EQ(f.total, f.lhs * buffers(lhsLoads) + f.rhs * buffers(rhsLoads) + f.output * buffers(stores));
    EXPECT_LE(f.total, c.sram);
  }

  const MatmulProblem &p;
  const MatmulTiles &t;
  const Capacity &c;
  std::map<std::array<int64_t, 3>, int64_t> done; // inner positions summed so far
  std::array<int64_t, 6> last = {};
  bool open = false;
  int64_t traffic = 0, commands = 0, lhsLoads = 0, rhsLoads = 0, stores = 0;
};

} // namespace

TEST(MatmulTiling, EveryProductOnceWithinEveryMemory) {
  Random r{std::mt19937(7)};
  int found = 0, cutInner = 0, batched = 0;
  for (int i = 0; i < 3000; ++i) {
    MatmulProblem p = randomProblem(r);
    Capacity c = randomCapacity(r);
    int64_t needed = 0;
    std::optional<MatmulTiles> t = chooseMatmulTiles(p, c, &needed);
    if (!t) {
      EXPECT_GT(needed, c.sram) << i;
      continue;
    }
    ++found;
    cutInner += t->inner < p.inner;
    batched += t->batch > 1;
    SCOPED_TRACE("case " + std::to_string(i));
    Checker(p, *t, c).run();
    if (HasFatalFailure())
      return;
  }
  EXPECT_GT(found, 2500);
  EXPECT_GT(cutInner, 20);
  EXPECT_GT(batched, 100);
}

// 48 bytes hold one element of each tile, whatever the extents.
TEST(MatmulTiling, AnyProductFitsThreeElements) {
  MatmulProblem p{5, 300, 1000, 70};
  Capacity c;
  c.sram = 48;
  c.acc = 4;
  c.wbuf = 1;
  std::optional<MatmulTiles> t = chooseMatmulTiles(p, c, nullptr);
  ASSERT_TRUE(t);
  EXPECT_LE(matmulFootprint(p, *t, 16).total, 48);
  c.sram = 47;
  int64_t needed = 0;
  EXPECT_FALSE(chooseMatmulTiles(p, c, &needed));
  EXPECT_EQ(needed, 48);
}

// Where everything fits, everything is read once, and small matrices share a command.
TEST(MatmulTiling, SmallMatricesShareACommand) {
  MatmulProblem p{12, 8, 16, 8};
  Capacity c;
  c.sram = 1 << 20;
  c.acc = 1 << 14;
  c.wbuf = 1 << 12;
  std::optional<MatmulTiles> t = chooseMatmulTiles(p, c, nullptr);
  ASSERT_TRUE(t);
  EXPECT_EQ(matmulCommandCount(p, *t), 1);
  EXPECT_EQ(matmulTraffic(p, *t), 12 * (8 * 16 + 16 * 8 + 8 * 8));
}
