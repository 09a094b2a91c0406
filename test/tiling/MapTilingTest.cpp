// Tiles of vector operators: every output once, every operand loaded, within the SRAM given.
#include "passes/npu/tiling/MapTiling.h"

#include <random>
#include <set>

#include <gtest/gtest.h>

using namespace npu::tiling;

namespace {

int64_t padded(int64_t rows, int64_t bytes) { return rows * ((bytes + 15) / 16 * 16); }

TEST(MapTiling, EveryChoiceCoversTheOutputAndFits) {
  std::mt19937 random(3);
  auto pick = [&](int64_t low, int64_t high) { return low + int64_t(random() % uint64_t(high - low + 1)); };
  int found = 0;
  for (int i = 0; i < 500; ++i) {
    MapProblem p;
    p.images = pick(1, 2);
    p.rows = {pick(1, 20), 0, pick(1, 3), pick(1, 2), 1, pick(0, 1)};
    p.columns = {pick(1, 20), 0, pick(1, 3), pick(1, 2), 1, pick(0, 1)};
    p.rows.kernel = std::min(p.rows.kernel, p.rows.in);
    p.columns.kernel = std::min(p.columns.kernel, p.columns.in);
    p.rows.out = (p.rows.in - p.rows.kernel + p.rows.padBefore) / p.rows.stride + 1;
    p.columns.out = (p.columns.in - p.columns.kernel + p.columns.padBefore) / p.columns.stride + 1;
    p.channels = pick(1, 40);
    p.wholeChannels = pick(0, 4) == 0;
    p.inputs = {{p.rows.in * p.images, p.columns.in, p.channels, pick(0, 1) ? 1 : 4, pick(0, 2) == 0}};
    if (pick(0, 1))
      p.inputs.push_back({1, 1, p.channels, 1, pick(0, 2) == 0});
    p.output = {p.rows.out * p.images, p.columns.out, p.channels, 1, pick(0, 2) == 0};
    int64_t sram = pick(64, 4000), needed = 0;
    std::optional<MapTiles> t = chooseMapTiles(p, sram, 16, &needed);
    if (!t) {
      ASSERT_GT(needed, sram);
      continue;
    }
    ++found;
    std::set<std::array<int64_t, 4>> written;
    std::vector<MapStep> steps = mapSteps(p, *t);
    std::vector<int64_t> largest(p.inputs.size() + 1);
    for (const MapStep &s : steps) {
      ASSERT_TRUE(!p.wholeChannels || s.channels == p.channels);
      for (size_t k = 0; k < p.inputs.size(); ++k) {
        const MapOperand &in = p.inputs[k];
        int64_t rows = in.rows == 1 ? 1 : s.rows.inSize, columns = in.columns == 1 ? 1 : s.columns.inSize;
        largest[k] = std::max(largest[k], in.resident ? 0 : padded(rows, columns * s.channels * in.elementBytes));
      }
      largest.back() = std::max(largest.back(), p.output.resident ? 0 : padded(s.rows.outSize, s.columns.outSize * s.channels));
      for (int64_t y = 0; y < s.rows.outSize; ++y)
        for (int64_t x = 0; x < s.columns.outSize; ++x)
          for (int64_t c = 0; c < s.channels; ++c)
            ASSERT_TRUE((written.insert({s.image, s.rows.out + y, s.columns.out + x, s.channel + c}).second));
    }
    ASSERT_EQ(written.size(), size_t(p.images * p.rows.out * p.columns.out * p.channels));
    int64_t bytes = 0;
    for (int64_t n : largest)
      bytes += n;
    ASSERT_LE(bytes * (steps.size() > 1 ? t->buffers : 1), sram) << "case " << i;
  }
  EXPECT_GT(found, 250);
}

} // namespace
