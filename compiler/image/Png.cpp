#include "compiler/image/Formats.h"
#include "compiler/image/Orientation.h"

#include <png.h>

#include <csetjmp>
#include <cstdio>
#include <cstring>

namespace npu {
namespace {

/// What libpng's callbacks see. They leave by longjmp, so neither they nor the functions that call setjmp hold an object
/// with a destructor.
struct PngStream {
  const uint8_t *bytes;
  size_t size, at;
  char error[128];
};

void fail(png_structp png, png_const_charp text) {
  auto *stream = static_cast<PngStream *>(png_get_error_ptr(png));
  std::snprintf(stream->error, sizeof stream->error, "%s", text);
  png_longjmp(png, 1);
}

void ignore(png_structp, png_const_charp) {}

void read(png_structp png, png_bytep to, size_t count) {
  auto *stream = static_cast<PngStream *>(png_get_io_ptr(png));
  if (count > stream->size - stream->at)
    png_error(png, "the file ends too early");
  std::memcpy(to, stream->bytes + stream->at, count);
  stream->at += count;
}

/// Allocations happen between the two steps, where nothing jumps.
class PngReader {
public:
  PngReader(const uint8_t *bytes, size_t size) : stream{bytes, size, 0, {}} {
    png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &stream, fail, ignore);
    info = png ? png_create_info_struct(png) : nullptr;
    if (!info)
      std::snprintf(stream.error, sizeof stream.error, "out of memory");
  }
  ~PngReader() { png_destroy_read_struct(&png, &info, nullptr); }
  PngReader(const PngReader &) = delete;
  PngReader &operator=(const PngReader &) = delete;

  bool readHeader() {
    if (!info || setjmp(png_jmpbuf(png)))
      return false;
    png_set_read_fn(png, &stream, read);
    png_read_info(png, info);
    png_set_palette_to_rgb(png);
    png_set_expand_gray_1_2_4_to_8(png);
    png_set_strip_16(png);
    png_set_strip_alpha(png);
    passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    return true;
  }

  bool readPixels(uint8_t *pixels) {
    if (setjmp(png_jmpbuf(png)))
      return false;
    size_t rowBytes = png_get_rowbytes(png, info);
    for (int pass = 0; pass < passes; ++pass)
      for (uint32_t y = 0; y < height(); ++y)
        png_read_row(png, pixels + y * rowBytes, nullptr);
    png_read_end(png, info);
    return true;
  }

  uint32_t width() const { return png_get_image_width(png, info); }
  uint32_t height() const { return png_get_image_height(png, info); }
  uint32_t channels() const { return png_get_channels(png, info); }
  unsigned orientation() {
    png_uint_32 size = 0;
    png_bytep exif = nullptr;
    return png_get_eXIf_1(png, info, &size, &exif) ? exifOrientation(exif, size) : 1;
  }
  const char *error() const { return stream.error; }

private:
  PngStream stream;
  png_structp png = nullptr;
  png_infop info = nullptr;
  int passes = 1;
};

} // namespace

bool decodePng(const uint8_t *bytes, size_t size, DecodedImage &decoded, std::string &error) {
  PngReader reader(bytes, size);
  Image &image = decoded.image;
  bool good = reader.readHeader();
  if (good && !allocateImage(reader.width(), reader.height(), reader.channels(), image, error))
    return false;
  if (!good || !reader.readPixels(image.pixels.data())) {
    error = std::string("is no sound PNG: ") + reader.error();
    return false;
  }
  decoded.orientation = reader.orientation();
  return true;
}

} // namespace npu
