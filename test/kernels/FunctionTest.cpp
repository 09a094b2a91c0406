// Functions of a real number against the host's long double, and programs of them.
#include <cmath>
#include <gtest/gtest.h>
#include <vector>

#include "runtime/kernels/function.h"
#include "runtime/kernels/real.h"
#include "test/kernels/Exact.h"

namespace {

using Truth = long double (*)(long double);

/// The largest error in ulps of the true value, over random arguments in [low, high] of many magnitudes.
double worst(double (*function)(double), Truth truth, double low, double high) {
  exact::Random random(11);
  double most = 0;
  for (int i = 0; i < 100000; ++i) {
    double x = low + (high - low) * double(random.in(0, 1000000000)) / 1e9;
    if (low < 0 || i % 2)
      x /= std::pow(2.0, double(random.in(0, 30)));
    if (x < low || x > high)
      continue;
    const long double exact = truth((long double)x);
    const double near = double(exact), ulp = std::fabs(std::nextafter(near, INFINITY) - near);
    most = std::max(most, double(std::fabs(function(x) - exact) / ulp));
  }
  return most;
}

TEST(Real, WithinAFewUlp) {
  EXPECT_LE(worst(npu_expm1_f64, [](long double x) { return std::expm1(x); }, -40, 40), 3);
  EXPECT_LE(worst(npu_log_f64, [](long double x) { return std::log(x); }, 1e-12, 1e12), 3);
  EXPECT_LE(worst(npu_log1p_f64, [](long double x) { return std::log1p(x); }, 0, 4), 4);
  EXPECT_LE(worst(npu_tanh_f64, [](long double x) { return std::tanh(x); }, -25, 25), 4);
  EXPECT_LE(worst(npu_sigmoid_f64, [](long double x) { return 1 / (1 + std::exp(-x)); }, -700, 700), 3);
  EXPECT_LE(worst(npu_softplus_f64, [](long double x) { return std::log1p(std::exp(x)); }, -300, 300), 4);
  EXPECT_LE(worst(npu_erf_f64, [](long double x) { return std::erf(x); }, -7, 7), 60);
}

TEST(Real, PowersAndBorders) {
  EXPECT_EQ(npu_pow_f64(-3, 3), -27);
  EXPECT_EQ(npu_pow_f64(2, -2), 0.25);
  EXPECT_EQ(npu_pow_f64(9, 0.5), 3);
  EXPECT_EQ(npu_pow_f64(0, 0), 1);
  EXPECT_EQ(npu_pow_f64(0, 1.5), 0);
  EXPECT_EQ(npu_pow_f64(0, -1.5), INFINITY);
  EXPECT_TRUE(std::isnan(npu_pow_f64(-1, 0.3)));
  EXPECT_NEAR(npu_pow_f64(7, 1.7), std::pow(7, 1.7), 1e-13);
  EXPECT_EQ(npu_log_f64(0), -INFINITY);
  EXPECT_TRUE(std::isnan(npu_log_f64(-1)));
  EXPECT_NEAR(npu_log_f64(5e-324), std::log(5e-324), 1e-12);
  EXPECT_EQ(npu_log_f64(INFINITY), INFINITY);
  EXPECT_EQ(npu_tanh_f64(INFINITY), 1);
  EXPECT_EQ(npu_tanh_f64(-INFINITY), -1);
  EXPECT_EQ(npu_erf_f64(-INFINITY), -1);
  EXPECT_EQ(npu_softplus_f64(INFINITY), INFINITY);
  EXPECT_EQ(npu_softplus_f64(-INFINITY), 0);
  for (double (*function)(double) : {npu_expm1_f64, npu_log_f64, npu_tanh_f64, npu_sigmoid_f64, npu_softplus_f64, npu_erf_f64})
    EXPECT_TRUE(std::isnan(function(NAN)));
}

npu_function_step number(float value) { return {NPU_FN_NUMBER, value}; }
npu_function_step code(uint32_t c) { return {c, 0}; }

TEST(Function, ComputesInPostfix) {
  // x * clamp(x + 3, 0, 6) / 6
  const std::vector<npu_function_step> hardSwish = {
      code(NPU_FN_X), code(NPU_FN_X), number(3), code(NPU_FN_ADD), number(0), code(NPU_FN_MAX),
      number(6),      code(NPU_FN_MIN), code(NPU_FN_MUL), number(6), code(NPU_FN_DIV)};
  ASSERT_TRUE(npu_function_valid(hardSwish.data(), hardSwish.size()));
  EXPECT_EQ(npu_function_at(hardSwish.data(), hardSwish.size(), 1), 4.0 / 6);
  EXPECT_EQ(npu_function_at(hardSwish.data(), hardSwish.size(), -4), 0);
  EXPECT_EQ(npu_function_at(hardSwish.data(), hardSwish.size(), 5), 5);
  float values[3] = {1, -4, 5};
  npu_function_f32(hardSwish.data(), hardSwish.size(), values, 3, values);
  EXPECT_EQ(values[0], float(4.0 / 6));
  EXPECT_EQ(values[2], 5);
}

TEST(Function, EachCode) {
  auto one = [](uint32_t c, double x) {
    const npu_function_step steps[] = {code(NPU_FN_X), code(c)};
    return npu_function_at(steps, 2, x);
  };
  auto two = [](uint32_t c, double x, float b) {
    const npu_function_step steps[] = {code(NPU_FN_X), number(b), code(c)};
    return npu_function_at(steps, 3, x);
  };
  EXPECT_EQ(one(NPU_FN_NEG, 2), -2);
  EXPECT_EQ(one(NPU_FN_ABS, -2), 2);
  EXPECT_EQ(one(NPU_FN_SIGN, -2), -1);
  EXPECT_EQ(one(NPU_FN_SIGN, 0), 0);
  EXPECT_EQ(one(NPU_FN_FLOOR, -1.5), -2);
  EXPECT_EQ(one(NPU_FN_CEIL, -1.5), -1);
  EXPECT_EQ(one(NPU_FN_ROUND, 2.5), 2);
  EXPECT_EQ(one(NPU_FN_SQRT, 9), 3);
  EXPECT_EQ(one(NPU_FN_RECIPROCAL, 4), 0.25);
  EXPECT_NEAR(one(NPU_FN_EXP, 1), std::exp(1), 1e-15);
  EXPECT_NEAR(one(NPU_FN_LOG, 3), std::log(3), 1e-15);
  EXPECT_NEAR(one(NPU_FN_SIGMOID, 3), 1 / (1 + std::exp(-3)), 1e-15);
  EXPECT_NEAR(one(NPU_FN_TANH, 3), std::tanh(3), 1e-15);
  EXPECT_NEAR(one(NPU_FN_SOFTPLUS, 3), std::log1p(std::exp(3)), 1e-15);
  EXPECT_NEAR(one(NPU_FN_ERF, 1), std::erf(1), 1e-15);
  EXPECT_EQ(two(NPU_FN_ADD, 2, 3), 5);
  EXPECT_EQ(two(NPU_FN_SUB, 2, 3), -1);
  EXPECT_EQ(two(NPU_FN_MUL, 2, 3), 6);
  EXPECT_EQ(two(NPU_FN_DIV, 3, 2), 1.5);
  EXPECT_EQ(two(NPU_FN_MIN, 3, 2), 2);
  EXPECT_EQ(two(NPU_FN_MAX, 3, 2), 3);
  EXPECT_TRUE(std::isnan(two(NPU_FN_MIN, NAN, 2)));
  EXPECT_TRUE(std::isnan(two(NPU_FN_MAX, NAN, 2)));
  EXPECT_EQ(two(NPU_FN_POW, 3, 2), 9);
  EXPECT_EQ(two(NPU_FN_EQUAL, 3, 3), 1);
  EXPECT_EQ(two(NPU_FN_GREATER, 3, 3), 0);
  EXPECT_EQ(two(NPU_FN_LESS, 2, 3), 1);
  EXPECT_EQ(two(NPU_FN_LEAKY_RELU, -2, 0.5f), -1);
  EXPECT_EQ(two(NPU_FN_LEAKY_RELU, 2, 0.5f), 2);
  EXPECT_NEAR(two(NPU_FN_ELU, -2, 0.5f), 0.5 * std::expm1(-2), 1e-15);
}

TEST(Function, RefusesWhatNoProgramIs) {
  auto valid = [](std::vector<npu_function_step> steps) { return npu_function_valid(steps.data(), steps.size()); };
  EXPECT_TRUE(valid({code(NPU_FN_X)}));
  EXPECT_FALSE(valid({}));
  EXPECT_FALSE(valid({code(NPU_FN_NEG)}));
  EXPECT_FALSE(valid({code(NPU_FN_X), code(NPU_FN_ADD)}));
  EXPECT_FALSE(valid({code(NPU_FN_X), code(NPU_FN_X)}));
  EXPECT_FALSE(valid({code(NPU_FN_X), code(NPU_FN_CODES)}));
  EXPECT_FALSE(valid(std::vector<npu_function_step>(NPU_FUNCTION_MAX_DEPTH + 1, code(NPU_FN_X))));
  std::vector<npu_function_step> longOne(NPU_FUNCTION_MAX_STEPS + 1, code(NPU_FN_NEG));
  longOne[0] = code(NPU_FN_X);
  EXPECT_FALSE(valid(longOne));
}

} // namespace
