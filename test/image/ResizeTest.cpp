// Every new pixel against an evaluation of the definition in exact fractions that shares no code with the implementation.
#include "compiler/image/Resize.h"
#include "test/image/Pictures.h"

#include <gtest/gtest.h>

#include <algorithm>

using namespace npu;

namespace {

/// The weight of old pixel i in new pixel x, times a number that is the same for all i.
int64_t hat(int64_t i, int64_t x, int64_t in, int64_t out) {
  // In units of 1 / (2 * out): the centre, clamped to the outermost old centres; the hat is one pixel wide on each side.
  int64_t centre = std::clamp((2 * x + 1) * in, out, (2 * in - 1) * out), own = (2 * i + 1) * out;
  return std::max<int64_t>(0, 2 * out - std::abs(centre - own));
}
int64_t covered(int64_t i, int64_t x, int64_t in, int64_t out) {
  return std::max<int64_t>(0, std::min((i + 1) * out, (x + 1) * in) - std::max(i * out, x * in));
}
int64_t inside(int64_t i, int64_t x, int64_t in, int64_t out) {
  int64_t centre = (2 * x + 1) * in;
  return 2 * i * out <= centre && centre < 2 * (i + 1) * out;
}

using Weight = int64_t (*)(int64_t, int64_t, int64_t, int64_t);

/// Sums over all old pixels.
int64_t exactPixel(const Image &image, int64_t x, int64_t y, uint32_t channel, int64_t width, int64_t height, Weight weight) {
  int64_t total = 0, weights = 0;
  for (int64_t j = 0; j < image.height; ++j)
    for (int64_t i = 0; i < image.width; ++i) {
      int64_t w = weight(i, x, image.width, width) * weight(j, y, image.height, height);
      total += w * image.pixels[(j * image.width + i) * image.channels + channel];
      weights += w;
    }
  return (2 * total + weights) / (2 * weights);
}

struct Case {
  Interpolation interpolation;
  Weight weight;
};
const Case cases[] = {
    {Interpolation::Bilinear, hat}, {Interpolation::Area, covered}, {Interpolation::Nearest, inside}};

TEST(Resize, EveryPixelIsTheExactOneRoundedHalfUp) {
  const uint32_t sizes[][4] = {{5, 7, 3, 4}, {3, 4, 8, 5}, {1, 1, 3, 2}, {6, 6, 3, 3}, {9, 2, 1, 1}, {4, 3, 4, 3}, {7, 5, 16, 1}};
  for (const Case &one : cases)
    for (const auto &size : sizes) {
      Image image = noise(size[0], size[1], 3, size[0]);
      Image scaled = scale(image, size[2], size[3], {0, 0, size[2], size[3]}, one.interpolation);
      for (uint32_t y = 0; y < size[3]; ++y)
        for (uint32_t x = 0; x < size[2]; ++x)
          for (uint32_t channel = 0; channel < 3; ++channel)
            EXPECT_EQ(scaled.row(y)[x * 3 + channel], exactPixel(image, x, y, channel, size[2], size[3], one.weight));
    }
}

// Centres of 4 pixels over 2 lie at 1/4, 3/4, 5/4 of them: 1, 0.75 and 0.25 parts; 2.5 becomes 3.
TEST(Resize, BilinearByHand) {
  Image line = grey(2, 1, {0, 10});
  EXPECT_EQ(scale(line, 4, 1, {0, 0, 4, 1}, Interpolation::Bilinear).pixels, (std::vector<uint8_t>{0, 3, 8, 10}));
}

// No antialias: one third of a line takes its centres only.
TEST(Resize, BilinearDoesNotWidenWhenItShrinks) {
  Image line = grey(9, 1, {255, 7, 255, 255, 8, 255, 255, 9, 255});
  EXPECT_EQ(scale(line, 3, 1, {0, 0, 3, 1}, Interpolation::Bilinear).pixels, (std::vector<uint8_t>{7, 8, 9}));
}

// Three pixels over two: one and a half each; (2 * 10 + 20) / 3 = 13.3, (20 + 2 * 31) / 3 = 27.3.
TEST(Resize, AreaByHand) {
  Image line = grey(3, 1, {10, 20, 31});
  EXPECT_EQ(scale(line, 2, 1, {0, 0, 2, 1}, Interpolation::Area).pixels, (std::vector<uint8_t>{13, 27}));
}

// Centres at 0.75 and 2.25; and at 1 and 3, which are edges, of pixels of 0.5 each.
TEST(Resize, NearestByHand) {
  EXPECT_EQ(scale(grey(3, 1, {1, 2, 3}), 2, 1, {0, 0, 2, 1}, Interpolation::Nearest).pixels, (std::vector<uint8_t>{1, 3}));
  EXPECT_EQ(scale(grey(4, 1, {1, 2, 3, 4}), 2, 1, {0, 0, 2, 1}, Interpolation::Nearest).pixels, (std::vector<uint8_t>{2, 4}));
}

TEST(Resize, SameSizeChangesNothing) {
  Image image = noise(5, 4, 3, 1);
  for (const Case &one : cases)
    EXPECT_EQ(scale(image, 5, 4, {0, 0, 5, 4}, one.interpolation).pixels, image.pixels);
}

TEST(Resize, AWindowIsAPartOfTheWhole) {
  Image image = noise(7, 5, 1, 2);
  for (const Case &one : cases) {
    Image whole = scale(image, 10, 9, {0, 0, 10, 9}, one.interpolation);
    Image part = scale(image, 10, 9, {3, 2, 4, 6}, one.interpolation);
    for (uint32_t y = 0; y < 6; ++y)
      for (uint32_t x = 0; x < 4; ++x)
        EXPECT_EQ(part.row(y)[x], whole.row(y + 2)[x + 3]);
  }
}

Fit letterbox(uint8_t pad) {
  Fit fit;
  fit.resize = Resize::Letterbox;
  fit.pad = pad;
  return fit;
}

// 4x1 into 4x4: three rows are left, one above and two below.
TEST(Resize, TheOddRowOfALetterboxIsBelow) {
  EXPECT_EQ(fit(grey(4, 1, {1, 2, 3, 4}), 4, 4, letterbox(9)).pixels,
            (std::vector<uint8_t>{9, 9, 9, 9, 1, 2, 3, 4, 9, 9, 9, 9, 9, 9, 9, 9}));
}

TEST(Resize, TheOddColumnOfALetterboxIsRight) {
  EXPECT_EQ(fit(grey(1, 2, {1, 2}), 4, 2, letterbox(9)).pixels, (std::vector<uint8_t>{9, 1, 9, 9, 9, 2, 9, 9}));
}

// 5x3 into 4x4: 3 * 4/5 = 2.4 rows become 2. 2x3 into 5x5: 3.33 columns become 3. 100x1 into 4x4: one row is left.
TEST(Resize, LetterboxSidesAreRounded) {
  auto filled = [](const Image &image) { return std::count(image.pixels.begin(), image.pixels.end(), 9); };
  EXPECT_EQ(filled(fit(grey(5, 3, std::vector<uint8_t>(15, 1)), 4, 4, letterbox(9))), 8);
  EXPECT_EQ(filled(fit(grey(2, 3, std::vector<uint8_t>(6, 1)), 5, 5, letterbox(9))), 10);
  EXPECT_EQ(filled(fit(grey(100, 1, std::vector<uint8_t>(100, 1)), 4, 4, letterbox(9))), 12);
}

Fit crop(uint64_t numerator, uint64_t denominator) {
  Fit fit;
  fit.resize = Resize::Crop;
  fit.cropNumerator = numerator;
  fit.cropDenominator = denominator;
  return fit;
}

// F 1 and the right height: nothing is scaled, and of three columns too many one goes left and two right.
TEST(Resize, TheOddColumnOfACropIsRight) {
  EXPECT_EQ(fit(grey(5, 2, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}), 2, 2, crop(1, 1)).pixels, (std::vector<uint8_t>{1, 2, 6, 7}));
}

