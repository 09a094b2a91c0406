// RESIZE against its definition, and its static check against every sample a command reads.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "test/rnpu/Program.h"

using namespace rnpu_test;

namespace {

constexpr rnpu_sim_options Checked = {RNPU_SIM_CHECKED, 0, 0, 0};

struct Samples {
  int64_t low, high, highWeight; // positions in the whole input
};

// By the words of isa.h, in 128 bits.
Samples samplesOf(const rnpu_resize_axis &a, int64_t i) {
  __int128 n = __int128(a.out_origin + i) * a.step + a.offset, last = __int128(a.in_extent - 1) * a.denominator;
  n = std::clamp<__int128>(n, 0, last);
  int64_t low = int64_t(n / a.denominator), rest = int64_t(n % a.denominator);
  return {low, low + (rest != 0), rest};
}

class Draw {
public:
  explicit Draw(uint32_t seed) : engine(seed) {}
  int64_t from(int64_t low, int64_t high) { return low + int64_t(engine() % uint64_t(high - low + 1)); }
  std::mt19937_64 engine;
};

/// An axis whose input tile begins at its first sample; returns the size that tile needs.
uint32_t randomAxis(Draw &draw, rnpu_resize_axis &a, uint32_t &outSize) {
  a.in_extent = uint32_t(draw.from(1, 12));
  a.out_extent = uint32_t(draw.from(1, 12));
  a.step = uint32_t(draw.from(0, 20));
  a.denominator = uint32_t(draw.from(1, 20));
  a.offset = int32_t(draw.from(-30, 30));
  a.out_origin = uint32_t(draw.from(0, a.out_extent - 1));
  outSize = uint32_t(draw.from(1, a.out_extent - a.out_origin));
  a.in_origin = uint32_t(samplesOf(a, 0).low);
  return uint32_t(samplesOf(a, outSize - 1).high - a.in_origin + 1);
}

} // namespace

// Tiles anywhere in maps of any size, both kinds, i8 and u8.
TEST(RnpuResize, EqualsTheDefinition) {
  Draw draw(11);
  for (int i = 0; i < 400; ++i) {
    rnpu_resize r = {};
    uint32_t outRows = 0, outColumns = 0, channels = uint32_t(draw.from(1, 20));
    uint32_t rows = randomAxis(draw, r.rows, outRows), columns = randomAxis(draw, r.columns, outColumns);
    r.kind = uint8_t(draw.from(0, 1));
    bool linear = r.kind == RNPU_RESIZE_LINEAR;
    uint32_t inType = uint32_t(draw.from(0, 1)), outType = linear ? uint32_t(draw.from(0, 1)) : inType;
    r.in = tile(0, rows, columns, channels, int32_t(draw.from(0, 100)), inType);
    r.out = tile(16384, outRows, outColumns, channels, int32_t(draw.from(0, 100)), outType);
    int32_t least = outType == RNPU_I8 ? -128 : 0, most = least + 255;
    if (linear)
      r.mult = int32_t(draw.from(0, 1 << 30) / (r.rows.denominator * r.columns.denominator)), r.shift = 30,
      r.act_min = least, r.act_max = most;
    Machine m(Checked);
    for (uint32_t n = r.in.row_pitch * rows; n > 0; --n)
      m.region(Input).push_back(uint8_t(draw.engine()));
    std::vector<uint8_t> in = m.region(Input);
    uint32_t row = outColumns * channels;
    m.region(Output).assign(row * outRows, 0);
    rnpu_dma save = store(r.out.base, Output, 0, row);
    save.extent[2] = outRows, save.src_stride[2] = r.out.row_pitch, save.dst_stride[2] = row;
    Program p;
    p.add(RNPU_DMA, 0, load(Input, 0, 0, uint32_t(in.size()))).add(RNPU_RESIZE, Vxu, r, {{0, 1}});
    p.add(RNPU_DMA, 0, save, {{Vxu, 1}}).stop();
    ASSERT_EQ(m.verifyAndRun(p), NPU_OK) << m.text();
    auto at = [&](int64_t y, int64_t x, uint32_t c) {
      uint8_t byte = in[(y - r.rows.in_origin) * r.in.row_pitch + (x - r.columns.in_origin) * channels + c];
      return inType == RNPU_I8 ? int64_t(int8_t(byte)) : int64_t(byte);
    };
    for (uint32_t y = 0; y < outRows; ++y)
      for (uint32_t x = 0; x < outColumns; ++x)
        for (uint32_t c = 0; c < channels; ++c) {
          Samples v = samplesOf(r.rows, y), h = samplesOf(r.columns, x);
          int64_t sum = 0;
          for (auto [row, wy] : {std::pair(v.low, int64_t(r.rows.denominator) - v.highWeight), std::pair(v.high, v.highWeight)})
            for (auto [column, wx] : {std::pair(h.low, int64_t(r.columns.denominator) - h.highWeight), std::pair(h.high, h.highWeight)})
              sum += wy * wx * (at(row, column, c) - r.in.zero_point);
          int64_t rounded = int64_t((__int128(sum) * r.mult + (1 << 29)) >> 30);
          int64_t want = linear ? std::clamp<int64_t>(r.out.zero_point + rounded, least, most) : at(v.low, h.low, c);
          ASSERT_EQ(m.region(Output)[(y * outColumns + x) * channels + c], uint8_t(want)) << "case " << i << " kind " << int(r.kind);
        }
  }
}

// Whatever numbers a file holds: what the check accepts reads inside its tile, at every output.
TEST(RnpuResize, AcceptedCommandsReadInsideTheirTile) {
  Draw draw(12);
  auto wild = [&](int64_t least, int64_t most) {
    int64_t extremes[] = {0, INT32_MAX, int64_t(1) << 31, UINT32_MAX, draw.from(0, UINT32_MAX)};
    return uint32_t(draw.from(0, 19) ? draw.from(least, most) : extremes[draw.from(0, 4)]);
  };
  int accepted = 0;
  for (int i = 0; i < 100000; ++i) {
    rnpu_resize r = {};
    r.kind = uint8_t(draw.from(0, 1));
    for (rnpu_resize_axis *a : {&r.rows, &r.columns})
      *a = {wild(6, 9), wild(4, 9), wild(0, 2), wild(0, 4), wild(0, 9), wild(1, 9), int32_t(wild(0, 9)), 0};
    r.in = tile(0, uint32_t(draw.from(3, 6)), uint32_t(draw.from(3, 6)), 1);
    r.out = tile(4096, uint32_t(draw.from(1, 4)), uint32_t(draw.from(1, 4)), 1);
    if (r.kind == RNPU_RESIZE_LINEAR)
      r.mult = int32_t(wild(0, 1000)), r.shift = 20, r.act_max = 9;
    Machine m;
    Program p;
    p.add(RNPU_RESIZE, Vxu, r).stop();
    if (m.verify(p) != NPU_OK)
      continue;
    ++accepted;
    auto inside = [&](const rnpu_resize_axis &a, uint32_t inSize, uint32_t outSize) {
      for (uint32_t o = 0; o < outSize; ++o) {
        Samples s = samplesOf(a, o);
        ASSERT_GE(s.low, a.in_origin);
        ASSERT_LT(r.kind == RNPU_RESIZE_LINEAR ? s.high : s.low, int64_t(a.in_origin) + inSize);
      }
    };
    inside(r.rows, r.in.rows, r.out.rows);
    inside(r.columns, r.in.columns, r.out.columns);
    ASSERT_EQ(m.run(p), NPU_OK);
  }
  EXPECT_GT(accepted, 1000);
}
