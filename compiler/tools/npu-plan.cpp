// npu-plan: the compiler's buffer planner on a CSV file.
#include "passes/planner/Csv.h"

#include <CLI/CLI.hpp>

#include <fstream>
#include <iostream>

namespace {

int refuse(const std::string &file, const std::vector<std::string> &why) {
  for (const std::string &line : why)
    std::cerr << "npu-plan: " << file << ": " << line << '\n';
  return 1;
}

int plan(const std::string &file, int64_t capacity, int64_t effort) {
  std::ifstream in(file);
  if (!in)
    return refuse(file, {"cannot be read"});
  npu::planner::Problem problem;
  std::vector<std::string> wrong = readCsv(in, problem);
  if (!wrong.empty())
    return refuse(file, wrong);
  int64_t bound = lowerBound(problem);
  problem.capacity = capacity > 0 ? capacity : bound;
  npu::planner::Solution solution = solve(problem, {effort});
  std::string peak = "peak " + std::to_string(solution.peak) + " bytes, lower bound " + std::to_string(bound);
  if (capacity > 0 && solution.peak > capacity)
    return refuse(file, {"no plan found within the capacity of " + std::to_string(capacity) + " bytes: " + peak});
  problem.capacity = INT64_MAX;
  wrong = validate(problem, solution);
  if (!wrong.empty()) {
    refuse(file, wrong);
    return 2; // a plan of ours that is wrong is our bug
  }
  writePlan(std::cout, problem, solution);
  std::cerr << "npu-plan: " << peak << " (" << solution.order << ")\n";
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app("npu-plan: offsets for buffers with known lifetimes, as `id,offset` rows");
  std::string file;
  int64_t capacity = 0, effort = 2000;
  app.add_option("FILE", file, "CSV with columns id,lower,upper,size: a buffer lives in [lower, upper)")->required();
  app.add_option("--capacity", capacity, "bytes of the memory; without it the lowest peak found is printed")
      ->check(CLI::PositiveNumber);
  app.add_option("--effort", effort, "placements tried after the fixed orders")->check(CLI::NonNegativeNumber);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 1;
  }
  return plan(file, capacity, effort);
}
