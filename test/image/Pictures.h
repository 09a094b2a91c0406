// Small pictures to compare with.
#ifndef TEST_IMAGE_PICTURES_H
#define TEST_IMAGE_PICTURES_H

#include "compiler/image/Image.h"

#include <random>

namespace npu {

inline Image grey(uint32_t width, uint32_t height, std::vector<uint8_t> pixels) {
  return {width, height, 1, std::move(pixels)};
}

inline Image noise(uint32_t width, uint32_t height, uint32_t channels, unsigned seed) {
  std::mt19937 random(seed);
  Image image{width, height, channels, {}};
  for (uint64_t i = 0; i < uint64_t(width) * height * channels; ++i)
    image.pixels.push_back(static_cast<uint8_t>(random() >> 24));
  return image;
}

/// A picture without sharp edges, which JPEG keeps nearly as it is.
inline Image smooth(uint32_t width, uint32_t height, uint32_t channels) {
  Image image{width, height, channels, {}};
  for (uint32_t y = 0; y < height; ++y)
    for (uint32_t x = 0; x < width; ++x)
      for (uint32_t channel = 0; channel < channels; ++channel)
        image.pixels.push_back(static_cast<uint8_t>(40 + 3 * x + 2 * y + 30 * channel));
  return image;
}

} // namespace npu

#endif
