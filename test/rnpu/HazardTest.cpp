// Checked mode reports every kind of hazard, and random orders agree when there is none.
#include <gtest/gtest.h>

#include "test/rnpu/Program.h"

using namespace rnpu_test;

namespace {

constexpr rnpu_sim_options Checked = {RNPU_SIM_CHECKED, 0, 0, 0};

rnpu_unary copy(uint32_t from, uint32_t to, uint32_t bytes) {
  rnpu_unary u = {};
  u.in = tile(from, 1, 1, bytes);
  u.out = tile(to, 1, 1, bytes);
  u.kind = RNPU_COPY;
  return u;
}

Machine machine(rnpu_sim_options options, uint32_t outstanding = 2) {
  rnpu_config config = smallConfig();
  config.dma_outstanding = outstanding;
  Machine m(options, config);
  for (int i = 0; i < 256; ++i)
    m.region(Input).push_back(static_cast<uint8_t>(i * 7));
  m.region(Output).assign(256, 0);
  m.region(Arena).assign(256, 0);
  return m;
}

::testing::AssertionResult reports(const Program &p, const std::vector<std::string> &parts, uint32_t outstanding = 2,
                                   rnpu_sim_options options = Checked) {
  Machine m = machine(options, outstanding);
  npu_status status = m.verifyAndRun(p);
  if (status != NPU_ERROR_DEVICE)
    return ::testing::AssertionFailure() << "status " << status << " " << m.text();
  for (const std::string &part : parts)
    if (m.text().find(part) == std::string::npos)
      return ::testing::AssertionFailure() << "'" << part << "' not in '" << m.text() << "'";
  return ::testing::AssertionSuccess();
}

::testing::AssertionResult clean(const Program &p, uint32_t outstanding = 2) {
  Machine m = machine(Checked, outstanding);
  npu_status status = m.verifyAndRun(p);
  return status == NPU_OK ? ::testing::AssertionSuccess() : ::testing::AssertionFailure() << m.text();
}

} // namespace

// A copy that does not wait for the DMA that fills its input: both commands are named.
TEST(RnpuHazard, ReadAfterWriteWithoutWait) {
  Program p;
  p.add(RNPU_DMA, 0, load(Input, 0, 0, 64)).add(RNPU_UNARY, Vxu, copy(0, 64, 64)).stop();
  EXPECT_TRUE(reports(p, {"race", "command 1 (UNARY, node 1)", "reads SRAM", "command 0 (DMA, node 0) writes"}));
}

// The same with its wait is clean.
TEST(RnpuHazard, AWaitOrders) {
  Program p;
  p.add(RNPU_DMA, 0, load(Input, 0, 0, 64)).add(RNPU_UNARY, Vxu, copy(0, 64, 64), {{0, 1}}).stop();
  EXPECT_TRUE(clean(p));
}

// Overwriting a buffer that is still being read.
TEST(RnpuHazard, WriteAfterReadWithoutWait) {
  Program p;
  p.add(RNPU_DMA, 0, load(Input, 0, 0, 64))
      .add(RNPU_UNARY, Vxu, copy(0, 64, 64), {{0, 1}})
      .add(RNPU_DMA, 1, fill(0, 64, 5))
      .stop();
  EXPECT_TRUE(reports(p, {"race", "command 2 (DMA", "writes SRAM"}));
}

// Two channels write one buffer.
TEST(RnpuHazard, WriteAfterWriteWithoutWait) {
  Program p;
  p.add(RNPU_DMA, 0, fill(0, 64, 1)).add(RNPU_DMA, 1, fill(32, 64, 2)).stop();
  EXPECT_TRUE(reports(p, {"race", "command 1", "command 0", "writes"}));
}

// Two transfers of one channel overlap in time within `outstanding`, unless a wait orders them.
TEST(RnpuHazard, DmaOverlapsWithinOneQueue) {
  Program racy, ordered, distant;
  racy.add(RNPU_DMA, 0, fill(0, 64, 1)).add(RNPU_DMA, 0, fill(0, 64, 2)).stop();
  ordered.add(RNPU_DMA, 0, fill(0, 64, 1)).add(RNPU_DMA, 0, fill(0, 64, 2), {{0, 1}}).stop();
  distant.add(RNPU_DMA, 0, fill(0, 64, 1)).add(RNPU_DMA, 0, fill(64, 64, 2)).add(RNPU_DMA, 0, fill(0, 64, 2)).stop();
  EXPECT_TRUE(reports(racy, {"race", "command 1", "command 0"}));
  EXPECT_TRUE(clean(racy, 1));
  EXPECT_TRUE(clean(ordered));
  EXPECT_TRUE(clean(distant));
  EXPECT_TRUE(reports(distant, {"race", "command 2", "command 0"}, 3));
}

// Order through a third queue counts: DMA 0 -> VXU -> DMA 1.
TEST(RnpuHazard, OrderIsTransitive) {
  Program p;
  p.add(RNPU_DMA, 0, load(Input, 0, 0, 64))
      .add(RNPU_FENCE, Vxu, {{0, 1}})
      .add(RNPU_DMA, 1, fill(0, 64, 3), {{Vxu, 1}})
      .stop();
  EXPECT_TRUE(clean(p));
}

