// Spans of an axis against tap by tap counting.
#include "passes/npu/tiling/Axis.h"

#include <cmath>
#include <random>

#include <gtest/gtest.h>

using namespace npu::tiling;

namespace {

// Every tap that is not padding lies in the span, and the first and last position of the span are read.
TEST(Axis, SpansHoldExactlyWhatTapsRead) {
  std::mt19937 random(1);
  auto pick = [&](int64_t low, int64_t high) { return low + int64_t(random() % uint64_t(high - low + 1)); };
  for (int i = 0; i < 3000; ++i) {
    Axis axis{pick(1, 40), 0, pick(1, 7), pick(1, 3), pick(1, 3), pick(0, 3)};
    int64_t reach = axis.in + axis.padBefore + pick(0, 3) - ((axis.kernel - 1) * axis.dilation + 1);
    if (reach < 0)
      continue;
    axis.out = reach / axis.stride + 1;
    int64_t out = pick(0, axis.out - 1), size = pick(1, axis.out - out);
    Span span = spanOf(axis, out, size);
    int64_t low = INT64_MAX, high = -1;
    for (int64_t o = out; o < out + size; ++o)
      for (int64_t k = 0; k < axis.kernel; ++k) {
        int64_t at = o * axis.stride + k * axis.dilation - axis.padBefore;
        if (at >= 0 && at < axis.in) {
          low = std::min(low, at);
          high = std::max(high, at);
        }
      }
    ASSERT_GE(span.in, 0);
    ASSERT_GE(span.inSize, 1);
    ASSERT_LE(span.in + span.inSize, axis.in);
    if (high >= 0) {
      ASSERT_LE(span.in, low);
      ASSERT_GE(span.in + span.inSize, high + 1);
    }
  }
}

// A resize reads the inputs around its positions, no others: the span begins and ends with one of them.
TEST(Axis, SpansOfRationalStepsAreExact) {
  std::mt19937 random(2);
  auto pick = [&](int64_t low, int64_t high) { return low + int64_t(random() % uint64_t(high - low + 1)); };
  for (int i = 0; i < 3000; ++i) {
    int64_t denominator = pick(1, 30), kernel = pick(1, 2);
    Axis axis{pick(1, 40), pick(1, 60), kernel, pick(0, 60), denominator - 1, pick(-50, 50), denominator};
    int64_t out = pick(0, axis.out - 1), size = pick(1, axis.out - out);
    Span span = spanOf(axis, out, size);
    int64_t low = INT64_MAX, high = -1;
    for (int64_t o = out; o < out + size; ++o) {
      double position = double(o * axis.stride - axis.padBefore) / double(denominator);
      position = std::min(std::max(position, 0.0), double(axis.in - 1));
      low = std::min(low, int64_t(std::floor(position)));
      high = std::max(high, int64_t(kernel == 2 ? std::ceil(position) : std::floor(position)));
    }
    ASSERT_EQ(span.in, low);
    ASSERT_EQ(span.in + span.inSize, high + 1);
  }
}

// From the whole extent down to the unit, strictly falling; every size but the first a multiple of the unit.
TEST(Axis, TileSizesFallFromTheWholeToTheUnit) {
  for (int64_t unit : {1, 8, 16})
    for (int64_t extent = 1; extent <= 200; ++extent) {
      std::vector<int64_t> sizes = tileSizes(extent, unit);
      ASSERT_EQ(sizes.front(), extent);
      ASSERT_EQ(sizes.back(), std::min(extent, unit));
      for (size_t i = 1; i < sizes.size(); ++i) {
        ASSERT_LT(sizes[i], sizes[i - 1]);
        ASSERT_EQ(sizes[i] % unit, 0);
      }
    }
}

} // namespace
