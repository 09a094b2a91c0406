// An observer of all equals the merge of observers of the parts, in any order.
#include "compiler/calibrate/ChannelSums.h"
#include "compiler/calibrate/Observer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>

using npu::Observer;

namespace {

std::vector<float> numbers(size_t count) {
  std::mt19937 random(3);
  std::normal_distribution<float> normal(0.5f, 2.0f);
  std::vector<float> values(count);
  for (float &value : values)
    value = normal(random);
  return values;
}

bool same(npu::quantization::Range a, npu::quantization::Range b) { return a.low == b.low && a.high == b.high; }

TEST(Observer, PartsMergeToTheWhole) {
  std::vector<float> values = numbers(10000);
  Observer whole(true);
  whole.add(values.data(), values.size());
  std::mt19937 random(4);
  for (int round = 0; round < 5; ++round) {
    std::shuffle(values.begin(), values.end(), random);
    std::vector<Observer> parts(4, Observer(true));
    for (size_t i = 0; i < parts.size(); ++i)
      parts[(i * 3) % 4].add(values.data() + i * 2500, 2500);
    Observer merged(true);
    for (const Observer &part : parts)
      merged.merge(part);
    EXPECT_TRUE(same(merged.minmax(), whole.minmax()));
    for (double percent : {100.0, 99.99, 99.0, 90.0})
      EXPECT_TRUE(same(merged.percentile(percent), whole.percentile(percent)));
    EXPECT_EQ(merged.count(), 10000u);
  }
}

// The ends are values that occurred, within a 256th of a binade of the exact ranks.
TEST(Observer, PercentilesAreNearTheExactRank) {
  std::vector<float> values = numbers(20000);
  Observer observer(true);
  observer.add(values.data(), values.size());
  std::sort(values.begin(), values.end());
  EXPECT_TRUE(same(observer.percentile(100), {values.front(), values.back()}));
  auto range = observer.percentile(99); // 100 values outside at each end
  EXPECT_NEAR(range.low, values[100], std::abs(values[100]) / 256);
  EXPECT_NEAR(range.high, values[values.size() - 101], std::abs(values[values.size() - 101]) / 256);
  EXPECT_TRUE(std::binary_search(values.begin(), values.end(), range.low));
  EXPECT_TRUE(std::binary_search(values.begin(), values.end(), range.high));
}

TEST(Observer, NanAndInfinityAreCountedNotMeasured) {
  float values[] = {1, std::numeric_limits<float>::infinity(), -2, std::numeric_limits<float>::quiet_NaN()};
  Observer observer;
  observer.add(values, 4);
  EXPECT_EQ(observer.bad(), 2u);
  EXPECT_TRUE(same(observer.minmax(), {-2, 1}));
  EXPECT_TRUE(same(Observer().minmax(), {0, 0}));
}

TEST(ChannelSums, AreTheSameInAnyOrderAndGrouping) {
  const float values[] = {1, -2, 0.1f, 3e5f, 1e-3f, -7, 0.7f, 1};
  npu::ChannelSums whole(2), parts(2), other(2);
  whole.add(values, 8);
  other.add(values + 4, 4);
  parts.add(values + 2, 2);
  parts.add(values, 2);
  other.merge(parts);
  EXPECT_EQ(whole.means(), other.means());
  EXPECT_FLOAT_EQ(whole.means()[0], (1 + 0.1f + 1e-3f + 0.7f) / 4);
  EXPECT_FLOAT_EQ(whole.means()[1], (-2 + 3e5f - 7 + 1) / 4);
  EXPECT_EQ(npu::ChannelSums(1).means()[0], 0);
}

} // namespace