// Commands of a queue start in order: what an earlier one waited for holds for the next.
TEST(RnpuHazard, WaitsHoldForTheRestOfTheQueue) {
  Program p;
  p.add(RNPU_DMA, 0, fill(0, 64, 1))
      .add(RNPU_UNARY, Vxu, copy(0, 64, 64), {{0, 1}})
      .add(RNPU_DMA, 1, fill(256, 64, 2), {{Vxu, 1}})
      .add(RNPU_DMA, 1, store(64, Output, 0, 64))
      .stop();
  EXPECT_TRUE(clean(p));
}

// A 1x1 window with stride 2 reads every second pixel of every second row, and nothing between.
TEST(RnpuHazard, StridedWindowsReadOnlyTheirTaps) {
  rnpu_pool pool = {};
  pool.in = tile(0, 3, 3, 4);
  pool.out = tile(256, 2, 2, 4);
  pool.window = window(3, 3, 2, 2, 1, 2, 0);
  for (uint32_t written : {2u, 1u}) {
    rnpu_dma corners = fill(0, 4, 9);
    corners.extent[1] = 2, corners.dst_stride[1] = 2 * pool.in.row_pitch;
    corners.extent[2] = written, corners.dst_stride[2] = 8;
    Program p;
    p.add(RNPU_DMA, 0, corners).add(RNPU_DMA, 0, fill(0, 10, 0, RNPU_SPACE_PRM));
    rnpu_dma one = fill(4, 1, 2, RNPU_SPACE_PRM);
    one.dst_offset = 8;
    p.add(RNPU_DMA, 0, one, {{0, 2}}).add(RNPU_POOL, Vxu, pool, {{0, 3}}).stop();
    if (written == 2)
      EXPECT_TRUE(clean(p));
    else
      EXPECT_TRUE(reports(p, {"command 3 (POOL, node 3): reads SRAM byte 8"}));
  }
}

// Interleaved byte sets whose bounding ranges overlap share no byte.
TEST(RnpuHazard, StridedSetsAreExact) {
  auto every = [](uint64_t at, int64_t stride, uint32_t count) {
    rnpu_dma d = fill(at, count, 1);
    d.dst_stride[3] = stride;
    return d;
  };
  Program even, meeting;
  even.add(RNPU_DMA, 0, every(0, 2, 32)).add(RNPU_DMA, 1, every(1, 2, 32)).stop();
  meeting.add(RNPU_DMA, 0, every(0, 2, 32)).add(RNPU_DMA, 1, every(1, 3, 20)).stop();
  EXPECT_TRUE(clean(even));
  EXPECT_TRUE(reports(meeting, {"race"}));
}

TEST(RnpuHazard, UninitialisedReads) {
  Program sram, arena, output, table, prm, gap;
  sram.add(RNPU_UNARY, Vxu, copy(0, 64, 64)).stop();
  EXPECT_TRUE(reports(sram, {"reads SRAM byte 0", "command 0 (UNARY, node 0)"}));
  arena.add(RNPU_DMA, 0, load(Arena, 8, 0, 64)).stop();
  EXPECT_TRUE(reports(arena, {"reads DRAM byte 8 (region 1)"}));
  output.add(RNPU_DMA, 0, load(Output, 0, 0, 64)).stop();
  EXPECT_TRUE(reports(output, {"reads DRAM byte 0 (region 144)"}));
  rnpu_unary lut = copy(0, 64, 64);
  lut.kind = RNPU_LUT8;
  table.add(RNPU_DMA, 0, load(Input, 0, 0, 64)).add(RNPU_UNARY, Vxu, lut, {{0, 1}}).stop();
  EXPECT_TRUE(reports(table, {"reads LUT byte 0"}));
  rnpu_pool pool = {};
  pool.in = tile(0, 1, 1, 64);
  pool.out = tile(64, 1, 1, 64);
  pool.window = window(1, 1, 1, 1, 1, 1, 0);
  prm.add(RNPU_DMA, 0, load(Input, 0, 0, 64)).add(RNPU_POOL, Vxu, pool, {{0, 1}}).stop();
  EXPECT_TRUE(reports(prm, {"reads PRM byte 0"}));
  // All but one byte was written.
  gap.add(RNPU_DMA, 0, fill(0, 41, 1)).add(RNPU_DMA, 0, fill(42, 22, 1));
  gap.add(RNPU_UNARY, Vxu, copy(0, 64, 64), {{0, 2}}).stop();
  EXPECT_TRUE(reports(gap, {"reads SRAM byte 41"}));
}

// What one command of a segment wrote may be read back, from the arena and from an output.
TEST(RnpuHazard, WrittenMemoryIsInitialised) {
  Program p;
  p.add(RNPU_DMA, 0, load(Input, 0, 0, 64))
      .add(RNPU_DMA, 0, store(0, Arena, 16, 64), {{0, 1}})
      .add(RNPU_DMA, 0, load(Arena, 16, 64, 64), {{0, 2}})
      .stop();
  EXPECT_TRUE(clean(p));
}

