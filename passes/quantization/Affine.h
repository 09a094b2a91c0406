// Scales and zero points from ranges: the mathematics of int8 quantisation, on plain numbers.
// real = scale * (q - zero), q in -128..127 (N1, N2 of docs/machine.md).
#ifndef PASSES_QUANTIZATION_AFFINE_H
#define PASSES_QUANTIZATION_AFFINE_H

#include <cstdint>

namespace npu::quantization {

/// Smallest and largest real value, finite, low <= high.
struct Range {
  float low = 0, high = 0;
};

struct Affine {
  float scale = 1;
  int32_t zero = 0;
  bool operator==(const Affine &other) const { return scale == other.scale && zero == other.zero; }
};

/// All 256 codes over the range, widened to hold 0, which is one of them exactly: [-1, 3] is 4/255 and -64.
/// A range of nothing but 0 has scale 1.
Affine asymmetric(Range range);

/// Codes -127..127 and zero point 0. For weights.
Affine symmetric(Range range);

/// The real values of codes -128 and 127.
Range rangeOf(Affine format);

/// The scale of one channel's weights. `bias` is its bias in real units and `inputScale` the scale of what it is added to:
/// a scale so small that the bias would leave i32 is widened until it fits.
float filterScale(const float *weights, int64_t count, float bias, float inputScale);

/// Nearest code within -128..127, half to even (N1).
int8_t quantizeValue(float value, Affine format);
/// The taps of one input and output channel, weights[i * stride] for i < count. Nearest codes within -127..127, but for those that must move
/// by one so that their sum is the nearest to the sum of the weights: what a flat input gives is kept, where errors of
/// single taps would add up over the mean of the input.
void quantizeTaps(const float *weights, int64_t count, int64_t stride, float scale, int8_t *codes);
/// The bias in steps of the accumulator (N3), within i32.
int32_t quantizeBias(float bias, double step);

} // namespace npu::quantization

#endif
