// Where buffers with known lifetimes lie in one memory: plain Problem -> Solution, no MLIR.
#ifndef PASSES_PLANNER_PLANNER_H
#define PASSES_PLANNER_PLANNER_H

#include <cstdint>
#include <string>
#include <vector>

namespace npu::planner {

/// Live from command `first` to command `last`, both included.
struct Buffer {
  std::string id;
  int64_t first = 0, last = 0;
  int64_t bytes = 0;
  int64_t alignment = 1; // of the offset; need not be a power of two
};

struct Problem {
  std::vector<Buffer> buffers;
  int64_t capacity = INT64_MAX; // bytes
};

struct Solution {
  std::vector<int64_t> offsets; // bytes, one a buffer
  int64_t peak = 0;             // one past the highest byte used
  std::string order;            // what found it, for reports
};

struct Options {
  /// Repairs tried after the fixed orders while the plan is above `capacity` and above the lower bound. Each costs
  /// one placement of all buffers.
  int64_t repairs = 200;
};

/// Buffers that overlap in time get disjoint bytes. Deterministic. The peak may exceed the capacity: callers
/// compare. Every buffer has first <= last, bytes >= 0 and alignment >= 1.
Solution solve(const Problem &problem, const Options &options = {});

/// The most bytes live at one command: no plan has a lower peak.
int64_t lowerBound(const Problem &problem);

/// The first command at which lowerBound() bytes are live; -1 when there are no buffers.
int64_t peakCommand(const Problem &problem);

/// Everything that is wrong with a solution, one line each; empty when it is valid. Shares no code with solve().
std::vector<std::string> validate(const Problem &problem, const Solution &solution);

} // namespace npu::planner

#endif
