// The independent check of a plan: a sweep over time that keeps the live buffers sorted by offset.
#include "passes/planner/Planner.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace npu::planner {
namespace {

std::string describe(const Buffer &b, int64_t offset) {
  return "'" + b.id + "' [" + std::to_string(offset) + ", " + std::to_string(offset + b.bytes) + ") of commands " +
         std::to_string(b.first) + ".." + std::to_string(b.last);
}

void checkEach(const Problem &problem, const Solution &solution, std::vector<std::string> &wrong) {
  int64_t highest = 0;
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    const Buffer &b = problem.buffers[i];
    int64_t offset = solution.offsets[i];
    if (offset < 0 || offset % b.alignment != 0)
      wrong.push_back(describe(b, offset) + " is not aligned to " + std::to_string(b.alignment));
    if (offset > problem.capacity - b.bytes)
      wrong.push_back(describe(b, offset) + " leaves the " + std::to_string(problem.capacity) + " bytes");
    highest = std::max(highest, offset + b.bytes);
  }
  if (highest != solution.peak)
    wrong.push_back("the peak is " + std::to_string(highest) + ", the plan says " + std::to_string(solution.peak));
}

struct Event {
  int64_t time;
  bool birth;
  size_t buffer;
};

/// Deaths before births at equal times, a death taking effect at last + 1.
std::vector<Event> timeline(const Problem &problem) {
  std::vector<Event> events;
  for (size_t i = 0; i < problem.buffers.size(); ++i) {
    if (problem.buffers[i].bytes == 0)
      continue;
    events.push_back({problem.buffers[i].first, true, i});
    events.push_back({problem.buffers[i].last + 1, false, i});
  }
  std::sort(events.begin(), events.end(), [](const Event &a, const Event &b) {
    return std::tie(a.time, a.birth, a.buffer) < std::tie(b.time, b.birth, b.buffer);
  });
  return events;
}

} // namespace

std::vector<std::string> validate(const Problem &problem, const Solution &solution) {
  std::vector<std::string> wrong;
  if (solution.offsets.size() != problem.buffers.size())
    return {"the plan has " + std::to_string(solution.offsets.size()) + " offsets for " +
            std::to_string(problem.buffers.size()) + " buffers"};
  checkEach(problem, solution, wrong);
  std::map<std::pair<int64_t, size_t>, size_t> live; // (offset, buffer) -> buffer
  for (const Event &event : timeline(problem)) {
    int64_t offset = solution.offsets[event.buffer];
    if (!event.birth) {
      live.erase({offset, event.buffer});
      continue;
    }
    auto clash = [&](size_t other) {
      wrong.push_back(describe(problem.buffers[event.buffer], offset) + " overlaps " +
                      describe(problem.buffers[other], solution.offsets[other]));
    };
    auto next = live.lower_bound({offset, 0});
    if (next != live.begin()) {
      size_t before = std::prev(next)->second;
      if (solution.offsets[before] + problem.buffers[before].bytes > offset)
        clash(before);
    }
    for (; next != live.end() && next->first.first < offset + problem.buffers[event.buffer].bytes; ++next)
      clash(next->second);
    live[{offset, event.buffer}] = event.buffer;
  }
  return wrong;
}

} // namespace npu::planner
