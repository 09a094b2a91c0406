// Resizing against sums over all samples in 128-bit fractions, with hats and steps for weights.
#include "runtime/kernels/resize.h"

#include <cmath>
#include <gtest/gtest.h>

#include "test/kernels/Exact.h"

namespace {

using exact::Wide;

npu_resize_axis randomAxis(exact::Random &random) {
  return {random.in(1, 9), random.in(1, 14), random.in(0, 40), random.in(-60, 60), random.in(1, 24)};
}

npu_resize randomResize(exact::Random &random) {
  return {random.in(1, 2), random.in(1, 5), randomAxis(random), randomAxis(random)};
}

int64_t inputs(const npu_resize &r) { return r.batch * r.rows.in * r.columns.in * r.channels; }
int64_t outputs(const npu_resize &r) { return r.batch * r.rows.out * r.columns.out * r.channels; }

// The weight of sample k for output i, times the denominator: a hat of width 1 around the cut position.
int64_t hat(const npu_resize_axis &a, int64_t i, int64_t k) {
  int64_t position = std::min(std::max<int64_t>(i * a.step + a.offset, 0), (a.in - 1) * a.denominator);
  return std::max<int64_t>(0, a.denominator - std::abs(position - k * a.denominator));
}

// Calls visit(output index, n, y, x, c) in order.
template <typename Visit> void forEachOutput(const npu_resize &r, Visit visit) {
  int64_t at = 0;
  for (int64_t n = 0; n < r.batch; ++n)
    for (int64_t y = 0; y < r.rows.out; ++y)
      for (int64_t x = 0; x < r.columns.out; ++x)
        for (int64_t c = 0; c < r.channels; ++c)
          visit(at++, n, y, x, c);
}

int64_t element(const npu_resize &r, int64_t n, int64_t y, int64_t x, int64_t c) {
  return ((n * r.rows.in + y) * r.columns.in + x) * r.channels + c;
}

TEST(Resize, NearestIsTheFloorCutToTheInput) {
  exact::Random random(1);
  for (int i = 0; i < 500; ++i) {
    const npu_resize r = randomResize(random);
    std::vector<float> in = random.reals(inputs(r)), out(outputs(r));
    npu_resize_nearest(&r, sizeof(float), in.data(), out.data());
    forEachOutput(r, [&](int64_t at, int64_t n, int64_t y, int64_t x, int64_t c) {
      auto floor = [](const npu_resize_axis &a, int64_t i) {
        return exact::clamp(exact::floorDiv(Wide(i) * a.step + a.offset, a.denominator), 0, a.in - 1);
      };
      ASSERT_EQ(out[at], in[element(r, n, floor(r.rows, y), floor(r.columns, x), c)]);
    });
  }
}

TEST(Resize, LinearI8IsOneRoundingOfTheExactSum) {
  exact::Random random(2);
  for (int i = 0; i < 500; ++i) {
    const npu_resize r = randomResize(random);
    npu_resize_quant q = {int32_t(random.in(-128, 127)), int32_t(random.in(-128, 127)), {}, npu_rounding(i % 4), -128, 127};
    if (i % 3 == 0)
      q.low = -50, q.high = 60;
    ASSERT_TRUE(npu_resize_choose(double(random.in(1, 4000)) / 1000, 31, &r, &q.by, nullptr));
    std::vector<int8_t> in = random.bytes(inputs(r)), out(outputs(r));
    npu_resize_linear_i8(&r, &q, in.data(), out.data());
    forEachOutput(r, [&](int64_t at, int64_t n, int64_t y, int64_t x, int64_t c) {
      Wide sum = 0;
      for (int64_t k = 0; k < r.rows.in; ++k)
        for (int64_t l = 0; l < r.columns.in; ++l)
          sum += Wide(hat(r.rows, y, k)) * hat(r.columns, x, l) * (in[element(r, n, k, l, c)] - q.in_zero);
      Wide rounded = exact::roundShifted(sum * q.by.mult, q.by.shift, q.rounding);
      ASSERT_EQ(out[at], exact::clamp(q.out_zero + rounded, q.low, q.high)) << "case " << i;
    });
  }
}

TEST(Resize, LinearF32IsNearTheExactSum) {
  exact::Random random(3);
  for (int i = 0; i < 500; ++i) {
    const npu_resize r = randomResize(random);
    std::vector<float> in = random.reals(inputs(r)), out(outputs(r));
    npu_resize_linear_f32(&r, in.data(), out.data());
    forEachOutput(r, [&](int64_t at, int64_t n, int64_t y, int64_t x, int64_t c) {
      double sum = 0;
      for (int64_t k = 0; k < r.rows.in; ++k)
        for (int64_t l = 0; l < r.columns.in; ++l)
          sum += double(hat(r.rows, y, k)) * double(hat(r.columns, x, l)) * in[element(r, n, k, l, c)];
      ASSERT_NEAR(out[at], sum / double(r.rows.denominator * r.columns.denominator), 2e-6);
    });
  }
}

// With one format, a position that is a sample gives its value, and a constant image stays constant.
TEST(Resize, OneFormatKeepsSamplesAndConstants) {
  exact::Random random(4);
  for (int i = 0; i < 500; ++i) {
    npu_resize r = randomResize(random);
    r.rows.denominator = random.in(1, 5000);
    r.columns.denominator = random.in(1, 5000);
    npu_resize_quant q = {7, 7, {}, NPU_ROUND_HALF_UP, -128, 127};
    ASSERT_TRUE(npu_resize_choose(1.0, 31, &r, &q.by, nullptr));
    std::vector<int8_t> in(inputs(r), int8_t(random.in(-128, 127))), out(outputs(r));
    npu_resize_linear_i8(&r, &q, in.data(), out.data());
    for (int8_t value : out)
      ASSERT_EQ(value, in[0]);
  }
}

// The multiplier gives way to wide weights, so that 255 * weights * mult stays below 2^62.
TEST(Resize, MultipliersKeepTheProductIn62Bits) {
  npu_resize r = {1, 1, {2, 2, 1, 0, 1}, {2, 2, 1, 0, 1}};
  for (int64_t rows : {1, 3, 1000, 65536, 1 << 20, 1 << 30})
    for (int64_t columns : {1, 7, 4096, 1 << 11, 1 << 20, 1 << 30}) {
      r.rows.denominator = rows;
      r.columns.denominator = columns;
      npu_rescale by;
      double deviation;
      bool fits = rows * columns <= int64_t(1) << 31;
      ASSERT_EQ(npu_resize_choose(0.37, 31, &r, &by, &deviation), fits) << rows << " " << columns;
      if (!fits)
        continue;
      EXPECT_LT(Wide(255) * rows * columns * by.mult, Wide(1) << 62);
      EXPECT_LT(std::abs(deviation), 1e-6);
    }
}

// A sample alone is not touched by an infinite neighbour.
TEST(Resize, SamplesAreExactInF32) {
  const npu_resize r = {1, 1, {1, 1, 0, 0, 1}, {3, 3, 2, 0, 2}};
  const float in[3] = {0.1f, INFINITY, -0.3f};
  float out[3];
  npu_resize_linear_f32(&r, in, out);
  EXPECT_EQ(out[0], 0.1f);
  EXPECT_EQ(out[1], INFINITY);
  EXPECT_EQ(out[2], -0.3f);
}

} // namespace
