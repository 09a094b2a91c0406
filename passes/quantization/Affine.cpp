#include "passes/quantization/Affine.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace npu::quantization {

// Below this a scale is no normal float, and its reciprocal is infinite.
static constexpr double kSmallestScale = std::numeric_limits<float>::min() * 4.0;
// Sums of products are added to the bias: it may take half of i32.
static constexpr double kLargestBias = 1 << 30;

static float scaleFor(double extent, double steps) {
  double scale = extent / steps;
  return extent == 0 ? 1.0f : static_cast<float>(std::max(scale, kSmallestScale));
}

static double limited(double value, double low, double high) { return std::min(std::max(value, low), high); }

Affine asymmetric(Range range) {
  double low = std::min(range.low, 0.0f), high = std::max(range.high, 0.0f);
  Affine affine;
  affine.scale = scaleFor(high - low, 255);
  affine.zero = static_cast<int32_t>(limited(std::nearbyint(-128.0 - low / affine.scale), -128, 127));
  return affine;
}

Affine symmetric(Range range) {
  double extent = std::max(std::fabs(static_cast<double>(range.low)), std::fabs(static_cast<double>(range.high)));
  return {scaleFor(extent, 127), 0};
}

Range rangeOf(Affine format) {
  auto real = [&](int32_t code) { return static_cast<float>(static_cast<double>(format.scale) * (code - format.zero)); };
  return {real(-128), real(127)};
}

float filterScale(const float *weights, int64_t count, float bias, float inputScale) {
  float extent = 0;
  for (int64_t i = 0; i < count; ++i)
    extent = std::max(extent, std::fabs(weights[i]));
  float scale = symmetric({-extent, extent}).scale;
  double least = std::fabs(static_cast<double>(bias)) / (static_cast<double>(inputScale) * kLargestBias);
  // Channels of zeros take the scale that their bias asks for, so that it keeps its digits.
  if (extent == 0 && least > 0)
    return static_cast<float>(std::max(least, kSmallestScale));
  return static_cast<float>(std::max(static_cast<double>(scale), least));
}

static int8_t quantizeWeight(float weight, float scale) {
  return static_cast<int8_t>(limited(std::nearbyint(static_cast<double>(weight) / scale), -127, 127));
}

void quantizeTaps(const float *weights, int64_t count, int64_t stride, float scale, int8_t *codes) {
  double error = 0; // of the sum, in steps
  for (int64_t i = 0; i < count; ++i) {
    codes[i * stride] = quantizeWeight(weights[i * stride], scale);
    error += static_cast<double>(weights[i * stride]) / scale - codes[i * stride];
  }
  for (double moves = std::nearbyint(error); moves != 0; moves -= moves > 0 ? 1 : -1) {
    // The tap that was rounded furthest the other way, the first of equals.
    double direction = moves > 0 ? 1 : -1, most = 0;
    int64_t best = -1;
    for (int64_t i = 0; i < count; ++i) {
      double rest = (static_cast<double>(weights[i * stride]) / scale - codes[i * stride]) * direction;
      bool inside = codes[i * stride] * direction < 127;
      if (inside && rest > most) {
        most = rest;
        best = i;
      }
    }
    if (best < 0)
      return;
    codes[best * stride] = static_cast<int8_t>(codes[best * stride] + direction);
  }
}

int8_t quantizeValue(float value, Affine format) {
  double code = std::nearbyint(static_cast<double>(value) / format.scale) + format.zero;
  return static_cast<int8_t>(limited(code, -128, 127));
}

int32_t quantizeBias(float bias, double step) {
  return static_cast<int32_t>(limited(std::nearbyint(bias / step), -2.0 * kLargestBias, 2.0 * kLargestBias - 1));
}

} // namespace npu::quantization
