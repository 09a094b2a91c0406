// Pooling against its definition on an explicitly padded input.
#include <cmath>
#include <gtest/gtest.h>
#include <set>

#include "runtime/kernels/pool.h"
#include "test/kernels/Exact.h"

namespace {

npu_axis randomAxis(exact::Random &random) {
  npu_axis a = {};
  do {
    a = {random.in(1, 9), 0, random.in(1, 4), random.in(1, 3), random.in(1, 2), random.in(0, 3), random.in(0, 3)};
    a.out = npu_axis_out(&a);
  } while (a.out < 1);
  a.out += random.in(0, 3) == 0; // a last window that runs over the padding, as ceil_mode gives
  return a;
}

// The taps of one output, and over how many positions it averages.
struct Taps {
  std::vector<int64_t> values;
  int64_t count = 0;
};

template <typename T>
Taps tapsAt(const npu_pool &p, const std::vector<T> &in, int64_t n, int64_t y, int64_t x, int64_t c) {
  const npu_axis &h = p.window.rows, &w = p.window.columns;
  Taps taps;
  for (int64_t r = 0; r < h.kernel; ++r)
    for (int64_t s = 0; s < w.kernel; ++s) {
      const int64_t py = y * h.stride + r * h.dilation, px = x * w.stride + s * w.dilation; // in the padded input
      const int64_t iy = py - h.pad_before, ix = px - w.pad_before;
      const bool real = iy >= 0 && iy < h.in && ix >= 0 && ix < w.in;
      const bool padded = py < h.pad_before + h.in + h.pad_after && px < w.pad_before + w.in + w.pad_after;
      taps.count += real || (p.count_include_pad && padded);
      if (real)
        taps.values.push_back(int64_t(in[((n * h.in + iy) * w.in + ix) * p.channels + c]));
    }
  return taps;
}

struct Case {
  npu_pool pool;
  npu_pool_quant quant;
  std::vector<npu_count_mult> mults;
  std::vector<int8_t> in, out;
};

Case randomCase(exact::Random &random) {
  Case c;
  c.pool = {{random.in(1, 2), randomAxis(random), randomAxis(random)}, random.in(1, 5), int(random.in(0, 1))};
  c.in = random.bytes(c.pool.window.batch * c.pool.window.rows.in * c.pool.window.columns.in * c.pool.channels);
  c.out.resize(size_t(c.pool.window.batch * c.pool.window.rows.out * c.pool.window.columns.out * c.pool.channels));
  const int32_t low = int32_t(random.in(-128, 0)), high = int32_t(random.in(1, 127));
  c.quant = {int32_t(random.in(-128, 127)), int32_t(random.in(-128, 127)), nullptr, 0, 0,
             npu_rounding(random.in(0, 3)), low, high};
  return c;
}

template <typename Check> void forEachOutput(const npu_pool &p, Check check) {
  size_t at = 0;
  for (int64_t n = 0; n < p.window.batch; ++n)
    for (int64_t y = 0; y < p.window.rows.out; ++y)
      for (int64_t x = 0; x < p.window.columns.out; ++x)
        for (int64_t c = 0; c < p.channels; ++c)
          check(at++, n, y, x, c);
}

TEST(Pool, AverageI8) {
  exact::Random random(8);
  for (int i = 0; i < 1500; ++i) {
    Case c = randomCase(random);
    std::set<int64_t> counts;
    forEachOutput(c.pool, [&](size_t, int64_t n, int64_t y, int64_t x, int64_t ch) {
      counts.insert(tapsAt(c.pool, c.in, n, y, x, ch).count);
    });
    counts.erase(0);
    c.mults.resize(16);
    c.mults.resize(size_t(npu_pool_counts(&c.pool, c.mults.data(), 16)));
    std::set<int64_t> found;
    for (auto &m : c.mults)
      found.insert(m.count);
    ASSERT_EQ(found, counts);
    if (counts.empty())
      continue;
    const double ratio = random.in(0, 1) ? 1.0 : double(random.in(1, 4000)) / 1000;
    ASSERT_TRUE(npu_pool_mults(ratio, 31, c.mults.data(), int64_t(c.mults.size()), &c.quant.shift, nullptr));
    c.quant.mults = c.mults.data();
    c.quant.mult_count = int64_t(c.mults.size());
    ASSERT_TRUE(npu_average_pool_i8(&c.pool, &c.quant, c.in.data(), c.out.data()));
    forEachOutput(c.pool, [&](size_t at, int64_t n, int64_t y, int64_t x, int64_t ch) {
      const Taps taps = tapsAt(c.pool, c.in, n, y, x, ch);
      exact::Wide sum = 0;
      for (int64_t v : taps.values)
        sum += v - c.quant.in_zero;
      int32_t mult = 0;
      for (auto &m : c.mults)
        mult = m.count == taps.count ? m.mult : mult;
      ASSERT_EQ(c.out[at], exact::clamp(c.quant.out_zero + exact::roundShifted(sum * mult, c.quant.shift,
                                                                               c.quant.rounding),
                                        c.quant.low, c.quant.high));
      // And the multiplier is the right one: within half a step and the grid's error of the real average.
      const long double real = taps.count ? (long double)sum * ratio / taps.count : 0.0L;
      const long double got = std::ldexp((long double)(sum * mult), -int(c.quant.shift));
      ASSERT_NEAR(double(got), double(real), 1e-4);
    });
  }
}

TEST(Pool, MaxI8) {
  exact::Random random(9);
  for (int i = 0; i < 1500; ++i) {
    Case c = randomCase(random);
    const npu_count_mult by = {0, int32_t(random.in(1 << 29, INT32_MAX))};
    c.quant.mults = &by;
    c.quant.mult_count = 1;
    c.quant.shift = 30;
    npu_max_pool_i8(&c.pool, &c.quant, c.in.data(), c.out.data());
    forEachOutput(c.pool, [&](size_t at, int64_t n, int64_t y, int64_t x, int64_t ch) {
      const Taps taps = tapsAt(c.pool, c.in, n, y, x, ch);
      if (taps.values.empty()) {
        ASSERT_EQ(c.out[at], c.quant.low);
        return;
      }
      const exact::Wide most = *std::max_element(taps.values.begin(), taps.values.end()) - c.quant.in_zero;
      ASSERT_EQ(c.out[at], exact::clamp(c.quant.out_zero + exact::roundShifted(most * by.mult, 30, c.quant.rounding),
                                        c.quant.low, c.quant.high));
    });
  }
}

// Small integers: sums are exact in f32.
TEST(Pool, F32) {
  exact::Random random(10);
  for (int i = 0; i < 500; ++i) {
    Case c = randomCase(random);
    std::vector<float> in(c.in.begin(), c.in.end()), most(c.out.size()), average(c.out.size());
    npu_max_pool_f32(&c.pool, in.data(), most.data());
    npu_average_pool_f32(&c.pool, in.data(), average.data());
    forEachOutput(c.pool, [&](size_t at, int64_t n, int64_t y, int64_t x, int64_t ch) {
      const Taps taps = tapsAt(c.pool, c.in, n, y, x, ch);
      float sum = 0, largest = -INFINITY;
      for (int64_t v : taps.values)
        sum += float(v), largest = std::max(largest, float(v));
      ASSERT_EQ(most[at], largest);
      ASSERT_EQ(average[at], taps.count ? sum / float(taps.count) : 0.0f);
    });
  }
}

// A window wholly in padding gives the low bound, whatever the multiplier.
TEST(Pool, MaximumOverNothing) {
  const npu_axis axis = {1, 2, 1, 1, 1, 1, 0};
  const npu_pool pool = {{1, {1, 1, 1, 1, 1, 0, 0}, axis}, 1, 0};
  const npu_count_mult zero = {0, 0};
  const npu_pool_quant quant = {9, 5, &zero, 1, 30, NPU_ROUND_HALF_UP, -77, 127};
  const int8_t in = 3;
  int8_t out[2];
  npu_max_pool_i8(&pool, &quant, &in, out);
  EXPECT_EQ(out[0], -77);
  EXPECT_EQ(out[1], 5);
}

TEST(Pool, MaxOfNaNIsNaN) {
  const npu_axis two = {2, 1, 2, 1, 1, 0, 0}, one = {1, 1, 1, 1, 1, 0, 0};
  const npu_pool pool = {{1, one, two}, 1, 0};
  for (int at : {0, 1}) {
    float in[2] = {1, 1}, out;
    in[at] = NAN;
    npu_max_pool_f32(&pool, in, &out);
    EXPECT_TRUE(std::isnan(out)) << at;
  }
}

// 3x3 over 3x3, one pad: corners see 4 values, edges 6, the middle 9; with the pads counted always 9.
TEST(Pool, CountsByHand) {
  const npu_axis axis = {3, 3, 3, 1, 1, 1, 1};
  npu_pool pool = {{1, axis, axis}, 1, 0};
  npu_count_mult records[4] = {};
  ASSERT_EQ(npu_pool_counts(&pool, records, 4), 3);
  EXPECT_EQ(records[0].count, 4);
  EXPECT_EQ(records[1].count, 6);
  EXPECT_EQ(records[2].count, 9);
  EXPECT_GT(npu_pool_counts(&pool, records, 2), 2); // says that two are too few
  uint32_t shift;
  ASSERT_TRUE(npu_pool_mults(8.0, 31, records, 2, &shift, nullptr));
  EXPECT_EQ(shift, 29u); // 8/4 = 2^30 * 2^-29
  EXPECT_EQ(records[0].mult, 1 << 30);
  EXPECT_EQ(records[1].mult, 715827883); // 8/6 * 2^29 = 715827882.67
  pool.count_include_pad = 1;
  ASSERT_EQ(npu_pool_counts(&pool, records, 4), 1);
  EXPECT_EQ(records[0].count, 9);
}

TEST(Pool, MissingMultiplierIsReported) {
  const npu_axis axis = {2, 1, 2, 1, 1, 0, 0};
  const npu_pool pool = {{1, axis, axis}, 1, 0};
  npu_count_mult record = {3, 1 << 30};
  const npu_pool_quant quant = {0, 0, &record, 1, 32, NPU_ROUND_HALF_UP, -128, 127};
  const int8_t in[4] = {1, 2, 3, 4};
  int8_t out;
  EXPECT_FALSE(npu_average_pool_i8(&pool, &quant, in, &out));
  record.count = 4;
  EXPECT_TRUE(npu_average_pool_i8(&pool, &quant, in, &out));
  EXPECT_EQ(out, 3); // 10 / 4 = 2.5, half up
}

} // namespace
