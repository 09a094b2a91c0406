// EXIF's eight orientations, and blocks that are damaged.
#include "compiler/image/Orientation.h"
#include "test/image/Pictures.h"

#include <gtest/gtest.h>

using namespace npu;

namespace {

// 1 2 3 over 4 5 6, seen as each of the eight.
TEST(Orientation, EveryOne) {
  const std::vector<uint8_t> seen[] = {{1, 2, 3, 4, 5, 6}, {3, 2, 1, 6, 5, 4}, {6, 5, 4, 3, 2, 1}, {4, 5, 6, 1, 2, 3},
                                       {1, 4, 2, 5, 3, 6}, {4, 1, 5, 2, 6, 3}, {6, 3, 5, 2, 4, 1}, {3, 6, 2, 5, 1, 4}};
  for (unsigned orientation = 1; orientation <= 8; ++orientation) {
    Image image = upright(grey(3, 2, {1, 2, 3, 4, 5, 6}), orientation);
    EXPECT_EQ(image.pixels, seen[orientation - 1]) << orientation;
    EXPECT_EQ(image.width, orientation < 5 ? 3u : 2u) << orientation;
  }
}

TEST(Orientation, PixelsKeepTheirChannels) {
  EXPECT_EQ(upright({2, 1, 3, {1, 2, 3, 4, 5, 6}}, 6).pixels, (std::vector<uint8_t>{1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(upright({2, 1, 3, {1, 2, 3, 4, 5, 6}}, 2).pixels, (std::vector<uint8_t>{4, 5, 6, 1, 2, 3}));
}

const std::vector<uint8_t> little = {'I', 'I', 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0};
const std::vector<uint8_t> big = {'M', 'M', 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0};

TEST(Orientation, BothByteOrders) {
  EXPECT_EQ(exifOrientation(little.data(), little.size()), 6u);
  EXPECT_EQ(exifOrientation(big.data(), big.size()), 6u);
}

// However it is cut or changed, the answer is an orientation.
TEST(Orientation, DamagedBlocks) {
  for (size_t size = 0; size <= little.size(); ++size) {
    std::vector<uint8_t> part(little.begin(), little.begin() + size);
    unsigned orientation = exifOrientation(part.data(), part.size());
    EXPECT_TRUE(orientation == 1 || (orientation == 6 && size > 18)) << size;
  }
  for (size_t at = 0; at < little.size(); ++at)
    for (int value : {0, 1, 9, 255}) {
      std::vector<uint8_t> bad = little;
      bad[at] = static_cast<uint8_t>(value);
      unsigned orientation = exifOrientation(bad.data(), bad.size());
      EXPECT_TRUE(orientation >= 1 && orientation <= 8);
    }
}

} // namespace
