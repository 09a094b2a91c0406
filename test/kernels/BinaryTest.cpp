// Two operands with broadcasting (N9).
#include <cmath>
#include <gtest/gtest.h>

#include "runtime/kernels/binary.h"
#include "test/kernels/Exact.h"

namespace {

struct Shapes {
  npu_shape a, b, out;
};

// Right-aligned; each extent of an operand is that of the output, or 1, or missing on the left.
Shapes randomShapes(exact::Random &random) {
  Shapes s = {};
  s.out.rank = uint32_t(random.in(0, 5));
  for (uint32_t i = 0; i < s.out.rank; ++i)
    s.out.dims[i] = random.in(1, 4);
  for (npu_shape *operand : {&s.a, &s.b}) {
    operand->rank = uint32_t(random.in(0, s.out.rank));
    for (uint32_t i = 0; i < operand->rank; ++i)
      operand->dims[i] = random.in(0, 2) ? s.out.dims[s.out.rank - operand->rank + i] : 1;
  }
  return s;
}

// Where flat output element `at` reads an operand: by division, axis by axis from the right.
int64_t source(const npu_shape &out, const npu_shape &operand, int64_t at) {
  int64_t offset = 0, stride = 1;
  for (uint32_t i = 0; i < operand.rank; ++i) {
    const int64_t extent = out.dims[out.rank - 1 - i], own = operand.dims[operand.rank - 1 - i];
    offset += (at % extent % own) * stride;
    stride *= own;
    at /= extent;
  }
  return offset;
}

exact::Wide combine(int kind, exact::Wide a, exact::Wide b) {
  return kind == NPU_ADD ? a + b : kind == NPU_SUB ? a - b : kind == NPU_MIN ? std::min(a, b) : std::max(a, b);
}

TEST(Binary, I8MatchesExactRationals) {
  exact::Random random(11);
  for (int i = 0; i < 4000; ++i) {
    const Shapes s = randomShapes(random);
    npu_binary_quant q = {npu_binary_kind(random.in(0, 4)), int32_t(random.in(-128, 127)), int32_t(random.in(-128, 127)),
                          int32_t(random.in(-128, 127)), int32_t(random.in(0, 1) ? 1 << 30 : random.in(0, INT32_MAX)),
                          int32_t(random.in(0, 1) ? 1 << 29 : random.in(0, INT32_MAX)), uint32_t(random.in(29, 39)),
                          npu_rounding(random.in(0, 3)), int32_t(random.in(-128, 0)), int32_t(random.in(0, 127))};
    const std::vector<int8_t> a = random.bytes(npu_shape_count(&s.a)), b = random.bytes(npu_shape_count(&s.b));
    std::vector<int8_t> out(size_t(npu_shape_count(&s.out)));
    ASSERT_TRUE(npu_binary_i8(&q, &s.a, a.data(), &s.b, b.data(), &s.out, out.data()));
    for (size_t at = 0; at < out.size(); ++at) {
      const exact::Wide x = a[source(s.out, s.a, at)] - q.a_zero, y = b[source(s.out, s.b, at)] - q.b_zero;
      const exact::Wide v = q.kind == NPU_MUL ? x * y * q.a_mult : combine(q.kind, x * q.a_mult, y * q.b_mult);
      ASSERT_EQ(out[at], exact::clamp(q.out_zero + exact::roundShifted(v, q.shift, q.rounding), q.low, q.high));
    }
  }
}

TEST(Binary, F32) {
  exact::Random random(12);
  for (int i = 0; i < 1000; ++i) {
    const Shapes s = randomShapes(random);
    const std::vector<float> a = random.reals(npu_shape_count(&s.a)), b = random.reals(npu_shape_count(&s.b));
    std::vector<float> out(size_t(npu_shape_count(&s.out)));
    for (int kind = NPU_ADD; kind <= NPU_MAX; ++kind) {
      ASSERT_TRUE(npu_binary_f32(npu_binary_kind(kind), &s.a, a.data(), &s.b, b.data(), &s.out, out.data()));
      for (size_t at = 0; at < out.size(); ++at) {
        const float x = a[source(s.out, s.a, at)], y = b[source(s.out, s.b, at)];
        const float expected[] = {x + y, x - y, x * y, std::fmin(x, y), std::fmax(x, y)};
        ASSERT_EQ(out[at], expected[kind]);
      }
    }
  }
}

TEST(Binary, MinAndMaxOfNaN) {
  const npu_shape scalar = {};
  const float nan = NAN, one = 1;
  for (npu_binary_kind kind : {NPU_MIN, NPU_MAX}) {
    float out = 0;
    npu_binary_f32(kind, &scalar, &nan, &scalar, &one, &scalar, &out);
    EXPECT_TRUE(std::isnan(out));
    out = 0;
    npu_binary_f32(kind, &scalar, &one, &scalar, &nan, &scalar, &out);
    EXPECT_TRUE(std::isnan(out));
  }
}

TEST(Binary, ShapesThatDoNotBroadcast) {
  const npu_shape out = {2, {2, 3}}, wrong = {1, {2}}, deep = {3, {1, 2, 3}}, right = {1, {3}};
  const float in[6] = {};
  float result[6];
  EXPECT_FALSE(npu_binary_f32(NPU_ADD, &out, in, &wrong, in, &out, result));
  EXPECT_FALSE(npu_binary_f32(NPU_ADD, &deep, in, &out, in, &out, result));
  EXPECT_TRUE(npu_binary_f32(NPU_ADD, &out, in, &right, in, &out, result));
}

// 0.5 and 0.25 over 1: a common shift, both exact; a product of scales for MUL.
TEST(Binary, MultipliersByHand) {
  int32_t a, b;
  uint32_t shift;
  double deviation;
  ASSERT_TRUE(npu_binary_mults(NPU_ADD, 0.5, 0.25, 1.0, 31, &a, &b, &shift, &deviation));
  EXPECT_EQ(a, 1 << 30);
  EXPECT_EQ(b, 1 << 29);
  EXPECT_EQ(shift, 31u);
  EXPECT_EQ(deviation, 0.0);
  ASSERT_TRUE(npu_binary_mults(NPU_MUL, 0.5, 0.25, 2.0, 31, &a, &b, &shift, &deviation));
  EXPECT_EQ(a, 1 << 30);
  EXPECT_EQ(b, 0);
  EXPECT_EQ(shift, 34u); // 1/16
  EXPECT_FALSE(npu_binary_mults(NPU_ADD, 1.0, 1e12, 1.0, 31, &a, &b, &shift, nullptr));
}

} // namespace
