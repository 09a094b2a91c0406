// MATMUL against its definition, whole and in shares of the inner axis.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "test/rnpu/Program.h"

using namespace rnpu_test;

namespace {

class Draw {
public:
  explicit Draw(uint32_t seed) : engine(seed) {}
  int64_t from(int64_t low, int64_t high) { return low + int64_t(engine() % uint64_t(high - low + 1)); }
  std::mt19937_64 engine;
};

/// A product, its operands in SRAM at 0 and 16384, its result at 32768.
struct Product {
  uint32_t batch, rows, inner, columns;
  rnpu_matmul m = {};

  explicit Product(Draw &draw)
      : batch(uint32_t(draw.from(1, 3))), rows(uint32_t(draw.from(1, 9))), inner(uint32_t(draw.from(1, 40))),
        columns(uint32_t(draw.from(1, 20))) {
    m.transpose_a = uint8_t(draw.from(0, 1));
    m.transpose_b = uint8_t(draw.from(0, 1));
    m.a = tile(0, draw.from(0, 1) ? batch : 1, m.transpose_a ? inner : rows, m.transpose_a ? rows : inner,
               int32_t(draw.from(-128, 127)));
    m.b = tile(16384, draw.from(0, 1) ? batch : 1, m.transpose_b ? columns : inner, m.transpose_b ? inner : columns,
               int32_t(draw.from(-128, 127)));
    m.out = tile(32768, batch, rows, columns, int32_t(draw.from(-128, 127)));
    m.mult = int32_t(draw.from(1 << 20, INT32_MAX));
    m.shift = uint8_t(draw.from(38, 46));
    m.act_min = int32_t(draw.from(-128, 0));
    m.act_max = int32_t(draw.from(1, 127));
  }

  /// The command for inner positions [begin, begin + size).
  rnpu_matmul share(uint32_t begin, uint32_t size) const {
    rnpu_matmul part = m;
    part.first = begin == 0;
    part.last = begin + size == inner;
    auto cut = [&](rnpu_tile &t, bool columns) {
      (columns ? t.columns : t.channels) = size;
      (columns ? t.first_column : t.first_channel) = begin;
    };
    cut(part.a, m.transpose_a);
    cut(part.b, !m.transpose_b);
    return part;
  }

  int64_t want(const std::vector<uint8_t> &sram, uint32_t n, uint32_t y, uint32_t x) const {
    auto at = [&](const rnpu_tile &t, uint32_t column, uint32_t channel) {
      return int64_t(int8_t(sram[t.base + (t.rows > 1 ? n : 0) * t.row_pitch + column * t.pixel_pitch + channel])) - t.zero_point;
    };
    __int128 sum = 0;
    for (uint32_t i = 0; i < inner; ++i)
      sum += at(m.a, m.transpose_a ? i : y, m.transpose_a ? y : i) * at(m.b, m.transpose_b ? x : i, m.transpose_b ? i : x);
    auto rounded = int64_t((sum * m.mult + (__int128(1) << (m.shift - 1))) >> m.shift);
    return std::clamp<int64_t>(m.out.zero_point + rounded, m.act_min, m.act_max);
  }
};

} // namespace

// Both orders of each operand, batches of one against many, any cut of the inner axis, in both modes.
TEST(RnpuMatmul, EqualsTheDefinition) {
  Draw draw(31);
  for (int i = 0; i < 400; ++i) {
    Product product(draw);
    Machine m({i % 2 ? RNPU_SIM_CHECKED : RNPU_SIM_FUNCTIONAL, uint64_t(i), 0, 0});
    for (int n = 0; n < 32768; ++n)
      m.region(Input).push_back(uint8_t(draw.engine()));
    m.region(Output).assign(16384, 0);
    Program p;
    p.add(RNPU_DMA, 0, load(Input, 0, 0, 32768)).add(RNPU_DMA, 0, fill(32768, 16384, 0));
    uint32_t shares = 0;
    for (uint32_t begin = 0; begin < product.inner; ++shares) {
      auto size = uint32_t(draw.from(1, product.inner - begin));
      p.add(RNPU_MATMUL, Mxu, product.share(begin, size), shares == 0 ? Program::Waits{{0, 2}} : Program::Waits{});
      begin += size;
    }
    p.add(RNPU_DMA, 0, store(32768, Output, 0, 16384), {{Mxu, shares}}).stop();
    ASSERT_EQ(m.verifyAndRun(p), NPU_OK) << m.text();
    const rnpu_tile &out = product.m.out;
    for (uint32_t n = 0; n < product.batch; ++n)
      for (uint32_t y = 0; y < product.rows; ++y)
        for (uint32_t x = 0; x < product.columns; ++x)
          ASSERT_EQ(int8_t(m.region(Output)[n * out.row_pitch + y * out.pixel_pitch + x]),
                    product.want(m.region(Input), n, y, x))
              << "case " << i << " at " << n << ", " << y << ", " << x;
  }
}

// x times x transposed reads one tile twice; a result over what it is made of is a fault.
TEST(RnpuMatmul, OneTensorTwice) {
  Draw draw(32);
  for (uint32_t base : {1024u, 0u}) {
    rnpu_matmul square = {};
    square.a = square.b = tile(0, 1, 8, 8, 3);
    square.out = tile(base, 1, 8, 8);
    square.transpose_b = square.first = square.last = 1;
    square.mult = 1 << 30, square.shift = 40;
    square.act_min = -128, square.act_max = 127;
    Machine m({RNPU_SIM_CHECKED, 0, 0, 0});
    m.region(Input).assign(64, 7);
    m.region(Output).assign(64, 0);
    Program p;
    p.add(RNPU_DMA, 0, load(Input, 0, 0, 64)).add(RNPU_MATMUL, Mxu, square, {{0, 1}});
    p.add(RNPU_DMA, 0, store(base, Output, 0, 64), {{Mxu, 1}}).stop();
    EXPECT_EQ(m.verifyAndRun(p) == NPU_OK, base != 0) << m.text();
    if (base != 0)
      EXPECT_EQ(m.region(Output), std::vector<uint8_t>(64, 0)); // 8 * 4 * 4 = 128, of 1024
    else
      EXPECT_NE(m.text().find("that it reads itself"), std::string::npos) << m.text();
  }
}

// N3: 33025 products of 255 * 255 are the most that 32 bits hold, over all commands of the accumulation.
TEST(RnpuMatmul, SumsAreBoundedOverTheAccumulation) {
  for (uint32_t second : {16513u, 16514u}) {
    Machine m;
    m.config.wbuf_bytes = 1 << 16;
    rnpu_matmul part = {};
    part.a = tile(0, 1, 1, 16512, -128);
    part.b = tile(16512, 1, 16512, 1, -128);
    part.out = tile(65520, 1, 1, 1);
    part.first = 1;
    part.shift = 40;
    rnpu_matmul last = part;
    last.first = 0, last.last = 1;
    last.a = tile(0, 1, 1, second, -128);
    last.b = tile(16512, 1, second, 1, -128);
    Program p;
    p.add(RNPU_MATMUL, Mxu, part).add(RNPU_MATMUL, Mxu, last).stop();
    npu_limits limits = m.limits();
    npu_segment segment = p.segment();
    npu_error error = {};
    EXPECT_EQ(rnpu_verify(&m.config, &segment, &limits, &error) == NPU_OK, second == 16513) << error.text;
    if (second == 16514)
      EXPECT_NE(std::string(error.text).find("command 1 (MATMUL, node 1): sums may reach 2147515650"), std::string::npos) << error.text;
  }
}
