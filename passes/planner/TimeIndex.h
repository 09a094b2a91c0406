// Which of the placed buffers overlap a span of time, in O((1 + found) log n).
#ifndef PASSES_PLANNER_TIMEINDEX_H
#define PASSES_PLANNER_TIMEINDEX_H

#include "passes/planner/Planner.h"

#include <algorithm>
#include <numeric>

namespace npu::planner {

/// Buffers sorted by birth under a tree of the latest death: a span meets those born before its end
/// that die after its start.
class TimeIndex {
public:
  explicit TimeIndex(const std::vector<Buffer> &buffers)
      : buffers(buffers), byBirth(buffers.size()), rank(buffers.size()) {
    std::iota(byBirth.begin(), byBirth.end(), size_t(0));
    std::sort(byBirth.begin(), byBirth.end(),
              [&](size_t a, size_t b) { return std::pair(buffers[a].first, a) < std::pair(buffers[b].first, b); });
    for (size_t i = 0; i < byBirth.size(); ++i)
      rank[byBirth[i]] = i;
    while (leaves < buffers.size())
      leaves *= 2;
    clear();
  }

  void clear() { latest.assign(2 * leaves, INT64_MIN); }

  void insert(size_t buffer) {
    for (size_t node = leaves + rank[buffer]; node >= 1; node /= 2)
      latest[node] = std::max(latest[node], buffers[buffer].last);
  }

  /// Calls visit(buffer) for every inserted buffer that is live somewhere in [first, last].
  template <typename Visit> void overlapping(int64_t first, int64_t last, Visit visit) const {
    descend(1, 0, leaves, first, last, visit);
  }

private:
  template <typename Visit>
  void descend(size_t node, size_t begin, size_t end, int64_t first, int64_t last, Visit &visit) const {
    if (latest[node] < first || begin >= byBirth.size() || buffers[byBirth[begin]].first > last)
      return;
    if (end - begin == 1)
      return visit(byBirth[begin]);
    size_t middle = (begin + end) / 2;
    descend(2 * node, begin, middle, first, last, visit);
    descend(2 * node + 1, middle, end, first, last, visit);
  }

  const std::vector<Buffer> &buffers;
  std::vector<size_t> byBirth, rank;
  std::vector<int64_t> latest;
  size_t leaves = 1;
};

} // namespace npu::planner

#endif
