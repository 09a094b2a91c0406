#include "compiler/image/Formats.h"
#include "compiler/image/Orientation.h"

#include <cstdio>

#include <jpeglib.h>

#include <jerror.h>

#include <csetjmp>
#include <cstring>

namespace npu {
namespace {

/// libjpeg's error manager, and where to leave to. The callbacks leave by longjmp, so neither they nor the functions that
/// call setjmp hold an object with a destructor.
struct JpegErrors {
  jpeg_error_mgr base; ///< first: libjpeg hands out a pointer to it
  jmp_buf leave;
  char text[JMSG_LENGTH_MAX];
};

void fail(j_common_ptr jpeg) {
  auto *errors = reinterpret_cast<JpegErrors *>(jpeg->err);
  jpeg->err->format_message(jpeg, errors->text);
  longjmp(errors->leave, 1);
}

/// A warning means pixels that libjpeg made up, but for these, of files that are whole.
void warn(j_common_ptr jpeg, int level) {
  int code = jpeg->err->msg_code;
  bool harmless = code == JWRN_ADOBE_XFORM || code == JWRN_EXTRANEOUS_DATA || code == JWRN_JFIF_MAJOR;
  if (level < 0 && !harmless)
    fail(jpeg);
}

/// Allocations happen between the two steps, where nothing jumps.
class JpegReader {
public:
  JpegReader() {
    jpeg.err = jpeg_std_error(&errors.base);
    errors.base.error_exit = fail;
    errors.base.emit_message = warn;
  }
  ~JpegReader() { jpeg_destroy_decompress(&jpeg); }
  JpegReader(const JpegReader &) = delete;
  JpegReader &operator=(const JpegReader &) = delete;

  bool readHeader(const uint8_t *bytes, size_t size) {
    if (setjmp(errors.leave))
      return false;
    jpeg_create_decompress(&jpeg);
    jpeg_mem_src(&jpeg, bytes, size);
    jpeg_save_markers(&jpeg, JPEG_APP0 + 1, 0xffff);
    jpeg_read_header(&jpeg, TRUE);
    jpeg.out_color_space = jpeg.jpeg_color_space == JCS_GRAYSCALE ? JCS_GRAYSCALE : JCS_RGB;
    return true;
  }

  bool readPixels(Image &image) {
    if (setjmp(errors.leave))
      return false;
    jpeg.dct_method = JDCT_ISLOW;
    jpeg_start_decompress(&jpeg);
    while (jpeg.output_scanline < jpeg.output_height) {
      JSAMPROW row = image.row(jpeg.output_scanline);
      jpeg_read_scanlines(&jpeg, &row, 1);
    }
    jpeg_finish_decompress(&jpeg);
    return true;
  }

  unsigned orientation() const {
    constexpr size_t kPrefix = 6;
    for (jpeg_saved_marker_ptr marker = jpeg.marker_list; marker; marker = marker->next)
      if (marker->data_length > kPrefix && std::memcmp(marker->data, "Exif\0", kPrefix) == 0)
        return exifOrientation(marker->data + kPrefix, marker->data_length - kPrefix);
    return 1;
  }
  bool inkColours() const { return jpeg.jpeg_color_space == JCS_CMYK || jpeg.jpeg_color_space == JCS_YCCK; }
  uint32_t width() const { return jpeg.image_width; }
  uint32_t height() const { return jpeg.image_height; }
  uint32_t channels() const { return jpeg.out_color_space == JCS_GRAYSCALE ? 1 : 3; }
  const char *error() const { return errors.text; }

private:
  jpeg_decompress_struct jpeg{};
  JpegErrors errors{};
};

} // namespace

bool decodeJpeg(const uint8_t *bytes, size_t size, DecodedImage &decoded, std::string &error) {
  JpegReader reader;
  Image &image = decoded.image;
  bool good = reader.readHeader(bytes, size);
  if (good && reader.inkColours()) {
    error = "is a JPEG in inks (CMYK or YCCK), whose colours depend on the press; convert it to RGB";
    return false;
  }
  // Markers are gone when the pixels are read.
  decoded.orientation = good ? reader.orientation() : 1;
  if (good && !allocateImage(reader.width(), reader.height(), reader.channels(), image, error))
    return false;
  if (!good || !reader.readPixels(image)) {
    error = std::string("is no sound JPEG: ") + reader.error();
    return false;
  }
  return true;
}

} // namespace npu
