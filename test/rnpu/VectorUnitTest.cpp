// POOL, BINARY, UNARY, SOFTMAX and DMA against their definitions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "test/rnpu/Program.h"

using namespace rnpu_test;

namespace {

constexpr rnpu_sim_options Checked = {RNPU_SIM_CHECKED, 0, 0, 0};

// Half up, exactly.
int64_t halfUp(__int128 p, unsigned s) { return static_cast<int64_t>((p + (static_cast<__int128>(1) << (s - 1))) >> s); }

int8_t clamp8(int64_t v) { return static_cast<int8_t>(std::clamp<int64_t>(v, -128, 127)); }

std::vector<uint8_t> randomBytes(std::mt19937 &rng, size_t n) {
  std::vector<uint8_t> bytes(n);
  for (uint8_t &b : bytes)
    b = static_cast<uint8_t>(rng());
  return bytes;
}

void appendRecord(std::vector<uint8_t> &prm, int32_t bias, int32_t mult, uint8_t shift) {
  uint8_t record[10] = {};
  std::memcpy(record, &bias, 4);
  std::memcpy(record + 4, &mult, 4);
  record[8] = shift;
  prm.insert(prm.end(), record, record + 10);
}

// Loads SRAM bytes [0, n) from the input, PRM and LUT from constants, runs one command, stores the output tile.
template <typename Payload>
std::vector<uint8_t> runOne(uint8_t opcode, const Payload &payload, const rnpu_tile &out, const std::vector<uint8_t> &sram,
                            const std::vector<uint8_t> &prm, const std::vector<uint8_t> &lut) {
  Machine m(Checked);
  uint32_t element = out.type == RNPU_F32 ? 4 : 1, row = out.columns * out.channels * element;
  m.region(Input) = sram;
  m.region(Constants) = prm;
  m.region(Constants).insert(m.region(Constants).end(), lut.begin(), lut.end());
  m.region(Output).assign(row * out.rows, 0);
  Program p;
  uint32_t loads = 1;
  p.add(RNPU_DMA, 0, load(Input, 0, 0, static_cast<uint32_t>(sram.size())));
  if (!prm.empty())
    p.add(RNPU_DMA, 0, load(Constants, 0, 0, static_cast<uint32_t>(prm.size()), RNPU_SPACE_PRM)), ++loads;
  if (!lut.empty())
    p.add(RNPU_DMA, 0, load(Constants, prm.size(), 0, static_cast<uint32_t>(lut.size()), RNPU_SPACE_LUT)), ++loads;
  rnpu_dma save = store(out.base, Output, 0, row);
  save.extent[2] = out.rows, save.src_stride[2] = out.row_pitch, save.dst_stride[2] = row;
  p.add(opcode, Vxu, payload, {{0, loads}}).add(RNPU_DMA, 0, save, {{Vxu, 1}}).stop();
  EXPECT_EQ(m.verifyAndRun(p), NPU_OK) << m.text();
  return m.region(Output);
}

} // namespace

// Random windows: averages with and without counted padding, maxima, channels 1..300.
TEST(RnpuPool, EqualsTheDefinition) {
  std::mt19937 rng(5);
  for (int i = 0; i < 200; ++i) {
    auto pick = [&](int low, int high) { return static_cast<int>(low + rng() % (high - low + 1)); };
    int rows = pick(1, 8), columns = pick(1, 8), channels = i % 10 == 0 ? 300 : pick(1, 20), k = pick(1, 4);
    int stride = pick(1, 3), pad = pick(0, k - 1), zx = pick(-9, 9), zo = pick(-9, 9);
    int outRows = (rows + 2 * pad - k) / stride + 1, outColumns = (columns + 2 * pad - k) / stride + 1;
    if (rows + 2 * pad < k || columns + 2 * pad < k)
      continue;
    rnpu_pool p = {};
    p.in = tile(0, rows, columns, channels, zx);
    p.out = tile(32768, outRows, outColumns, channels, zo);
    p.window = window(rows, columns, outRows, outColumns, k, stride, pad);
    p.kind = rng() % 2;
    p.count_include_pad = rng() % 2;
    p.pad_bottom = p.pad_right = pad;
    p.act_min = -128, p.act_max = 127;
    std::vector<uint8_t> prm;
    const uint8_t shift = 34;
    auto mult = [&](int count) { return static_cast<int32_t>((1ll << 34) / 9 / count); };
    for (int count = 1; count <= k * k; ++count)
      appendRecord(prm, count, mult(count), shift);
    p.prm_count = k * k;
    auto sram = randomBytes(rng, p.in.row_pitch * rows);
    auto got = runOne(RNPU_POOL, p, p.out, sram, prm, {});
    for (int y = 0; y < outRows; ++y)
      for (int x = 0; x < outColumns; ++x)
        for (int c = 0; c < channels; ++c) {
          int64_t sum = 0, most = -1000, taps = 0, counted = 0;
          for (int r = 0; r < k; ++r)
            for (int s = 0; s < k; ++s) {
              int gy = y * stride + r - pad, gx = x * stride + s - pad;
              counted += gy < rows + pad && gx < columns + pad;
              if (gy < 0 || gy >= rows || gx < 0 || gx >= columns)
                continue;
              int64_t v = static_cast<int8_t>(sram[gy * p.in.row_pitch + gx * channels + c]) - zx;
              sum += v, most = std::max(most, v), ++taps;
            }
          int64_t count = p.count_include_pad ? counted : taps;
          int64_t value = p.kind == RNPU_POOL_MAX ? most * mult(1) : count ? sum * mult(int(count)) : 0;
          int8_t want = p.kind == RNPU_POOL_MAX && taps == 0 ? -128 : clamp8(zo + halfUp(value, shift));
          ASSERT_EQ(static_cast<int8_t>(got[(y * outColumns + x) * channels + c]), want)
              << "case " << i << " kind " << int(p.kind) << " at " << y << "," << x << "," << c;
        }
  }
}

