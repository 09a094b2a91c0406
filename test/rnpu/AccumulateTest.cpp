// Accumulations over several commands and tiles, the activation table, and N3's overflow.
#include <gtest/gtest.h>

#include <random>

#include "test/rnpu/Program.h"

using namespace rnpu_test;

namespace {

constexpr rnpu_sim_options Checked = {RNPU_SIM_CHECKED, 0, 0, 0};

// 1x1 over one pixel: sum of `channels` products.
rnpu_conv point(uint32_t channels, uint32_t x, uint32_t w) {
  rnpu_conv c = {};
  c.in = tile(x, 1, 1, channels);
  c.out = tile(60000 / 16 * 16, 1, 1, 1);
  c.window = window(1, 1, 1, 1, 1, 1, 0);
  c.weights = w;
  c.weight_bytes = channels;
  c.first = c.last = 1;
  c.act_min = -128, c.act_max = 127;
  return c;
}

std::vector<uint8_t> record(int32_t bias, int32_t mult, uint8_t shift) {
  std::vector<uint8_t> r(10);
  std::memcpy(&r[0], &bias, 4);
  std::memcpy(&r[4], &mult, 4);
  r[8] = shift;
  return r;
}

} // namespace

// Splitting rows with a halo and splitting input channels gives the bytes of the single command.
TEST(RnpuAccumulate, TilesEqualTheWhole) {
  std::mt19937 rng(11);
  std::vector<uint8_t> x(8 * 8 * 24), w(3 * 3 * 24 * 4);
  for (auto *v : {&x, &w})
    for (uint8_t &b : *v)
      b = static_cast<uint8_t>(rng());
  // Weights of channels [0, 16) and [16, 24), each contiguous.
  std::vector<uint8_t> split;
  for (auto [from, to] : {std::pair{0, 16}, std::pair{16, 24}})
    for (int k = 0; k < 36; ++k)
      split.insert(split.end(), w.begin() + k * 24 + from, w.begin() + k * 24 + to);
  constexpr uint32_t W = 4096, S = 8192, Y = 16384, Z = 20480;
  rnpu_conv whole = {};
  whole.in = tile(0, 8, 8, 24, 3);
  whole.out = tile(Y, 8, 8, 4, 1);
  whole.window = window(8, 8, 8, 8, 3, 1, 1);
  whole.weights = W;
  whole.weight_bytes = static_cast<uint32_t>(w.size());
  whole.first = whole.last = 1;
  whole.act_min = -128, whole.act_max = 127;
  Program p;
  p.add(RNPU_DMA, 0, load(Input, 0, 0, static_cast<uint32_t>(x.size())))
      .add(RNPU_DMA, 0, load(Input, x.size(), W, static_cast<uint32_t>(w.size())))
      .add(RNPU_DMA, 0, load(Input, x.size() + w.size(), S, static_cast<uint32_t>(w.size())))
      .add(RNPU_DMA, 0, load(Constants, 0, 0, 40, RNPU_SPACE_PRM))
      .add(RNPU_CONV, Mxu, whole, {{0, 4}});
  for (uint32_t half = 0; half < 2; ++half)
    for (uint32_t part = 0; part < 2; ++part) {
      rnpu_conv c = whole;
      // Rows 0..4 or 3..7 of the input, rows 4*half.. of the output.
      c.in.rows = 5, c.in.base = half * 3 * c.in.row_pitch, c.window.in_y = half * 3;
      c.out.rows = 4, c.out.base = Z + half * 4 * c.out.row_pitch, c.window.out_y = half * 4;
      c.in.channels = part ? 8 : 16, c.in.first_channel = part * 16;
      c.weights = S + part * 36 * 16, c.weight_bytes = 36 * c.in.channels;
      c.first = !part, c.last = part;
      p.add(RNPU_CONV, Mxu, c);
    }
  p.add(RNPU_DMA, 0, store(Y, Output, 0, 256), {{Mxu, 5}}).add(RNPU_DMA, 0, store(Z, Output, 256, 256), {{Mxu, 5}});
  p.stop();
  Machine m(Checked);
  for (int k = 0; k < 4; ++k)
    for (uint8_t b : record(k * 100, 1200000000, static_cast<uint8_t>(40 + k)))
      m.region(Constants).push_back(b);
  m.region(Input) = x;
  for (auto *v : {&w, &split})
    m.region(Input).insert(m.region(Input).end(), v->begin(), v->end());
  m.region(Output).resize(512);
  ASSERT_EQ(m.verifyAndRun(p), NPU_OK) << m.text();
  auto &out = m.region(Output);
  EXPECT_EQ(std::vector<uint8_t>(out.begin(), out.begin() + 256), std::vector<uint8_t>(out.begin() + 256, out.end()));
  EXPECT_NE(std::vector<uint8_t>(256, out[0]), std::vector<uint8_t>(out.begin(), out.begin() + 256));
}

