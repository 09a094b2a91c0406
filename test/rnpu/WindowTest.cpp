// The closed form of the input positions a tile needs, against counting.
#include <gtest/gtest.h>

#include <random>

extern "C" {
#include "targets/rnpu/isa_window.h"
}

TEST(RnpuWindow, NeededPositionsEqualCounting) {
  std::mt19937 rng(2);
  auto pick = [&](int low, int high) { return low + static_cast<int64_t>(rng() % (high - low + 1)); };
  int empty = 0;
  for (int i = 0; i < 50000; ++i) {
    rnpu_axis a = {};
    a.extent = pick(1, 12);
    a.in_origin = pick(0, 5), a.in_size = pick(1, 12);
    a.out_origin = pick(0, 8), a.out_size = pick(1, 8);
    a.kernel = pick(1, 5), a.stride = pick(1, 4), a.dilation = pick(1, 4), a.pad = pick(0, 9);
    a.upscale = static_cast<uint32_t>(pick(0, 2));
    bool any = false;
    int64_t low = 0, high = 0;
    for (int64_t y = 0; y < a.out_size; ++y)
      for (int64_t k = 0; k < a.kernel; ++k) {
        int64_t g = (a.out_origin + y) * a.stride + k * a.dilation - a.pad;
        int64_t extent = a.upscale == 0 ? a.extent : a.upscale == 1 ? 2 * a.extent : 2 * a.extent - 1;
        if (g < 0 || g >= extent || (a.upscale == RNPU_UPSCALE_ZERO && g % 2))
          continue;
        int64_t at = (a.upscale ? g / 2 : g) - a.in_origin;
        low = any ? std::min(low, at) : at;
        high = any ? std::max(high, at) : at;
        any = true;
      }
    int64_t gotLow = 0, gotHigh = 0;
    ASSERT_EQ(rnpu_needed(&a, &gotLow, &gotHigh) != 0, any) << i;
    ASSERT_EQ(gotLow, low) << i;
    ASSERT_EQ(gotHigh, high) << i;
    empty += !any;
  }
  EXPECT_GT(empty, 100);
}
