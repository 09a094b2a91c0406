/* x = k ln 2 + r with |r| <= ln 2 / 2; exp x = 2^k exp r, exp r by its Taylor polynomial (Horner). ln 2 is split
 * in two so that k * high is exact (Cody and Waite, Software Manual for the Elementary Functions, 1980). */
#include "runtime/kernels/exp.h"

#include <math.h>
#include <stdint.h>

/* 1/n! from n = 13 down to n = 2. */
static const double kTaylor64[] = {
    1.0 / 6227020800.0, 1.0 / 479001600.0, 1.0 / 39916800.0, 1.0 / 3628800.0, 1.0 / 362880.0, 1.0 / 40320.0,
    1.0 / 5040.0,       1.0 / 720.0,       1.0 / 120.0,      1.0 / 24.0,      1.0 / 6.0,      0.5};
/* 1/n! from n = 7 down to n = 2. */
static const float kTaylor32[] = {1.0f / 5040.0f, 1.0f / 720.0f, 1.0f / 120.0f, 1.0f / 24.0f, 1.0f / 6.0f, 0.5f};

/* 2^k, -1022 <= k <= 1023. */
static double power64(int32_t k) {
  union {
    uint64_t bits;
    double value;
  } u = {(uint64_t)(k + 1023) << 52};
  return u.value;
}

/* 2^k, -126 <= k <= 127. */
static float power32(int32_t k) {
  union {
    uint32_t bits;
    float value;
  } u = {(uint32_t)(k + 127) << 23};
  return u.value;
}

double npu_exp_f64(double x) {
  if (x != x)
    return x;
  if (x > 709.782712893384)
    return HUGE_VAL;
  if (x < -745.2)
    return 0.0;
  const double k = floor(x * 1.4426950408889634 + 0.5);
  const double r = (x - k * 6.93147180369123816490e-01) - k * 1.90821492927058770002e-10;
  double p = kTaylor64[0];
  for (int i = 1; i < 12; ++i)
    p = p * r + kTaylor64[i];
  const double y = 1.0 + (r + r * r * p);
  /* Two factors: 2^k alone may leave the range of normal numbers. */
  const int32_t whole = (int32_t)k, half = whole / 2;
  return y * power64(half) * power64(whole - half);
}

float npu_exp_f32(float x) {
  if (x != x)
    return x;
  if (x > 88.72283f)
    return HUGE_VALF;
  if (x < -87.33654f)
    return 0.0f;
  const float k = floorf(x * 1.44269504f + 0.5f);
  const float r = (x - k * 0.693359375f) - k * -2.12194440e-4f;
  float p = kTaylor32[0];
  for (int i = 1; i < 6; ++i)
    p = p * r + kTaylor32[i];
  const float y = 1.0f + (r + r * r * p);
  const int32_t whole = (int32_t)k, half = whole / 2;
  return y * power32(half) * power32(whole - half);
}
