#include "compiler/image/Orientation.h"

#include <cstring>

namespace npu {
namespace {

/// Numbers in the block's byte order; 0 beyond its end.
class TiffBlock {
public:
  TiffBlock(const uint8_t *bytes, size_t size) : bytes(bytes), size(size), big(size > 0 && bytes[0] == 'M') {}

  bool sound() const {
    return size >= 8 && (std::memcmp(bytes, "II", 2) == 0 || std::memcmp(bytes, "MM", 2) == 0) && number(2, 2) == 42;
  }
  uint32_t number(uint64_t at, unsigned length) const {
    uint32_t value = 0;
    for (unsigned i = 0; i < length; ++i)
      value = value << 8 | byte(big ? at + i : at + length - 1 - i);
    return value;
  }

private:
  uint8_t byte(uint64_t at) const { return at < size ? bytes[at] : 0; }

  const uint8_t *bytes;
  size_t size;
  bool big;
};

} // namespace

unsigned exifOrientation(const uint8_t *tiff, size_t size) {
  constexpr unsigned kOrientation = 0x0112, kShort = 3, kEntryBytes = 12;
  TiffBlock block(tiff, size);
  if (!block.sound())
    return 1;
  uint64_t directory = block.number(4, 4);
  for (uint32_t i = 0, count = block.number(directory, 2); i < count; ++i) {
    uint64_t entry = directory + 2 + uint64_t(i) * kEntryBytes;
    if (block.number(entry, 2) != kOrientation)
      continue;
    uint32_t value = block.number(entry + 8, 2);
    return block.number(entry + 2, 2) == kShort && value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

Image upright(Image image, unsigned orientation) {
  if (orientation <= 1)
    return image;
  // Of the seen picture: rows are the file's columns; then its x and y run against the file's.
  bool transposed = orientation >= 5;
  bool fromRight = orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8;
  bool fromBottom = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  Image seen{transposed ? image.height : image.width, transposed ? image.width : image.height, image.channels,
             std::vector<uint8_t>(image.pixels.size())};
  for (uint32_t y = 0; y < seen.height; ++y)
    for (uint32_t x = 0; x < seen.width; ++x) {
      uint32_t column = transposed ? y : x, row = transposed ? x : y;
      column = fromRight ? image.width - 1 - column : column;
      row = fromBottom ? image.height - 1 - row : row;
      std::memcpy(seen.row(y) + size_t(x) * seen.channels, image.row(row) + size_t(column) * image.channels, seen.channels);
    }
  return seen;
}

} // namespace npu