// The table follows the clamp to i8.
TEST(RnpuAccumulate, ActivationTable) {
  std::vector<uint8_t> lut(256);
  for (int i = 0; i < 256; ++i)
    lut[i] = static_cast<uint8_t>(255 - i);
  for (int x : {-128, -1, 0, 77, 127}) {
    Machine m(Checked);
    rnpu_conv c = point(1, 0, 16);
    c.act = RNPU_ACT_LUT8;
    m.region(Constants) = record(0, 1 << 30, 29);
    m.region(Constants).insert(m.region(Constants).end(), lut.begin(), lut.end());
    m.region(Output).resize(1);
    Program p;
    p.add(RNPU_DMA, 0, fill(0, 1, static_cast<uint8_t>(x))).add(RNPU_DMA, 0, fill(16, 1, 1));
    p.add(RNPU_DMA, 0, load(Constants, 0, 0, 10, RNPU_SPACE_PRM)).add(RNPU_DMA, 0, load(Constants, 10, 0, 256, RNPU_SPACE_LUT));
    p.add(RNPU_CONV, Mxu, c, {{0, 4}}).add(RNPU_DMA, 0, store(c.out.base, Output, 0, 1), {{Mxu, 1}}).stop();
    ASSERT_EQ(m.verifyAndRun(p), NPU_OK) << m.text();
    int clamped = std::min(127, std::max(-128, 2 * x));
    EXPECT_EQ(m.region(Output)[0], lut[clamped + 128]) << x;
  }
}

// N3: leaving 32 bits is an error; the largest sum that fits is not.
TEST(RnpuAccumulate, OverflowIsAnError) {
  for (bool overflows : {false, true}) {
    Machine m(Checked);
    m.region(Constants) = record(0, 1, 62);
    Program p;
    p.add(RNPU_DMA, 0, fill(0, 16384, 0x80)).add(RNPU_DMA, 0, fill(16384, 16384, 0x80));
    p.add(RNPU_DMA, 0, load(Constants, 0, 0, 10, RNPU_SPACE_PRM)).add(RNPU_FENCE, Mxu, {{0, 3}});
    // Each full command adds 2^28.
    for (int i = 0; i < 8; ++i) {
      rnpu_conv c = point(i == 7 && !overflows ? 16383 : 16384, 0, 16384);
      c.first = i == 0, c.last = i == 7;
      p.add(RNPU_CONV, Mxu, c);
    }
    EXPECT_EQ(m.verifyAndRun(p.stop()), overflows ? NPU_ERROR_DEVICE : NPU_OK) << m.text();
    if (overflows) {
      EXPECT_NE(m.text().find("leaves 32 bits: 2147483648"), std::string::npos) << m.text();
    }
  }
}

// The biased sum must fit too, in each lane of the vector form and in its tail.
TEST(RnpuAccumulate, BiasOverflowIsAnError) {
  for (int scalar = 0; scalar < 2; ++scalar)
    for (uint32_t bad = 0; bad <= 6; ++bad) {
      Machine m({RNPU_SIM_CHECKED, 0, 0, scalar});
      rnpu_conv c = point(1, 0, 16);
      c.out = tile(1024, 1, 1, 6);
      c.weight_bytes = 6;
      for (uint32_t k = 0; k < 6; ++k)
        for (uint8_t b : record(k == bad ? INT32_MAX : INT32_MAX - 1, 1, 62))
          m.region(Constants).push_back(b);
      Program p;
      p.add(RNPU_DMA, 0, fill(0, 64, 1)).add(RNPU_DMA, 0, load(Constants, 0, 0, 60, RNPU_SPACE_PRM));
      p.add(RNPU_CONV, Mxu, c, {{0, 2}}).stop();
      EXPECT_EQ(m.verifyAndRun(p), bad < 6 ? NPU_ERROR_DEVICE : NPU_OK) << m.text();
    }
}

// A damaged record cannot shift by more than a word holds.
TEST(RnpuAccumulate, BadRecordIsAFault) {
  Machine m(Checked);
  m.region(Constants) = record(0, 1, 63);
  Program p;
  p.add(RNPU_DMA, 0, fill(0, 64, 1)).add(RNPU_DMA, 0, load(Constants, 0, 0, 10, RNPU_SPACE_PRM));
  p.add(RNPU_CONV, Mxu, point(1, 0, 16), {{0, 2}}).stop();
  EXPECT_EQ(m.verifyAndRun(p), NPU_ERROR_DEVICE);
  EXPECT_NE(m.text().find("shift 63"), std::string::npos) << m.text();
}