// The host may have written the arena between segments, when the program has CPU steps.
TEST(RnpuHazard, HostWritesInitialise) {
  Program p;
  p.add(RNPU_DMA, 0, load(Arena, 0, 0, 64)).stop();
  Machine m = machine({RNPU_SIM_CHECKED, 0, 1, 0});
  EXPECT_EQ(m.verifyAndRun(p), NPU_OK) << m.text();
}

// A convolution may not overwrite its own input; an elementwise command may, in place.
TEST(RnpuHazard, InPlace) {
  Program same, shifted;
  same.add(RNPU_DMA, 0, fill(0, 96, 1)).add(RNPU_UNARY, Vxu, copy(0, 0, 64), {{0, 1}}).stop();
  shifted.add(RNPU_DMA, 0, fill(0, 96, 1)).add(RNPU_UNARY, Vxu, copy(0, 16, 64), {{0, 1}}).stop();
  EXPECT_TRUE(clean(same));
  EXPECT_TRUE(reports(shifted, {"that it reads itself"}));
}

// Memory smaller than what was verified.
TEST(RnpuHazard, OutOfRange) {
  Program p;
  p.add(RNPU_DMA, 0, load(Input, 0, 0, 256)).stop();
  Machine m = machine(Checked);
  ASSERT_EQ(m.verify(p), NPU_OK) << m.text();
  m.region(Input).resize(255);
  EXPECT_EQ(m.run(p), NPU_ERROR_DEVICE);
  EXPECT_NE(m.text().find("leave the 255"), std::string::npos) << m.text();
}

// Two commands that wait for each other: the static check refuses them, and a run that skipped it stops.
TEST(RnpuHazard, Deadlock) {
  Program p, room;
  p.add(RNPU_FENCE, Mxu, {{Vxu, 1}}).add(RNPU_FENCE, Vxu, {{Mxu, 1}}).stop();
  room.add(RNPU_FENCE, Mxu).add(RNPU_FENCE, Vxu).stop();
  Machine m = machine({RNPU_SIM_FUNCTIONAL, 7, 0, 0});
  EXPECT_EQ(m.verify(p), NPU_ERROR_PROGRAM);
  ASSERT_EQ(m.verify(room), NPU_OK);
  EXPECT_EQ(m.run(p), NPU_ERROR_DEVICE);
  EXPECT_NE(m.text().find("command 0 (FENCE, node 0): deadlock"), std::string::npos) << m.text();
}

namespace {
// Double-buffered copies through SRAM: chunk i uses slot i % 2.
Program pipeline(bool waits) {
  Program p;
  for (uint32_t i = 0; i < 8; ++i) {
    Program::Waits before = {{Vxu, i > 1 ? i - 1 : 0}}, after = {{Vxu, i + 1}};
    Program::Waits ready = {{0, i + 1}, {1, i > 1 ? i - 1 : 0}};
    uint32_t slot = i % 2 * 32;
    p.add(RNPU_DMA, 0, load(Input, i * 32, slot, 32), waits ? before : Program::Waits{})
        .add(RNPU_UNARY, Vxu, copy(slot, 64 + slot, 32), waits ? ready : Program::Waits{})
        .add(RNPU_DMA, 1, store(64 + slot, Output, i * 32, 32), waits ? after : Program::Waits{});
  }
  return p.stop();
}
} // namespace

// Every seed gives the same bytes when waits are complete; without them some seed differs.
TEST(RnpuInterleaving, SeedsAgreeExactlyWhenRaceFree) {
  EXPECT_TRUE(clean(pipeline(true)));
  EXPECT_TRUE(reports(pipeline(false), {"race"}));
  int differing = 0;
  for (uint64_t seed = 0; seed < 100; ++seed) {
    Machine good = machine({RNPU_SIM_FUNCTIONAL, seed, 0, 0}), bad = machine({RNPU_SIM_FUNCTIONAL, seed, 0, 0});
    ASSERT_EQ(good.verifyAndRun(pipeline(true)), NPU_OK) << good.text();
    ASSERT_EQ(good.region(Output), good.region(Input)) << "seed " << seed;
    ASSERT_EQ(bad.verifyAndRun(pipeline(false)), NPU_OK) << bad.text();
    differing += bad.region(Output) != bad.region(Input);
  }
  EXPECT_GT(differing, 50);
}

// Each single wait of the pipeline matters: removing it is reported.
TEST(RnpuInterleaving, EveryRemovedWaitIsReported) {
  Program whole = pipeline(true);
  for (size_t i = 0; i + 1 < whole.starts.size(); ++i) {
    uint32_t waits = whole.header(i).wait_count;
    for (uint32_t w = 0; w < waits; ++w) {
      Program p = pipeline(true);
      auto *wait = reinterpret_cast<rnpu_wait *>(reinterpret_cast<uint8_t *>(&p.header(i)) + p.header(i).bytes - 8 * (waits - w));
      if (wait->count == 0)
        continue;
      wait->count = 0;
      EXPECT_TRUE(reports(p, {"race"})) << "command " << i << " wait " << w;
    }
  }
}
