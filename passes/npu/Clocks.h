// What a command can know to be complete when it starts: the machine's queues as vector clocks.
#ifndef PASSES_NPU_CLOCKS_H
#define PASSES_NPU_CLOCKS_H

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

namespace npu::npu {

inline constexpr int kQueues = 12, kDmaQueues = 4;

/// Commands of each queue known to be complete.
using Clock = std::array<uint32_t, kQueues>;

/// Grows by one command at a time, in program order.
class Clocks {
public:
  /// `outstanding` transfers of one channel may overlap: a transfer knows that all but the outstanding - 1 before it
  /// are complete. On the other queues a command knows its predecessor complete.
  explicit Clocks(int64_t outstanding) : overlap(uint32_t(outstanding - 1)) {}

  uint32_t issued(int queue) const { return uint32_t(behind[queue].size()); }

  /// The clock of the next command of `queue` without any wait.
  Clock next(int queue) const {
    Clock clock{};
    uint32_t before = issued(queue), open = queue < kDmaQueues ? overlap : 0;
    if (before > open)
      learn(clock, queue, before - open);
    if (before > 0)
      join(clock, behind[queue].back()); // it starts after its predecessor has started
    return clock;
  }

  /// The first `count` commands of `queue` are complete, and so is all they knew.
  void learn(Clock &clock, int queue, uint32_t count) const {
    join(clock, behind[queue][count - 1]);
    clock[queue] = std::max(clock[queue], count);
  }

  /// The command of the clock is issued.
  void issue(int queue, const Clock &clock) { behind[queue].push_back(clock); }

private:
  static void join(Clock &clock, const Clock &other) {
    for (int q = 0; q < kQueues; ++q)
      clock[q] = std::max(clock[q], other[q]);
  }

  std::array<std::vector<Clock>, kQueues> behind; // the clock of each command at its start
  uint32_t overlap;
};

} // namespace npu::npu

#endif