// A count without a record is a fault, not a guess.
TEST(RnpuPool, MissingCountIsAFault) {
  rnpu_pool p = {};
  p.in = tile(0, 2, 2, 1);
  p.out = tile(64, 1, 1, 1);
  p.window = window(2, 2, 1, 1, 2, 1, 0);
  p.kind = RNPU_POOL_AVERAGE;
  p.prm_count = 1;
  std::vector<uint8_t> prm;
  appendRecord(prm, 3, 1 << 20, 20);
  Machine m(Checked);
  m.region(Input).resize(64);
  m.region(Constants) = prm;
  Program program;
  program.add(RNPU_DMA, 0, load(Input, 0, 0, 64)).add(RNPU_DMA, 0, load(Constants, 0, 0, 10, RNPU_SPACE_PRM));
  program.add(RNPU_POOL, Vxu, p, {{0, 2}}).stop();
  EXPECT_EQ(m.verifyAndRun(program), NPU_ERROR_DEVICE);
  EXPECT_NE(m.text().find("command 2 (POOL, node 2): no PRM record for a count of 4"), std::string::npos) << m.text();
}

// All kinds, all broadcasts.
TEST(RnpuBinary, EqualsTheDefinition) {
  std::mt19937 rng(6);
  for (int i = 0; i < 200; ++i) {
    uint32_t rows = 1 + rng() % 4, columns = 1 + rng() % 4, channels = 1 + rng() % 20;
    auto extent = [&](uint32_t n) { return rng() % 3 == 0 ? 1 : n; };
    rnpu_binary b = {};
    b.a = tile(0, extent(rows), extent(columns), extent(channels), 3);
    b.b = tile(2048, extent(rows), extent(columns), extent(channels), -5);
    b.out = tile(4096, rows, columns, channels, 7);
    b.kind = rng() % 5;
    b.mult_a = static_cast<int32_t>(rng() % (1u << 20)), b.mult_b = static_cast<int32_t>(rng() % (1u << 20));
    b.shift = b.kind == RNPU_MUL ? 25 : 20;
    b.act_min = -100, b.act_max = 120;
    auto sram = randomBytes(rng, 4096);
    auto got = runOne(RNPU_BINARY, b, b.out, sram, {}, {});
    auto at = [&](const rnpu_tile &t, uint32_t y, uint32_t x, uint32_t c) {
      y = std::min(y, t.rows - 1), x = std::min(x, t.columns - 1), c = std::min(c, t.channels - 1);
      return int64_t(static_cast<int8_t>(sram[t.base + y * t.row_pitch + x * t.pixel_pitch + c])) - t.zero_point;
    };
    for (uint32_t y = 0; y < rows; ++y)
      for (uint32_t x = 0; x < columns; ++x)
        for (uint32_t c = 0; c < channels; ++c) {
          int64_t x1 = at(b.a, y, x, c), x2 = at(b.b, y, x, c), p1 = x1 * b.mult_a, p2 = x2 * b.mult_b;
          int64_t values[] = {p1 + p2, p1 - p2, x1 * x2 * b.mult_a, std::min(p1, p2), std::max(p1, p2)};
          int64_t want = std::clamp<int64_t>(7 + halfUp(values[b.kind], b.shift), -100, 120);
          ASSERT_EQ(static_cast<int8_t>(got[(y * columns + x) * channels + c]), want) << "case " << i;
        }
  }
}

