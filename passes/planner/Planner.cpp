// First fit over several orders, from below and from both ends, the best kept, then repairs that move the buffer on
// top forwards: what sticks out is what was placed too late. (Orders: Pisarchyk and Lee, "Efficient memory management
// for deep neural net inference", 2020; the repair is the move of Vela's hill climbing.)
#include "passes/planner/Planner.h"

#include "passes/planner/TimeIndex.h"

#include <functional>

namespace npu::planner {
namespace {

using Order = std::vector<size_t>;

class FirstFit {
public:
  explicit FirstFit(const Problem &problem) : buffers(problem.buffers), index(buffers) {}

  /// Each buffer, in order, gets the lowest legal offset beside those already placed. With a ceiling, what does not
  /// fit at 0 goes to the ceiling when it fits there: two neighbours of a chain then lie at opposite ends.
  Solution place(const Order &order, std::string name, int64_t ceiling = 0) {
    Solution solution;
    solution.offsets.assign(buffers.size(), 0);
    solution.order = std::move(name);
    index.clear();
    for (size_t buffer : order) {
      findTaken(buffer, solution);
      int64_t lowest = lowestOffset(buffers[buffer]), top = topOffset(buffers[buffer], ceiling);
      solution.offsets[buffer] = lowest > 0 && top > lowest ? top : lowest;
      solution.peak = std::max(solution.peak, solution.offsets[buffer] + buffers[buffer].bytes);
      index.insert(buffer);
    }
    return solution;
  }

private:
  void findTaken(size_t buffer, const Solution &solution) {
    taken.clear();
    index.overlapping(buffers[buffer].first, buffers[buffer].last, [&](size_t other) {
      taken.push_back({solution.offsets[other], solution.offsets[other] + buffers[other].bytes});
    });
    std::sort(taken.begin(), taken.end());
  }

  int64_t lowestOffset(const Buffer &b) const {
    int64_t offset = 0;
    for (auto [begin, end] : taken) {
      if (begin >= offset + b.bytes)
        break;
      if (end > offset)
        offset = (end + b.alignment - 1) / b.alignment * b.alignment;
    }
    return offset;
  }

  /// The last aligned offset below the ceiling if it is free, else -1.
  int64_t topOffset(const Buffer &b, int64_t ceiling) const {
    int64_t offset = ceiling < b.bytes ? -1 : (ceiling - b.bytes) / b.alignment * b.alignment;
    for (auto [begin, end] : taken)
      if (begin < offset + b.bytes && offset < end)
        return -1;
    return offset;
  }

  const std::vector<Buffer> &buffers;
  TimeIndex index;
  std::vector<std::pair<int64_t, int64_t>> taken;
};

int64_t span(const Buffer &b) { return b.last - b.first + 1; }

/// Sorted by a key, larger first; ties by the next key, then by position, so that the order is total.
Order sorted(const std::vector<Buffer> &buffers, const std::function<std::pair<double, double>(const Buffer &)> &key) {
  Order order(buffers.size());
  std::iota(order.begin(), order.end(), size_t(0));
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    auto left = key(buffers[a]), right = key(buffers[b]);
    return left != right ? left > right : a < b;
  });
  return order;
}

struct NamedOrder {
  std::string name;
  Order order;
};

std::vector<NamedOrder> fixedOrders(const std::vector<Buffer> &buffers) {
  auto bytes = [](const Buffer &b) { return double(b.bytes); };
  return {
      {"size", sorted(buffers, [&](const Buffer &b) { return std::pair(bytes(b), double(span(b))); })},
      {"birth", sorted(buffers, [&](const Buffer &b) { return std::pair(-double(b.first), bytes(b)); })},
      {"death", sorted(buffers, [&](const Buffer &b) { return std::pair(double(b.last), bytes(b)); })},
      {"lifetime", sorted(buffers, [&](const Buffer &b) { return std::pair(double(span(b)), bytes(b)); })},
      {"area", sorted(buffers, [&](const Buffer &b) { return std::pair(bytes(b) * span(b), bytes(b)); })},
  };
}

/// Moves the buffers that reach the peak forwards in the order, further each time in vain.
class Repair {
public:
  Repair(const Problem &problem, FirstFit &fit, Order order, Solution solution)
      : problem(problem), fit(fit), order(std::move(order)), current(std::move(solution)) {}

  Solution run(int64_t steps, int64_t goal) {
    Solution best = current;
    for (int64_t step = 0; step < steps && best.peak > goal; ++step) {
      promoteTop();
      current = fit.place(order, "repaired " + std::to_string(step + 1));
      if (current.peak < best.peak)
        best = current;
    }
    return best;
  }

private:
  void promoteTop() {
    size_t top = 0;
    for (size_t at = 0; at < order.size(); ++at)
      if (current.offsets[order[at]] + problem.buffers[order[at]].bytes == current.peak)
        top = at;
    // A linear congruence spreads the landing places; a fixed one soon goes round in circles.
    state = state * 6364136223846793005u + 1442695040888963407u;
    size_t to = top == 0 ? 0 : (state >> 33) % top;
    std::rotate(order.begin() + to, order.begin() + top, order.begin() + top + 1);
  }

  const Problem &problem;
  FirstFit &fit;
  Order order;
  Solution current;
  uint64_t state = 1;
};

} // namespace

Solution solve(const Problem &problem, const Options &options) {
  FirstFit fit(problem);
  Solution best;
  best.peak = INT64_MAX;
  Order bestOrder;
  int64_t bound = lowerBound(problem);
  for (NamedOrder &candidate : fixedOrders(problem.buffers))
    for (int64_t ceiling : {int64_t(0), bound, problem.capacity < INT64_MAX ? problem.capacity : bound}) {
      Solution solution = fit.place(candidate.order, candidate.name + (ceiling ? " from both ends" : ""), ceiling);
      if (solution.peak >= best.peak)
        continue;
      best = std::move(solution);
      bestOrder = candidate.order;
      if (best.peak == bound)
        return best;
    }
  int64_t goal = std::max(bound, problem.capacity);
  return Repair(problem, fit, std::move(bestOrder), best).run(options.repairs, goal);
}

/// Births and deaths in time order; deaths take effect after their command.
static std::vector<std::pair<int64_t, int64_t>> changes(const Problem &problem) {
  std::vector<std::pair<int64_t, int64_t>> changes;
  for (const Buffer &b : problem.buffers) {
    changes.push_back({b.first, b.bytes});
    changes.push_back({b.last + 1, -b.bytes});
  }
  std::sort(changes.begin(), changes.end()); // at one time, deaths (negative) come first
  return changes;
}

static std::pair<int64_t, int64_t> peak(const Problem &problem) {
  int64_t live = 0, most = 0, at = -1;
  for (auto [time, bytes] : changes(problem)) {
    live += bytes;
    if (live > most || at < 0) {
      most = std::max(live, most);
      at = time;
    }
  }
  return {most, at};
}

int64_t lowerBound(const Problem &problem) { return peak(problem).first; }
int64_t peakCommand(const Problem &problem) { return peak(problem).second; }

} // namespace npu::planner
