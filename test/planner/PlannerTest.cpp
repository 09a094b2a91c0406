// The planner against the independent validator, on random instances.
#include "passes/planner/Planner.h"

#include <chrono>
#include <gtest/gtest.h>
#include <random>

using namespace npu::planner;

namespace {

Problem randomProblem(std::mt19937 &random, size_t count, int64_t commands) {
  Problem problem;
  const int64_t alignments[] = {1, 10, 16, 64};
  for (size_t i = 0; i < count; ++i) {
    Buffer b;
    b.id = std::to_string(i);
    b.first = int64_t(random() % commands);
    int64_t reach = random() % 8 == 0 ? commands : 6;
    b.last = std::min(commands - 1, b.first + int64_t(random() % reach));
    b.bytes = int64_t(random() % 3000);
    b.alignment = alignments[random() % 4];
    problem.buffers.push_back(b);
  }
  return problem;
}

/// Most bytes live at one command, by looking at each command.
int64_t liveAtMost(const Problem &problem, int64_t commands) {
  int64_t most = 0;
  for (int64_t time = 0; time < commands; ++time) {
    int64_t live = 0;
    for (const Buffer &b : problem.buffers)
      live += b.first <= time && time <= b.last ? b.bytes : 0;
    most = std::max(most, live);
  }
  return most;
}

// Every plan is valid and no lower than the bound, which is the true one.
TEST(Planner, PlansAreValid) {
  std::mt19937 random(5);
  for (int i = 0; i < 500; ++i) {
    int64_t commands = 1 + random() % 60;
    Problem problem = randomProblem(random, random() % 80, commands);
    Solution solution = solve(problem, {20});
    EXPECT_EQ(validate(problem, solution), std::vector<std::string>{}) << i;
    EXPECT_EQ(lowerBound(problem), liveAtMost(problem, commands)) << i;
    EXPECT_GE(solution.peak, lowerBound(problem)) << i;
  }
}

// The validator sees every overlap that a pair by pair comparison sees.
TEST(Planner, ValidatorFindsWhatComparingPairsFinds) {
  std::mt19937 random(6);
  int bad = 0, good = 0;
  for (int i = 0; i < 2000; ++i) {
    Problem problem = randomProblem(random, 2 + random() % 10, 12);
    for (Buffer &b : problem.buffers)
      b.alignment = 1;
    Solution solution = solve(problem, {0});
    size_t moved = random() % problem.buffers.size();
    solution.offsets[moved] = std::max<int64_t>(0, solution.offsets[moved] - 1 - int64_t(random() % 200));
    solution.peak = 0;
    bool overlap = false;
    for (size_t a = 0; a < problem.buffers.size(); ++a) {
      const Buffer &x = problem.buffers[a];
      solution.peak = std::max(solution.peak, solution.offsets[a] + x.bytes);
      for (size_t b = 0; b < a; ++b) {
        const Buffer &y = problem.buffers[b];
        overlap |= x.first <= y.last && y.first <= x.last && x.bytes > 0 && y.bytes > 0 &&
                   solution.offsets[a] < solution.offsets[b] + y.bytes &&
                   solution.offsets[b] < solution.offsets[a] + x.bytes;
      }
    }
    EXPECT_EQ(!validate(problem, solution).empty(), overlap) << i;
    (overlap ? bad : good) += 1;
  }
  EXPECT_GT(bad, 200);
  EXPECT_GT(good, 200);
}

TEST(Planner, ValidatorNamesWrongPlaces) {
  Problem problem;
  problem.capacity = 100;
  problem.buffers = {{"a", 0, 1, 64, 16}, {"b", 1, 2, 64, 1}};
  Solution solution = {{8, 40}, 104, ""};
  std::vector<std::string> wrong = validate(problem, solution);
  ASSERT_EQ(wrong.size(), 3u);
  EXPECT_EQ(wrong[0], "'a' [8, 72) of commands 0..1 is not aligned to 16");
  EXPECT_EQ(wrong[1], "'b' [40, 104) of commands 1..2 leaves the 100 bytes");
  EXPECT_EQ(wrong[2], "'b' [40, 104) of commands 1..2 overlaps 'a' [8, 72) of commands 0..1");
}

// Chains, as layers one after another make them, reach the bound.
TEST(Planner, ChainsReachTheBound) {
  std::mt19937 random(7);
  for (int i = 0; i < 100; ++i) {
    Problem problem;
    for (int64_t t = 0; t < 40; ++t)
      problem.buffers.push_back({std::to_string(t), t, t + 1, 16 * int64_t(1 + random() % 50), 16});
    EXPECT_EQ(solve(problem).peak, lowerBound(problem)) << i;
  }
}

// Repairs find what no fixed order finds: on these instances they lower the peak.
TEST(Planner, RepairsLowerThePeak) {
  std::mt19937 random(8);
  int lower = 0;
  for (int i = 0; i < 30; ++i) {
    Problem problem = randomProblem(random, 60, 40);
    problem.capacity = 0;
    int64_t without = solve(problem, {0}).peak, with = solve(problem, {200}).peak;
    EXPECT_LE(with, without);
    lower += with < without;
  }
  EXPECT_GT(lower, 10);
}

TEST(Planner, EqualProblemsGetEqualPlans) {
  std::mt19937 random(9);
  Problem problem = randomProblem(random, 200, 50);
  EXPECT_EQ(solve(problem).offsets, solve(problem).offsets);
}

// 50,000 commands with a few buffers live at a time: seconds even without optimisation.
TEST(Planner, Scales) {
  Problem problem;
  std::mt19937 random(10);
  for (int64_t t = 0; t < 50000; ++t)
    problem.buffers.push_back({"", t, t + int64_t(random() % 8), 16 * int64_t(random() % 100), 16});
  auto start = std::chrono::steady_clock::now();
  Solution solution = solve(problem, {0});
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_TRUE(validate(problem, solution).empty());
  EXPECT_LT(seconds.count(), 30);
}

TEST(Planner, NothingToPlace) {
  Problem problem;
  EXPECT_EQ(solve(problem).peak, 0);
  EXPECT_EQ(lowerBound(problem), 0);
  EXPECT_EQ(peakCommand(problem), -1);
}

} // namespace