// N1 at its corners: ties to even, both infinities, NaN.
TEST(RnpuUnary, QuantizesByN1) {
  const float values[] = {0.5f, 1.5f, 2.5f, -0.5f, -1.5f, INFINITY, -INFINITY, NAN, 1e30f, 3.49f, -3.51f, 126.5f};
  const int8_t want[] = {10, 12, 12, 10, 8, 127, -128, 10, 127, 13, 6, 127};
  rnpu_unary u = {};
  u.in = tile(0, 1, 1, 12, 0, RNPU_F32);
  u.out = tile(256, 1, 1, 12, 10);
  u.kind = RNPU_QUANTIZE;
  u.scale = 1.0f;
  u.act_min = -128, u.act_max = 127;
  std::vector<uint8_t> sram(48);
  std::memcpy(sram.data(), values, 48);
  auto got = runOne(RNPU_UNARY, u, u.out, sram, {}, {});
  for (int i = 0; i < 12; ++i)
    EXPECT_EQ(static_cast<int8_t>(got[i]), want[i]) << values[i];
}

// All 256 bytes through dequantise, requantise and the table.
TEST(RnpuUnary, MapsEveryByte) {
  std::vector<uint8_t> sram(256), lut(256);
  for (int i = 0; i < 256; ++i)
    sram[i] = static_cast<uint8_t>(i), lut[i] = static_cast<uint8_t>(i * 37 + 11);
  rnpu_unary u = {};
  u.in = tile(0, 1, 1, 256, 5);
  u.out = tile(256, 1, 1, 256, -3);
  u.kind = RNPU_LUT8;
  auto mapped = runOne(RNPU_UNARY, u, u.out, sram, {}, lut);
  u.kind = RNPU_REQUANTIZE;
  u.in.type = RNPU_U8;
  u.mult = 1518500250, u.shift = 31;
  u.act_min = -128, u.act_max = 127;
  auto requantised = runOne(RNPU_UNARY, u, u.out, sram, {}, {});
  u.kind = RNPU_DEQUANTIZE;
  u.in.type = RNPU_I8;
  u.scale = 0.1f;
  u.out = tile(256, 1, 1, 256, 0, RNPU_F32);
  auto real = runOne(RNPU_UNARY, u, u.out, sram, {}, {});
  for (int i = 0; i < 256; ++i) {
    EXPECT_EQ(mapped[i], lut[static_cast<uint8_t>(static_cast<int8_t>(i) + 128)]);
    EXPECT_EQ(static_cast<int8_t>(requantised[i]), clamp8(-3 + halfUp(__int128(i - 5) * u.mult, 31)));
    float f;
    std::memcpy(&f, &real[i * 4], 4);
    EXPECT_EQ(f, 0.1f * static_cast<float>(static_cast<int8_t>(i) - 5));
  }
}

// Halves, by hand: -2.5 -1.5 -0.5 0.5 1.5 2.5 under each rounding.
TEST(RnpuUnary, RoundsHalvesAsConfigured) {
  const int8_t want[4][6] = {{-2, -1, 0, 1, 2, 3}, {-2, -1, 0, 1, 2, 3}, {-3, -2, -1, 1, 2, 3}, {-2, -2, 0, 0, 2, 2}};
  for (uint32_t rounding = 0; rounding < 4; ++rounding) {
    rnpu_config config = smallConfig();
    config.rounding = rounding;
    Machine m(Checked, config);
    m.region(Input) = {251, 253, 255, 1, 3, 5};
    m.region(Output).resize(6);
    rnpu_unary u = {};
    u.in = tile(0, 1, 1, 6);
    u.out = tile(16, 1, 1, 6);
    u.kind = RNPU_REQUANTIZE;
    u.mult = 1, u.shift = 1;
    u.act_min = -128, u.act_max = 127;
    Program p;
    p.add(RNPU_DMA, 0, load(Input, 0, 0, 6)).add(RNPU_UNARY, Vxu, u, {{0, 1}});
    p.add(RNPU_DMA, 0, store(16, Output, 0, 6), {{Vxu, 1}}).stop();
    ASSERT_EQ(m.verifyAndRun(p), NPU_OK) << m.text();
    for (int i = 0; i < 6; ++i)
      EXPECT_EQ(static_cast<int8_t>(m.region(Output)[i]), want[rounding][i]) << rounding << " " << i;
  }
}

