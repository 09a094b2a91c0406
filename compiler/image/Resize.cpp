#include "compiler/image/Resize.h"

#include <algorithm>
#include <cstring>

namespace npu {
namespace {

/// The old pixels of one new pixel along an axis.
struct Taps {
  uint64_t first;
  std::vector<uint64_t> weights;
};

/// All new pixels of a window along an axis. The weights of each have the same sum.
struct Axis {
  std::vector<Taps> taps;
  uint64_t sum;
};

Taps bilinear(uint64_t x, uint64_t in, uint64_t out) {
  // From the first old centre: ((2x + 1) * in - out) / (2 * out) pixels.
  uint64_t centre = (2 * x + 1) * in, unit = 2 * out;
  uint64_t from = centre > out ? std::min(centre - out, (in - 1) * unit) : 0;
  uint64_t rest = from % unit;
  return rest ? Taps{from / unit, {unit - rest, rest}} : Taps{from / unit, {unit}};
}

Taps area(uint64_t x, uint64_t in, uint64_t out) {
  // In units of 1 / out old pixels: [x * in, (x + 1) * in) over old pixels of `out` each.
  uint64_t begin = x * in, end = begin + in;
  Taps taps{begin / out, {}};
  for (uint64_t i = taps.first; i * out < end; ++i)
    taps.weights.push_back(std::min(end, (i + 1) * out) - std::max(begin, i * out));
  return taps;
}

Taps nearest(uint64_t x, uint64_t in, uint64_t out) { return {(2 * x + 1) * in / (2 * out), {1}}; }

Axis axisOf(uint64_t in, uint64_t out, uint64_t begin, uint32_t count, Interpolation interpolation) {
  Axis axis;
  for (uint64_t x = begin; x < begin + count; ++x)
    axis.taps.push_back(interpolation == Interpolation::Bilinear ? bilinear(x, in, out)
                        : interpolation == Interpolation::Area   ? area(x, in, out)
                                                                 : nearest(x, in, out));
  axis.sum = interpolation == Interpolation::Bilinear ? 2 * out : interpolation == Interpolation::Area ? in : 1;
  return axis;
}

uint64_t weighted(const Image &image, const Taps &down, const Taps &across, uint32_t channel) {
  uint64_t total = 0;
  for (size_t i = 0; i < down.weights.size(); ++i) {
    const uint8_t *from = image.row(down.first + i) + across.first * image.channels + channel;
    uint64_t line = 0;
    for (size_t j = 0; j < across.weights.size(); ++j)
      line += across.weights[j] * from[j * image.channels];
    total += down.weights[i] * line;
  }
  return total;
}

uint64_t divideHalfUp(uint64_t a, uint64_t b) { return (a + b / 2) / b; }

/// round(a * b / c), at least 1.
uint64_t scaledSide(uint64_t a, uint64_t b, uint64_t c) { return std::max<uint64_t>(1, divideHalfUp(a * b, c)); }

Image letterbox(const Image &image, uint32_t width, uint32_t height, const Fit &how) {
  uint64_t wide = width, high = height;
  if (uint64_t(width) * image.height <= uint64_t(height) * image.width)
    high = scaledSide(image.height, width, image.width);
  else
    wide = scaledSide(image.width, height, image.height);
  Image inner = scale(image, wide, high, {0, 0, uint32_t(wide), uint32_t(high)}, how.interpolation);
  Image whole{width, height, image.channels,
              std::vector<uint8_t>(uint64_t(width) * height * image.channels, how.pad)};
  uint64_t left = (width - wide) / 2, top = (height - high) / 2;
  for (uint64_t y = 0; y < high; ++y)
    std::memcpy(whole.row(top + y) + left * image.channels, inner.row(y), wide * image.channels);
  return whole;
}

struct Size {
  uint64_t width, height;
};

/// What a picture is scaled to before its centre is cut out.
Size cropSize(Size image, Size network, const Fit &how) {
  uint64_t width = scaledSide(network.width, how.cropDenominator, how.cropNumerator);
  uint64_t height = scaledSide(network.height, how.cropDenominator, how.cropNumerator);
  if (width * image.height <= height * image.width)
    return {std::max(width, scaledSide(image.width, height, image.height)), height};
  return {width, std::max(height, scaledSide(image.height, width, image.width))};
}

Image crop(const Image &image, uint32_t width, uint32_t height, const Fit &how) {
  Size size = cropSize({image.width, image.height}, {width, height}, how);
  Window centre{(size.width - width) / 2, (size.height - height) / 2, width, height};
  return scale(image, size.width, size.height, centre, how.interpolation);
}

} // namespace

Image scale(const Image &image, uint64_t width, uint64_t height, Window window, Interpolation interpolation) {
  Axis across = axisOf(image.width, width, window.left, window.width, interpolation);
  Axis down = axisOf(image.height, height, window.top, window.height, interpolation);
  uint64_t sum = across.sum * down.sum;
  Image scaled{window.width, window.height, image.channels, {}};
  scaled.pixels.reserve(uint64_t(window.width) * window.height * image.channels);
  for (const Taps &y : down.taps)
    for (const Taps &x : across.taps)
      for (uint32_t channel = 0; channel < image.channels; ++channel)
        scaled.pixels.push_back(static_cast<uint8_t>(divideHalfUp(weighted(image, y, x, channel), sum)));
  return scaled;
}

bool canFit(uint64_t imageWidth, uint64_t imageHeight, uint32_t width, uint32_t height, const Fit &how) {
  if (how.resize != Resize::Crop)
    return how.resize != Resize::None || (imageWidth == width && imageHeight == height);
  Size size = cropSize({imageWidth, imageHeight}, {width, height}, how);
  return size.height <= kMaxScaledPixels / size.width;
}

Image fit(const Image &image, uint32_t width, uint32_t height, const Fit &how) {
  switch (how.resize) {
  case Resize::None: return image;
  case Resize::Stretch: return scale(image, width, height, {0, 0, width, height}, how.interpolation);
  case Resize::Letterbox: return letterbox(image, width, height, how);
  case Resize::Crop: return crop(image, width, height, how);
  }
  return image;
}

} // namespace npu
