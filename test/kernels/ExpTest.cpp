// exp against the host's long double (N13).
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "runtime/kernels/exp.h"
#include "test/kernels/Exact.h"

namespace {

TEST(Exp, F64WithinOneUlp) {
  exact::Random random(6);
  for (int i = 0; i < 300000; ++i) {
    const double x = double(random.in(-7080000000, 7090000000)) / 1e7 / double(random.in(1, 400));
    const long double truth = std::exp((long double)x);
    const double near = double(truth), ulp = std::nextafter(near, INFINITY) - near;
    ASSERT_LE(std::fabs(npu_exp_f64(x) - truth), ulp) << x;
  }
}

TEST(Exp, F32WithinOneUlp) {
  exact::Random random(7);
  for (int i = 0; i < 300000; ++i) {
    const float x = float(double(random.in(-873000000, 887000000)) / 1e7 / double(random.in(1, 400)));
    const double truth = std::exp(double(x));
    const float near = float(truth), ulp = std::nextafterf(near, INFINITY) - near;
    ASSERT_LE(std::fabs(npu_exp_f32(x) - truth), ulp) << x;
  }
}

TEST(Exp, Borders) {
  EXPECT_EQ(npu_exp_f64(0.0), 1.0);
  EXPECT_EQ(npu_exp_f32(0.0f), 1.0f);
  EXPECT_EQ(npu_exp_f64(710.0), INFINITY);
  EXPECT_EQ(npu_exp_f32(89.0f), INFINITY);
  EXPECT_TRUE(std::isfinite(npu_exp_f64(709.78)));
  EXPECT_TRUE(std::isfinite(npu_exp_f32(88.7f)));
  EXPECT_EQ(npu_exp_f64(-INFINITY), 0.0);
  EXPECT_EQ(npu_exp_f32(-INFINITY), 0.0f);
  EXPECT_EQ(npu_exp_f64(INFINITY), INFINITY);
  EXPECT_EQ(npu_exp_f32(INFINITY), INFINITY);
  EXPECT_NEAR(npu_exp_f64(-744.0), 1e-323, 5e-324); // two smallest subnormals: no jump to 0 before it is due
  EXPECT_EQ(npu_exp_f32(-88.0f), 0.0f);             // subnormals of f32 are 0
  EXPECT_TRUE(std::isnan(npu_exp_f64(NAN)));
  EXPECT_TRUE(std::isnan(npu_exp_f32(NAN)));
}

} // namespace
