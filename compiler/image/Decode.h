// PNG and JPEG files to 8-bit images.
#ifndef COMPILER_IMAGE_DECODE_H
#define COMPILER_IMAGE_DECODE_H

#include "compiler/image/Image.h"

#include <optional>
#include <string>

namespace npu {

/// The largest file that is decoded; a header that promises more is taken for a damaged one.
constexpr uint32_t kMaxImageSide = 65535;
constexpr uint64_t kMaxImagePixels = uint64_t(1) << 27;

/// True for names that end in .png, .jpg or .jpeg, in any case.
bool isImageName(const std::string &path);

/// The format is told by the first bytes. Alpha is dropped, 16 bits become their upper 8, palettes are looked up, the EXIF
/// orientation is applied; colour profiles and gamma are not. Refused with a reason (without the path): CMYK and YCCK, other
/// formats, and every file that is truncated or damaged, even where a viewer would show the rest.
std::optional<Image> decodeImage(const uint8_t *bytes, size_t size, std::string &error);

/// decodeImage() of a file; error names the path.
std::optional<Image> readImage(const std::string &path, std::string &error);

} // namespace npu

#endif
