// Products of two computed matrices.
#include <cmath>
#include <cstring>
#include <gtest/gtest.h>

#include "runtime/kernels/matmul.h"
#include "test/kernels/Exact.h"

namespace {

npu_matmul randomShape(exact::Random &random) {
  npu_matmul m = {random.in(1, 3), random.in(1, 5), random.in(1, 30), random.in(1, 5), 0, 0, int(random.in(0, 1)), int(random.in(0, 1))};
  m.a_batch_stride = random.in(0, 1) ? m.rows * m.inner : 0;
  m.b_batch_stride = random.in(0, 1) ? m.inner * m.columns : 0;
  return m;
}

exact::Wide dot(const npu_matmul &m, const int8_t *a, const int8_t *b, int64_t at, int a_zero, int b_zero) {
  const int64_t x = at % m.columns, y = at / m.columns % m.rows, n = at / (m.columns * m.rows);
  exact::Wide sum = 0;
  for (int64_t i = 0; i < m.inner; ++i)
    sum += exact::Wide(a[n * m.a_batch_stride + (m.a_transposed ? i * m.rows + y : y * m.inner + i)] - a_zero) *
           (b[n * m.b_batch_stride + (m.b_transposed ? x * m.inner + i : i * m.columns + x)] - b_zero);
  return sum;
}

TEST(Matmul, MatchesTheDefinition) {
  exact::Random random(21);
  for (int i = 0; i < 1000; ++i) {
    const npu_matmul m = randomShape(random);
    const npu_matmul_quant q = {int32_t(random.in(-128, 127)), int32_t(random.in(-128, 127)), int32_t(random.in(-128, 127)),
                                {1 << 30, uint32_t(random.in(32, 40))}, npu_rounding(random.in(0, 3)), -120, 100};
    const std::vector<int8_t> a = random.bytes(m.batch * m.rows * m.inner), b = random.bytes(m.batch * m.inner * m.columns);
    const std::vector<float> fa(a.begin(), a.end()), fb(b.begin(), b.end());
    std::vector<int8_t> out(size_t(m.batch * m.rows * m.columns));
    std::vector<float> real(out.size());
    ASSERT_TRUE(npu_matmul_i8(&m, &q, a.data(), b.data(), out.data()));
    npu_matmul_f32(&m, fa.data(), fb.data(), real.data());
    for (size_t at = 0; at < out.size(); ++at) {
      const exact::Wide v = dot(m, a.data(), b.data(), int64_t(at), q.a_zero, q.b_zero) * q.by.mult;
      ASSERT_EQ(out[at], exact::clamp(q.out_zero + exact::roundShifted(v, q.by.shift, q.rounding), q.low, q.high));
      ASSERT_EQ(real[at], float(dot(m, a.data(), b.data(), int64_t(at), 0, 0)));
    }
  }
}

// Reals of mixed size, where any other order of summation shows; shapes beyond one block of the fast form.
TEST(Matmul, FastFormsOfF32EqualTheReference) {
  exact::Random random(22);
  for (int i = 0; i < 500; ++i) {
    npu_matmul m = {random.in(1, 2), random.in(1, 9), random.in(1, 40), random.in(1, 40), 0, 0, int(random.in(0, 1)), int(random.in(0, 1))};
    m.a_batch_stride = random.in(0, 1) ? m.rows * m.inner : 0;
    m.b_batch_stride = random.in(0, 1) ? m.inner * m.columns : 0;
    std::vector<float> a = random.reals(m.a_batch_stride * (m.batch - 1) + m.rows * m.inner);
    const std::vector<float> b = random.reals(m.b_batch_stride * (m.batch - 1) + m.inner * m.columns);
    for (float &v : a)
      v = std::ldexp(v / 3, int(random.in(-9, 9)));
    std::vector<float> reference(size_t(m.batch * m.rows * m.columns)), fast(reference), baseline(reference);
    npu_matmul_f32_reference(&m, a.data(), b.data(), reference.data());
    npu_matmul_f32(&m, a.data(), b.data(), fast.data());
    npu_matmul_f32_baseline(&m, a.data(), b.data(), baseline.data());
    ASSERT_EQ(std::memcmp(fast.data(), reference.data(), fast.size() * sizeof(float)), 0) << i;
    ASSERT_EQ(std::memcmp(baseline.data(), reference.data(), fast.size() * sizeof(float)), 0) << i;
  }
}

// The order of the sum: lane i mod 8, and then the tree of lanes.h. 2^24 + 1 is 2^24.
TEST(Matmul, SumsInLanes) {
  const std::vector<float> a = {16777216, 1, 1, 1, -16777216, 1, 1, 1, 1}, ones(9, 1.0f);
  float out = 0;
  for (int transposed : {0, 1}) {
    const npu_matmul m = {1, 1, 9, 1, 0, 0, transposed, transposed};
    npu_matmul_f32(&m, a.data(), ones.data(), &out);
    EXPECT_EQ(out, 6.0f); // lanes 0 and 4 cancel, six ones are left; one running sum has 4
  }
}

// N3: 255 * 255 * 33026 is the first that leaves 32 bits.
TEST(Matmul, AccumulatorOverflowIsReported) {
  npu_matmul m = {1, 1, 33026, 1, 0, 0, 0, 0};
  const npu_matmul_quant q = {-128, -128, 0, {1 << 30, 60}, NPU_ROUND_HALF_UP, -128, 127};
  const std::vector<int8_t> ones(size_t(m.inner), 127);
  int8_t out;
  EXPECT_FALSE(npu_matmul_i8(&m, &q, ones.data(), ones.data(), &out));
  m.inner = 33025;
  EXPECT_TRUE(npu_matmul_i8(&m, &q, ones.data(), ones.data(), &out));
}

} // namespace