// 0.875 of 7 is 8: an 8x12 picture keeps its size, and 7x7 are cut from (0, 2).
TEST(Resize, CropScalesTheShortSide) {
  Image image = noise(8, 12, 1, 5), cut = fit(image, 7, 7, crop(875, 1000));
  for (uint32_t y = 0; y < 7; ++y)
    for (uint32_t x = 0; x < 7; ++x)
      EXPECT_EQ(cut.row(y)[x], image.row(y + 2)[x]);
}

// A network of 4x2: a 2x2 picture must become 4x4 to cover it.
TEST(Resize, CropCoversNetworksThatAreNotSquare) {
  Fit how = crop(1, 1);
  how.interpolation = Interpolation::Nearest;
  EXPECT_EQ(fit(grey(2, 2, {1, 2, 3, 4}), 4, 2, how).pixels, (std::vector<uint8_t>{1, 1, 2, 2, 3, 3, 4, 4}));
}

// A line of 65535 pixels would be scaled to 16.8 million; only the window is computed.
TEST(Resize, CropOfALine) {
  Image line = grey(1, 65535, std::vector<uint8_t>(65535, 7));
  EXPECT_EQ(fit(line, 224, 224, crop(875, 1000)).pixels, std::vector<uint8_t>(224 * 224, 7));
  EXPECT_FALSE(canFit(1, 65535, 65535, 65535, crop(1, 1000000)));
}

TEST(Resize, StretchIgnoresTheAspect) {
  Fit how;
  how.resize = Resize::Stretch;
  how.interpolation = Interpolation::Nearest;
  EXPECT_EQ(fit(grey(2, 1, {1, 2}), 2, 3, how).pixels, (std::vector<uint8_t>{1, 2, 1, 2, 1, 2}));
}

} // namespace
