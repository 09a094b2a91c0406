#include "compiler/calibrate/ChannelSums.h"

#include <algorithm>
#include <cmath>

namespace npu {

static constexpr double kSteps = 4294967296.0, kLargest = 1073741824.0;

static int64_t inSteps(float value) {
  if (!std::isfinite(value))
    return 0;
  return static_cast<int64_t>(std::clamp(static_cast<double>(value), -kLargest, kLargest) * kSteps);
}

void ChannelSums::add(const float *values, size_t count) {
  const size_t channels = sums.size();
  for (size_t first = 0; first + channels <= count; first += channels)
    for (size_t c = 0; c < channels; ++c)
      sums[c] += inSteps(values[first + c]);
  perChannel += count / channels;
}

void ChannelSums::merge(const ChannelSums &other) {
  for (size_t c = 0; c < sums.size(); ++c)
    sums[c] += other.sums[c];
  perChannel += other.perChannel;
}

std::vector<float> ChannelSums::means() const {
  std::vector<float> list;
  for (__int128 sum : sums)
    list.push_back(perChannel == 0 ? 0.0f : static_cast<float>(static_cast<double>(sum) / kSteps / static_cast<double>(perChannel)));
  return list;
}

} // namespace npu