// N11: the quotient is exact, ties to even.
TEST(RnpuSoftmax, EqualsTheExactQuotient) {
  std::mt19937 rng(8);
  for (int i = 0; i < 100; ++i) {
    // Every fourth case ties everywhere, every fourth has a denominator of 2^68.
    bool ties = i % 4 == 0, huge = i % 4 == 1, flat = ties || huge;
    uint32_t channels = huge ? 32 : 1 + rng() % 40;
    rnpu_softmax s = {};
    s.in = tile(0, 2, 1, channels);
    s.out = tile(512, 2, 1, channels, -128);
    s.mult = ties ? channels * 2048 * (2 * (rng() % 60) + 1) : huge ? (1 << 24) - 1 : rng() % (1 << 24);
    s.shift = ties ? 12 : huge ? 40 : 1 + rng() % 40;
    std::vector<uint8_t> lut(1024);
    std::vector<uint32_t> table(256);
    for (int d = 0; d < 256; ++d)
      table[d] = flat ? 1u << 23 : static_cast<uint32_t>(std::lrint(8388608 * std::exp(-0.05 * d)));
    std::memcpy(lut.data(), table.data(), 1024);
    auto sram = randomBytes(rng, s.in.row_pitch * 2);
    auto got = runOne(RNPU_SOFTMAX, s, s.out, sram, {}, lut);
    for (uint32_t y = 0; y < 2; ++y) {
      auto *in = reinterpret_cast<const int8_t *>(&sram[y * s.in.row_pitch]);
      int most = *std::max_element(in, in + channels);
      unsigned __int128 sum = 0;
      for (uint32_t c = 0; c < channels; ++c)
        sum += table[most - in[c]];
      for (uint32_t c = 0; c < channels; ++c) {
        unsigned __int128 n = static_cast<unsigned __int128>(table[most - in[c]]) * s.mult, d = sum << s.shift;
        unsigned __int128 q = n / d, twice = 2 * (n % d);
        q += twice > d || (twice == d && q % 2);
        int64_t whole = q > 1000 ? 1000 : static_cast<int64_t>(q);
        ASSERT_EQ(static_cast<int8_t>(got[y * channels + c]), clamp8(-128 + whole)) << "case " << i;
      }
    }
  }
}

// Transposes, reversals, broadcasts and fills of every element size.
TEST(RnpuDma, MovesStridedBlocks) {
  std::mt19937 rng(9);
  for (int i = 0; i < 200; ++i) {
    rnpu_dma d = {};
    d.element_bytes = 1u << rng() % 3;
    d.src_region = Input;
    d.dst_region = Output;
    d.fill = rng() % 4 == 0;
    d.value = static_cast<uint32_t>(rng());
    uint32_t order[4] = {0, 1, 2, 3};
    std::shuffle(order, order + 4, rng);
    int64_t step = d.element_bytes;
    for (uint32_t at : order) {
      d.extent[at] = 1 + rng() % 4;
      d.dst_stride[at] = rng() % 4 ? step : -step;
      d.dst_offset += d.dst_stride[at] < 0 ? (d.extent[at] - 1) * step : 0;
      step *= d.extent[at] + rng() % 2;
      d.src_stride[at] = static_cast<int64_t>(rng() % 61) - 30;
    }
    d.src_offset = 1000;
    Machine m(Checked);
    m.region(Input) = randomBytes(rng, 2000);
    m.region(Output).assign(8192, 0xEE);
    auto want = m.region(Output);
    for (uint32_t a = 0; a < d.extent[0]; ++a)
      for (uint32_t b = 0; b < d.extent[1]; ++b)
        for (uint32_t c = 0; c < d.extent[2]; ++c)
          for (uint32_t e = 0; e < d.extent[3]; ++e)
            for (uint32_t k = 0; k < d.element_bytes; ++k) {
              int64_t n[4] = {a, b, c, e}, from = 1000 + k, to = static_cast<int64_t>(d.dst_offset) + k;
              for (int j = 0; j < 4; ++j)
                from += n[j] * d.src_stride[j], to += n[j] * d.dst_stride[j];
              want[to] = d.fill ? static_cast<uint8_t>(d.value >> (8 * k)) : m.region(Input)[from];
            }
    Program p;
    p.add(RNPU_DMA, 0, d).stop();
    ASSERT_EQ(m.verifyAndRun(p), NPU_OK) << m.text();
    ASSERT_EQ(m.region(Output), want) << "case " << i;
  }
}
