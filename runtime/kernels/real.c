#include "runtime/kernels/real.h"

#include <math.h>
#include <stdint.h>

#include "runtime/kernels/exp.h"

#define LN2_HIGH 6.93147180369123816490e-01
#define LN2_LOW 1.90821492927058770002e-10

/* Taylor's series up to |x| = 1, where its 20th term is below half an ulp of the sum. */
double npu_expm1_f64(double x) {
  if (!(fabs(x) <= 1.0))
    return npu_exp_f64(x) - 1.0;
  double sum = 1.0;
  for (int n = 20; n > 1; --n)
    sum = 1.0 + sum * x / n;
  return sum * x;
}

/* x = 2^k m, sqrt(1/2) <= m < sqrt 2; log m = 2 artanh s, s = (m - 1)/(m + 1), |s| < 0.172, by its odd series. */
double npu_log_f64(double x) {
  if (!(x > 0.0))
    return x == 0.0 ? -HUGE_VAL : x != x ? x : HUGE_VAL * 0.0;
  if (x == HUGE_VAL)
    return x;
  int32_t k = 0;
  if (x < 2.2250738585072014e-308) {
    x *= 18014398509481984.0; /* 2^54: a normal number */
    k = -54;
  }
  union {
    double value;
    uint64_t bits;
  } u = {x};
  k += (int32_t)(u.bits >> 52) - 1023;
  u.bits = (u.bits & UINT64_C(0x000fffffffffffff)) | UINT64_C(0x3ff0000000000000);
  double m = u.value;
  if (m > 1.4142135623730951) {
    m *= 0.5;
    ++k;
  }
  const double s = (m - 1.0) / (m + 1.0), s2 = s * s;
  double sum = 0.0;
  for (int n = 25; n > 1; n -= 2)
    sum = (sum + 1.0 / n) * s2;
  return k * LN2_HIGH + (2.0 * s + (2.0 * s * sum + k * LN2_LOW));
}

/* What 1 + x loses of x comes back by the ratio (W. Kahan). */
double npu_log1p_f64(double x) {
  const double u = 1.0 + x;
  if (u == 1.0 || u == HUGE_VAL)
    return x;
  return npu_log_f64(u) * (x / (u - 1.0));
}

double npu_tanh_f64(double x) {
  const double a = fabs(x);
  double y;
  if (a <= 0.5) {
    const double e = npu_expm1_f64(2.0 * a);
    y = e / (e + 2.0);
  } else if (a < 20.0) {
    y = 1.0 - 2.0 / (npu_exp_f64(2.0 * a) + 1.0);
  } else {
    y = a != a ? a : 1.0;
  }
  return x < 0.0 ? -y : y;
}

double npu_sigmoid_f64(double x) {
  if (x >= 0.0)
    return 1.0 / (1.0 + npu_exp_f64(-x));
  const double e = npu_exp_f64(x);
  return e / (1.0 + e);
}

double npu_softplus_f64(double x) { return (x > 0.0 ? x : x != x ? x : 0.0) + npu_log1p_f64(npu_exp_f64(-fabs(x))); }

/* erf x = 2/sqrt(pi) exp(-x^2) sum of x (2x^2)^n / (1 3 5 .. (2n + 1)): all terms of one sign, nothing cancels. */
double npu_erf_f64(double x) {
  const double a = fabs(x);
  if (!(a < 6.0))
    return x != x ? x : x < 0.0 ? -1.0 : 1.0;
  double term = a, sum = a;
  for (int n = 1; term > sum * 1e-18; ++n) {
    term *= 2.0 * a * a / (2 * n + 1);
    sum += term;
  }
  const double y = 1.1283791670955126 * npu_exp_f64(-a * a) * sum;
  return x < 0.0 ? -y : y;
}

/* x^n by squaring. */
static double whole_power(double x, uint32_t n) {
  double power = 1.0;
  for (; n != 0; n >>= 1, x *= x)
    if (n & 1)
      power *= x;
  return power;
}

double npu_pow_f64(double x, double y) {
  const int whole = y == floor(y);
  if (y == 0.0 || x == 1.0)
    return 1.0;
  if (whole && fabs(y) <= 64.0)
    return y < 0.0 ? 1.0 / whole_power(x, (uint32_t)-y) : whole_power(x, (uint32_t)y);
  if (y == 0.5)
    return sqrt(x);
  if (x < 0.0) {
    if (!whole)
      return HUGE_VAL * 0.0;
    const double power = npu_exp_f64(y * npu_log_f64(-x));
    return y * 0.5 == floor(y * 0.5) ? power : -power;
  }
  return npu_exp_f64(y * npu_log_f64(x));
}
