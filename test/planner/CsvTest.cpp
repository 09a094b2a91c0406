// Buffer plans as text.
#include "passes/planner/Csv.h"

#include <gtest/gtest.h>
#include <sstream>

using namespace npu::planner;

namespace {

std::vector<std::string> read(const std::string &text, Problem &problem) {
  std::istringstream in(text);
  return readCsv(in, problem);
}

// `upper` is one past the last command.
TEST(PlannerCsv, ReadsRows) {
  Problem problem;
  EXPECT_TRUE(read("id,lower,upper,size\r\nb1,0,3,4\nb2,3,9,8\n", problem).empty());
  ASSERT_EQ(problem.buffers.size(), 2u);
  EXPECT_EQ(problem.buffers[0].id, "b1");
  EXPECT_EQ(problem.buffers[0].last, 2);
  EXPECT_EQ(problem.buffers[1].first, 3);
  EXPECT_EQ(problem.buffers[1].bytes, 8);
  EXPECT_EQ(lowerBound(problem), 8);
}

TEST(PlannerCsv, WritesWhatItReads) {
  Problem problem, again;
  EXPECT_TRUE(read("size,id,lower,alignment,upper\n4,x,1,64,5\n", problem).empty());
  std::ostringstream out;
  writeCsv(out, problem);
  EXPECT_EQ(out.str(), "id,lower,upper,size,alignment\nx,1,5,4,64\n");
  EXPECT_TRUE(read(out.str(), again).empty());
  EXPECT_EQ(again.buffers[0].alignment, 64);
}

TEST(PlannerCsv, NamesEveryBadRow) {
  Problem problem;
  std::vector<std::string> wrong =
      read("id,lower,upper,size\na,0,x,4\nb,3,3,4\nc,1\nd,0,1,-4\ne,0,1,99999999999999999999\n", problem);
  ASSERT_EQ(wrong.size(), 5u);
  EXPECT_EQ(wrong[0], "line 2: 'x' is no upper");
  EXPECT_EQ(wrong[1], "line 3: upper 3 is not above lower 3");
  EXPECT_EQ(wrong[2], "line 4: has 2 fields, the header has 4");
  EXPECT_EQ(wrong[3], "line 5: '-4' is no size");
  EXPECT_EQ(wrong[4], "line 6: '99999999999999999999' is no size");
}

TEST(PlannerCsv, WantsItsColumns) {
  Problem problem;
  EXPECT_EQ(read("id,lower,size\n", problem),
            std::vector<std::string>{"line 1: no column 'upper', wants id,lower,upper,size"});
  EXPECT_EQ(read("", problem).size(), 4u);
}

} // namespace
