// The mean of each channel over all samples. Plain numbers, no MLIR.
#ifndef COMPILER_CALIBRATE_CHANNELSUMS_H
#define COMPILER_CALIBRATE_CHANNELSUMS_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace npu {

/// Adds in steps of 2^-32, so that neither order nor grouping of the samples shows. Channels are the last axis.
class ChannelSums {
public:
  explicit ChannelSums(size_t channels) : sums(channels, 0) {}

  /// `count` is a multiple of the channels. What is not finite counts as 0, beyond 2^30 as 2^30.
  void add(const float *values, size_t count);
  void merge(const ChannelSums &other);
  /// 0 where nothing was added.
  std::vector<float> means() const;

private:
  std::vector<__int128> sums;
  uint64_t perChannel = 0;
};

} // namespace npu

#endif
