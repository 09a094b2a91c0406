// A picture in memory.
#ifndef COMPILER_IMAGE_IMAGE_H
#define COMPILER_IMAGE_IMAGE_H

#include <cstdint>
#include <vector>

namespace npu {

/// 8-bit samples: rows from top to bottom, channels interleaved. Decoded files have 1 channel (grey) or 3 (red, green, blue).
struct Image {
  uint32_t width = 0, height = 0, channels = 0;
  std::vector<uint8_t> pixels; ///< height x width x channels

  uint8_t *row(uint64_t y) { return pixels.data() + y * width * channels; }
  const uint8_t *row(uint64_t y) const { return pixels.data() + y * width * channels; }
};

} // namespace npu

#endif
