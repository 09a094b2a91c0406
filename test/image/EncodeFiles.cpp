#include "test/image/EncodeFiles.h"

#include <png.h>

#include <cstdio>

#include <jpeglib.h>

#include <cstdlib>

namespace npu {

static void append(png_structp png, png_bytep bytes, size_t size) {
  auto *file = static_cast<Bytes *>(png_get_io_ptr(png));
  file->insert(file->end(), bytes, bytes + size);
}

Bytes encodePng(uint32_t width, uint32_t height, const Bytes &rows, const PngKind &kind) {
  Bytes file, exif = kind.exif;
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(png);
  png_set_write_fn(png, &file, append, nullptr);
  png_set_IHDR(png, info, width, height, kind.bits, kind.colour, kind.interlaced ? PNG_INTERLACE_ADAM7 : PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  if (!kind.palette.empty())
    png_set_PLTE(png, info, reinterpret_cast<png_const_colorp>(kind.palette.data()), int(kind.palette.size() / 3));
  png_byte alphas[] = {0, 128};
  png_color_16 colour{};
  if (kind.transparent)
    png_set_tRNS(png, info, alphas, 2, &colour);
  if (!exif.empty())
    png_set_eXIf_1(png, info, png_uint_32(exif.size()), exif.data());
  png_write_info(png, info);
  size_t rowBytes = rows.size() / height;
  for (int pass = 0, passes = png_set_interlace_handling(png); pass < passes; ++pass)
    for (uint32_t y = 0; y < height; ++y)
      png_write_row(png, rows.data() + y * rowBytes);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return file;
}

Bytes encodeJpeg(const Image &image, const JpegKind &kind) {
  jpeg_error_mgr errors;
  jpeg_compress_struct jpeg;
  jpeg.err = jpeg_std_error(&errors);
  jpeg_create_compress(&jpeg);
  unsigned char *bytes = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&jpeg, &bytes, &size);
  jpeg.image_width = image.width;
  jpeg.image_height = image.height;
  jpeg.input_components = int(image.channels);
  jpeg.in_color_space = kind.colour ? J_COLOR_SPACE(kind.colour) : image.channels == 1 ? JCS_GRAYSCALE : JCS_RGB;
  jpeg_set_defaults(&jpeg);
  if (kind.stored)
    jpeg_set_colorspace(&jpeg, J_COLOR_SPACE(kind.stored));
  jpeg_set_quality(&jpeg, 100, TRUE);
  jpeg.comp_info[0].h_samp_factor = jpeg.comp_info[0].v_samp_factor = 1;
  if (kind.progressive)
    jpeg_simple_progression(&jpeg);
  jpeg_start_compress(&jpeg, TRUE);
  Bytes exif = {'E', 'x', 'i', 'f', 0, 0};
  exif.insert(exif.end(), kind.exif.begin(), kind.exif.end());
  if (!kind.exif.empty())
    jpeg_write_marker(&jpeg, JPEG_APP0 + 1, exif.data(), unsigned(exif.size()));
  while (jpeg.next_scanline < jpeg.image_height) {
    JSAMPROW row = const_cast<JSAMPROW>(image.row(jpeg.next_scanline));
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  jpeg_destroy_compress(&jpeg);
  Bytes file(bytes, bytes + size);
  std::free(bytes);
  return file;
}

} // namespace npu
