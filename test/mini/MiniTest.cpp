// Every kind of command that the restricted machine refuses once, and its rounding: N4 with 15 bits, half away from zero.
#include <gtest/gtest.h>

#include <functional>

#include "test/rnpu/Program.h"

extern "C" {
#include "targets/mini/isa.h"
}
#include "targets/mini/verify.h"

using namespace rnpu_test;

namespace {

constexpr rnpu_relative kMini = {NPU_ISA_MINI, MINI_MULT_BITS, mini_verify};
constexpr rnpu_sim_options kChecked = {RNPU_SIM_CHECKED, 0, 0, 0};

rnpu_config miniConfig() {
  rnpu_config config = smallConfig();
  config.rounding = RNPU_HALF_AWAY;
  return config;
}

struct All {
  rnpu_conv conv = {};
  rnpu_pool pool = {};
  rnpu_binary binary = {};
  rnpu_unary unary = {};
  rnpu_softmax softmax = {};
  rnpu_resize resize = {};
  rnpu_matmul matmul = {};
  bool withSoftmax = false;
  rnpu_config config = miniConfig();

  All() {
    conv.in = tile(0, 6, 6, 4);
    conv.out = tile(1024, 4, 4, 4);
    conv.window = window(6, 6, 4, 4, 3, 1, 0);
    conv.weights = 2048;
    conv.weight_bytes = 3 * 3 * 4 * 4;
    conv.first = conv.last = 1;
    conv.act_min = -128, conv.act_max = 127;
    pool.in = conv.out;
    pool.out = tile(4096, 2, 2, 4);
    pool.window = window(4, 4, 2, 2, 2, 2, 0);
    pool.prm_count = 1;
    pool.act_min = -128, pool.act_max = 127;
    binary.a = binary.b = binary.out = tile(0, 2, 2, 4);
    binary.shift = 20, binary.mult_a = binary.mult_b = 32767;
    binary.act_min = -128, binary.act_max = 127;
    unary.in = unary.out = tile(0, 2, 2, 4);
    unary.kind = RNPU_REQUANTIZE, unary.mult = 32767, unary.shift = 15;
    unary.act_min = -128, unary.act_max = 127;
    resize.in = resize.out = tile(0, 2, 2, 4);
    resize.rows = resize.columns = {2, 2, 0, 0, 1, 1, 0, 0};
    resize.kind = RNPU_RESIZE_LINEAR, resize.mult = 32767, resize.shift = 15;
    resize.act_min = -128, resize.act_max = 127;
    matmul.a = matmul.b = tile(0, 1, 4, 4);
    matmul.out = tile(1024, 1, 4, 4);
    matmul.first = matmul.last = 1;
    matmul.mult = 32767, matmul.shift = 30;
    matmul.act_min = -128, matmul.act_max = 127;
    softmax.in = softmax.out = tile(0, 1, 1, 10);
    softmax.mult = 1, softmax.shift = 8;
  }

