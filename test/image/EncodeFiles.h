// PNG and JPEG files in memory, of every kind that the decoder meets.
#ifndef TEST_IMAGE_ENCODEFILES_H
#define TEST_IMAGE_ENCODEFILES_H

#include "compiler/image/Image.h"

#include <cstdint>
#include <vector>

namespace npu {

using Bytes = std::vector<uint8_t>;

struct PngKind {
  int bits = 8, colour = 2; ///< PNG's numbers: 0 grey, 2 RGB, 3 palette, 4 grey and alpha, 6 RGBA
  bool interlaced = false, transparent = false;
  Bytes palette, exif;
};

/// `rows` is what PNG packs: `height` rows of whole bytes, 16-bit numbers big-endian.
Bytes encodePng(uint32_t width, uint32_t height, const Bytes &rows, const PngKind &kind);

struct JpegKind {
  int colour = 0; ///< J_COLOR_SPACE of the pixels; 0: grey or RGB by the number of channels
  int stored = 0; ///< of the file; 0: libjpeg's choice
  bool progressive = false;
  Bytes exif; ///< a TIFF block
};

/// At quality 100 without subsampling.
Bytes encodeJpeg(const Image &image, const JpegKind &kind = {});

} // namespace npu

#endif
