// One decoder a file format, behind decodeImage().
#ifndef COMPILER_IMAGE_FORMATS_H
#define COMPILER_IMAGE_FORMATS_H

#include "compiler/image/Image.h"

#include <cstddef>
#include <string>

namespace npu {

/// As it lies in the file, not yet turned. `orientation` is EXIF's, 1 to 8; 1 where the file says nothing.
struct DecodedImage {
  Image image;
  unsigned orientation = 1;
};

bool decodePng(const uint8_t *bytes, size_t size, DecodedImage &decoded, std::string &error);
bool decodeJpeg(const uint8_t *bytes, size_t size, DecodedImage &decoded, std::string &error);

/// Makes room for a picture of this size; false with an error for one beyond the limits of Decode.h.
bool allocateImage(uint64_t width, uint64_t height, uint32_t channels, Image &image, std::string &error);

} // namespace npu

#endif