  /// The refusal; empty when there is none.
  std::string verify() const {
    Program p;
    p.add(RNPU_CONV, Mxu, conv).add(RNPU_POOL, Vxu, pool).add(RNPU_BINARY, Vxu, binary).add(RNPU_UNARY, Vxu, unary);
    p.add(RNPU_RESIZE, Vxu, resize).add(RNPU_MATMUL, Mxu, matmul);
    if (withSoftmax)
      p.add(RNPU_SOFTMAX, Vxu, softmax);
    p.stop();
    Machine m(kChecked, config, &kMini);
    return m.verify(p) == NPU_OK ? "" : m.text();
  }
};

TEST(MiniVerify, TakesWhatItHas) { EXPECT_EQ(All().verify(), ""); }

TEST(MiniVerify, RefusesWhatItLacks) {
  struct {
    std::function<void(All &)> edit;
    std::string text;
  } const cases[] = {
      {[](All &a) { a.conv.in.zero_point = -1; }, "command 0 (CONV, node 0): a tile has a zero point"},
      {[](All &a) { a.conv.kind = RNPU_CONV_DEPTHWISE, a.conv.weight_bytes = 36; }, "no depthwise convolution"},
      {[](All &a) { a.conv.act = RNPU_ACT_LUT8; }, "command 0 (CONV, node 0): this machine has no tables"},
      {[](All &a) { a.pool.out.zero_point = 3; }, "command 1 (POOL, node 1): a tile has a zero point"},
      {[](All &a) { a.binary.b.zero_point = 3; }, "command 2 (BINARY, node 2): a tile has a zero point"},
      {[](All &a) { a.binary.mult_b = 32768; }, "command 2 (BINARY, node 2): a multiplier has more than 15 bits"},
      {[](All &a) { a.unary.mult = 32768; }, "command 3 (UNARY, node 3): a multiplier has more than 15 bits"},
      {[](All &a) { a.unary.kind = RNPU_LUT8; }, "command 3 (UNARY, node 3): this machine has no tables"},
      {[](All &a) { a.resize.in.zero_point = 3; }, "command 4 (RESIZE, node 4): a tile has a zero point"},
      {[](All &a) { a.resize.mult = 32768; }, "command 4 (RESIZE, node 4): a multiplier has more than 15 bits"},
      {[](All &a) { a.matmul.b.zero_point = 3; }, "command 5 (MATMUL, node 5): a tile has a zero point"},
      {[](All &a) { a.matmul.mult = 32768; }, "command 5 (MATMUL, node 5): a multiplier has more than 15 bits"},
      {[](All &a) { a.withSoftmax = true; }, "command 6 (SOFTMAX, node 6): this machine has no tables"},
      {[](All &a) { a.config.rounding = RNPU_HALF_UP; }, "this machine rounds half away from zero"},
  };
  for (const auto &c : cases) {
    All all;
    c.edit(all);
    EXPECT_NE(all.verify().find(c.text), std::string::npos) << c.text << "\ngot: " << all.verify();
  }
}

/// All bytes -128..127, rescaled by mult / 2^shift.
std::vector<int8_t> requantized(int32_t mult, uint8_t shift) {
  Machine m(kChecked, miniConfig(), &kMini);
  for (int x = -128; x < 128; ++x)
    m.region(Input).push_back(static_cast<uint8_t>(x));
  m.region(Output).assign(256, 0);
  rnpu_unary unary = {};
  unary.in = tile(0, 1, 16, 16);
  unary.out = tile(256, 1, 16, 16);
  unary.kind = RNPU_REQUANTIZE;
  unary.mult = mult, unary.shift = shift;
  unary.act_min = -128, unary.act_max = 127;
  Program p;
  p.add(RNPU_DMA, 0, load(Input, 0, 0, 256)).add(RNPU_UNARY, Vxu, unary, {{0, 1}});
  p.add(RNPU_DMA, 0, store(256, Output, 0, 256), {{Vxu, 1}}).stop();
  EXPECT_EQ(m.verifyAndRun(p), NPU_OK) << m.text();
  std::vector<uint8_t> &bytes = m.region(Output);
  return {bytes.begin(), bytes.end()};
}

// x/2 and 3x/8 meet ties at both signs: the magnitude is rounded, and then has x's sign.
TEST(MiniRescale, TiesGoAwayFromZero) {
  struct {
    int numerator, denominator;
    int32_t mult;
    uint8_t shift;
  } const ratios[] = {{1, 2, 16384, 15}, {3, 8, 24576, 16}};
  for (const auto &r : ratios) {
    std::vector<int8_t> got = requantized(r.mult, r.shift);
    for (int x = -128; x < 128; ++x) {
      int magnitude = (2 * std::abs(x) * r.numerator + r.denominator) / (2 * r.denominator);
      ASSERT_EQ(got[static_cast<size_t>(x + 128)], x < 0 ? -magnitude : magnitude) << x << " * " << r.numerator << "/" << r.denominator;
    }
  }
}

// What no static check can see: a multiplier in a parameter record.
TEST(MiniRescale, WideMultipliersOfRecordsAreFaults) {
  for (int32_t mult : {32767, 32768}) {
    Machine m(kChecked, miniConfig(), &kMini);
    m.region(Constants).assign(10, 0);
    std::memcpy(m.region(Constants).data() + 4, &mult, 4);
    m.region(Constants)[8] = 15;
    m.region(Input).assign(16, 4);
    rnpu_pool pool = {};
    pool.in = tile(0, 2, 2, 4);
    pool.out = tile(256, 1, 1, 4);
    pool.in.row_pitch = 16;
    pool.window = window(2, 2, 1, 1, 2, 1, 0);
    pool.prm_count = 1;
    pool.act_min = -128, pool.act_max = 127;
    Program p;
    p.add(RNPU_DMA, 0, load(Constants, 0, 0, 10, RNPU_SPACE_PRM)).add(RNPU_DMA, 0, fill(0, 64, 4));
    p.add(RNPU_POOL, Vxu, pool, {{0, 2}}).stop();
    npu_status status = m.verifyAndRun(p);
    EXPECT_EQ(status == NPU_OK, mult == 32767) << m.text();
    if (mult == 32768)
      EXPECT_NE(m.text().find("PRM record 0 has multiplier 32768"), std::string::npos) << m.text();
  }
}

} // namespace
