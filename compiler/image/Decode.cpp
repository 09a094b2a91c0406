#include "compiler/image/Decode.h"

#include "compiler/image/Formats.h"
#include "compiler/image/Orientation.h"
#include "runtime/port/file.h"

#include <cctype>
#include <cstring>

namespace npu {

bool isImageName(const std::string &path) {
  for (const char *ending : {".png", ".jpg", ".jpeg"}) {
    size_t length = std::strlen(ending), at = path.size() - length;
    bool same = path.size() > length;
    for (size_t i = 0; same && i < length; ++i)
      same = std::tolower(static_cast<unsigned char>(path[at + i])) == ending[i];
    if (same)
      return true;
  }
  return false;
}

bool allocateImage(uint64_t width, uint64_t height, uint32_t channels, Image &image, std::string &error) {
  if (width == 0 || height == 0 || width > kMaxImageSide || height > kMaxImageSide || width * height > kMaxImagePixels) {
    error = "is " + std::to_string(width) + "x" + std::to_string(height) + " pixels by its header; the limit is " +
            std::to_string(kMaxImageSide) + " a side and " + std::to_string(kMaxImagePixels) + " in all";
    return false;
  }
  image.width = static_cast<uint32_t>(width);
  image.height = static_cast<uint32_t>(height);
  image.channels = channels;
  image.pixels.assign(width * height * channels, 0);
  return true;
}

std::optional<Image> decodeImage(const uint8_t *bytes, size_t size, std::string &error) {
  static const uint8_t png[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'}, jpeg[] = {0xff, 0xd8};
  DecodedImage decoded;
  bool good = false;
  if (size >= sizeof png && std::memcmp(bytes, png, sizeof png) == 0)
    good = decodePng(bytes, size, decoded, error);
  else if (size >= sizeof jpeg && std::memcmp(bytes, jpeg, sizeof jpeg) == 0)
    good = decodeJpeg(bytes, size, decoded, error);
  else
    error = "is neither a PNG nor a JPEG file";
  if (!good)
    return std::nullopt;
  return upright(std::move(decoded.image), decoded.orientation);
}

std::optional<Image> readImage(const std::string &path, std::string &error) {
  npu_file file;
  npu_error failure;
  if (npu_file_map(&file, path.c_str(), &failure) != NPU_OK) {
    error = failure.text;
    return std::nullopt;
  }
  std::string why;
  std::optional<Image> image = decodeImage(static_cast<const uint8_t *>(file.bytes), file.size, why);
  npu_file_unmap(&file);
  if (!image)
    error = "'" + path + "' " + why;
  return image;
}

} // namespace npu
