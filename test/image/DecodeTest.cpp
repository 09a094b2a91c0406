// What a decoder makes of every kind of file, sound and damaged.
#include "compiler/image/Decode.h"
#include "test/image/EncodeFiles.h"
#include "test/image/Pictures.h"

#include <gtest/gtest.h>

#include <cstdio>

#include <jpeglib.h>

using namespace npu;

namespace {

const Bytes turned = {'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0};

Image decoded(const Bytes &file) {
  std::string error;
  std::optional<Image> image = decodeImage(file.data(), file.size(), error);
  EXPECT_TRUE(image) << error;
  return image.value_or(Image());
}

std::string refused(const Bytes &file) {
  std::string error;
  EXPECT_FALSE(decodeImage(file.data(), file.size(), error));
  EXPECT_NE(error, "");
  return error;
}

Bytes png(uint32_t width, uint32_t height, const Bytes &rows, int bits, int colour, Bytes palette = {},
          bool transparent = false) {
  return encodePng(width, height, rows, {bits, colour, false, transparent, std::move(palette), {}});
}

void expectPixels(const Image &image, uint32_t channels, const Bytes &pixels) {
  EXPECT_EQ(image.channels, channels);
  EXPECT_EQ(image.pixels, pixels);
}

TEST(DecodePng, EveryKind) {
  expectPixels(decoded(png(2, 1, {1, 2, 3, 4, 5, 6}, 8, 2)), 3, {1, 2, 3, 4, 5, 6});
  expectPixels(decoded(png(2, 1, {7, 8}, 8, 0)), 1, {7, 8});
  expectPixels(decoded(png(2, 1, {1, 2, 3, 99, 4, 5, 6, 0}, 8, 6)), 3, {1, 2, 3, 4, 5, 6});
  expectPixels(decoded(png(2, 1, {7, 99, 8, 0}, 8, 4)), 1, {7, 8});
  // One bit and four: the largest number is white.
  expectPixels(decoded(png(4, 1, {0b01010000}, 1, 0)), 1, {0, 255, 0, 255});
  expectPixels(decoded(png(2, 1, {0x1f}, 4, 0)), 1, {17, 255});
  // Two palette entries, also with transparency.
  for (bool transparent : {false, true})
    expectPixels(decoded(png(2, 1, {1, 0}, 8, 3, {1, 2, 3, 4, 5, 6}, transparent)), 3, {4, 5, 6, 1, 2, 3});
  expectPixels(decoded(png(1, 1, {0, 0, 0}, 8, 2, {}, true)), 3, {0, 0, 0});
}

// >> 8, not rounded: 0x01ff is 1.
TEST(DecodePng, SixteenBitsBecomeTheUpperEight) {
  expectPixels(decoded(png(2, 1, {0x01, 0xff, 0xff, 0x00}, 16, 0)), 1, {1, 255});
  expectPixels(decoded(png(1, 1, {1, 9, 2, 250, 3, 0, 77, 7}, 16, 6)), 3, {1, 2, 3});
}

TEST(DecodePng, InterlacedIsTheSame) {
  Image image = noise(13, 9, 3, 1);
  EXPECT_EQ(decoded(encodePng(13, 9, image.pixels, {8, 2, true, false, {}, {}})).pixels, image.pixels);
}

TEST(DecodePng, ExifTurnsIt) {
  Image image = decoded(encodePng(3, 2, {1, 2, 3, 4, 5, 6}, {8, 0, false, false, {}, turned}));
  EXPECT_EQ(image.width, 2u);
  expectPixels(image, 1, {4, 1, 5, 2, 6, 3});
}

// Whatever is missing, down to one byte, is noticed.
TEST(DecodePng, EveryTruncationIsRefused) {
  Bytes file = png(16, 16, noise(16, 16, 3, 2).pixels, 8, 2);
  for (size_t size = 0; size < file.size(); ++size)
    refused(Bytes(file.begin(), file.begin() + size));
}

/// Three changes to each byte: the whole picture, or a reason.
void damageEveryByte(const Bytes &file) {
  for (size_t at = 0; at < file.size(); ++at)
    for (int change : {1, 0x80, 0xff}) {
      Bytes bad = file;
      bad[at] ^= change;
      std::string error;
      if (std::optional<Image> image = decodeImage(bad.data(), bad.size(), error))
        EXPECT_EQ(image->pixels.size(), size_t(image->width) * image->height * image->channels);
      else
        EXPECT_NE(error, "");
    }
}

// Pixel data carries a checksum; a changed byte anywhere is refused, or changes nothing that is decoded here.
TEST(DecodePng, DamageNeverCrashes) {
  Bytes file = png(8, 8, noise(8, 8, 3, 3).pixels, 8, 2);
  damageEveryByte(file);
}

int farthest(const Image &a, const Image &b) {
  int most = a.pixels.size() == b.pixels.size() ? 0 : 999;
  for (size_t i = 0; most < 999 && i < a.pixels.size(); ++i)
    most = std::max(most, std::abs(a.pixels[i] - b.pixels[i]));
  return most;
}

TEST(DecodeJpeg, EveryKind) {
  Image colour = smooth(20, 13, 3), single = smooth(20, 13, 1);
  EXPECT_LE(farthest(decoded(encodeJpeg(colour)), colour), 3);
  EXPECT_LE(farthest(decoded(encodeJpeg(colour, {0, JCS_RGB, false, {}})), colour), 3);
  EXPECT_LE(farthest(decoded(encodeJpeg(colour, {0, 0, true, {}})), colour), 3);
  EXPECT_LE(farthest(decoded(encodeJpeg(single)), single), 3);
  EXPECT_EQ(decoded(encodeJpeg(single)).channels, 1u);
}

TEST(DecodeJpeg, ExifTurnsIt) {
  Image image = smooth(16, 8, 1), plain = decoded(encodeJpeg(image)), seen = decoded(encodeJpeg(image, {0, 0, false, turned}));
  ASSERT_EQ(seen.width, 8u);
  ASSERT_EQ(seen.height, 16u);
  for (uint32_t y = 0; y < 16; ++y)
    for (uint32_t x = 0; x < 8; ++x)
      EXPECT_EQ(seen.row(y)[x], plain.row(7 - x)[y]);
}

TEST(DecodeJpeg, InksAreRefused) {
  Image inks = noise(8, 8, 4, 4);
  EXPECT_NE(refused(encodeJpeg(inks, {JCS_CMYK, JCS_CMYK, false, {}})).find("CMYK"), std::string::npos);
  EXPECT_NE(refused(encodeJpeg(inks, {JCS_CMYK, JCS_YCCK, false, {}})).find("CMYK"), std::string::npos);
}

// Where a viewer would show grey below the cut.
TEST(DecodeJpeg, EveryTruncationIsRefused) {
  for (bool progressive : {false, true}) {
    Bytes file = encodeJpeg(noise(16, 16, 3, 5), {0, 0, progressive, {}});
    for (size_t size = 0; size < file.size(); ++size)
      refused(Bytes(file.begin(), file.begin() + size));
  }
}

TEST(DecodeJpeg, DamageNeverCrashes) {
  for (bool progressive : {false, true}) {
    Bytes file = encodeJpeg(noise(16, 16, 3, 6), {0, 0, progressive, turned});
    damageEveryByte(file);
  }
}

// A header may promise 60000x60000 pixels; no memory is taken for them.
TEST(DecodeImage, TooLargeIsRefused) {
  Bytes file = encodeJpeg(smooth(16, 16, 1));
  size_t frame = 0;
  while (!(file[frame] == 0xff && file[frame + 1] == 0xc0))
    ++frame;
  for (size_t i : {5, 7})
    file[frame + i] = 0xea, file[frame + i + 1] = 0x60;
  EXPECT_NE(refused(file).find("60000x60000"), std::string::npos);
}

TEST(DecodeImage, OtherFilesAreRefused) {
  EXPECT_NE(refused({'G', 'I', 'F'}).find("neither"), std::string::npos);
  refused({});
  std::string error;
  EXPECT_FALSE(readImage("no-such.png", error));
  EXPECT_NE(error.find("no-such.png"), std::string::npos);
}

TEST(DecodeImage, NamesInAnyCase) {
  for (const char *name : {"a.png", "b/a.JPG", "a.b.Jpeg"})
    EXPECT_TRUE(isImageName(name));
  for (const char *name : {"png", ".png", "a.npy", "a.jpg.txt", ""})
    EXPECT_FALSE(isImageName(name));
}

} // namespace
