// Properties of the passes after conversion, on random programs and machines.
#include "test/emit/Pipeline.h"
#include "test/emit/RandomProgram.h"
#include "test/mutation/MoveBuffers.h"

#include <gtest/gtest.h>

using namespace emit_test;
using Bytes = std::vector<uint8_t>;

namespace {

Bytes compile(const std::string &text, bool hoist) {
  Pipeline pipeline;
  EXPECT_TRUE(pipeline.parse(text)) << pipeline.diagnostics;
  EXPECT_TRUE(pipeline.module && pipeline.run(hoist)) << pipeline.diagnostics;
  Bytes blob = pipeline.emit();
  EXPECT_FALSE(blob.empty()) << pipeline.diagnostics;
  return blob;
}

const MachineSizes kTight[] = {{2048, 1, 1}, {2048, 1, 3}, {1536, 2, 1}, {2048, 2, 2}, {4096, 4, 2}, {2560, 3, 4}};

// Whatever the memory, the channels and the overlap: checked mode finds no race, and the results are those of the
// program as written, in memory that is never reused.
TEST(RandomPrograms, EveryMachineGivesTheSameResult) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    RandomProgram program(seed, 60);
    std::string error;
    mutation::Subject plain(compile(program.text({}), false), {}, error);
    ASSERT_EQ(error, "") << seed;
    const MachineSizes &sizes = kTight[seed % std::size(kTight)];
    mutation::Subject tight(compile(program.text(sizes), true), {}, error);
    ASSERT_EQ(error, "") << seed;
    EXPECT_EQ(tight.outputs(), plain.outputs()) << seed;
  }
}

// Every wait that is taken away is missed, or no legal order tells the difference.
TEST(RandomPrograms, NoWaitIsRemovedUnnoticed) {
  uint64_t total = 0, reported = 0;
  for (uint32_t seed = 100; seed < 112; ++seed) {
    std::string error;
    const MachineSizes &sizes = kTight[seed % std::size(kTight)];
    mutation::Subject subject(compile(RandomProgram(seed, 60).text(sizes), true), {}, error);
    ASSERT_EQ(error, "") << seed;
    mutation::Tally tally = subject.run(mutation::Kind::Wait);
    EXPECT_TRUE(tally.escaped.empty()) << seed << ": " << tally.text();
    EXPECT_EQ(tally.equivalent + tally.reported, tally.total) << seed << ": " << tally.text();
    total += tally.total;
    reported += tally.reported;
  }
  // Bytes are known exactly here, so hardly any wait is superfluous.
  EXPECT_GT(total, 200u);
  EXPECT_GE(reported * 100, total * 95) << reported << " of " << total;
}

// A buffer moved onto a live one is a race or another result, but for bytes that nobody uses.
TEST(RandomPrograms, NoBufferIsMovedUnnoticed) {
  mutation::Tally tally;
  for (uint32_t seed = 200; seed < 208; ++seed) {
    Pipeline pipeline;
    ASSERT_TRUE(pipeline.parse(RandomProgram(seed, 80).text(kTight[seed % std::size(kTight)])) && pipeline.run());
    std::string error;
    mutation::Subject subject(pipeline.emit(), {}, error);
    ASSERT_EQ(error, "") << seed;
    tally = mutation::moveBuffers(*pipeline.module, subject);
    EXPECT_TRUE(tally.escaped.empty()) << seed << ": " << tally.text();
    EXPECT_GT(tally.reported + tally.different + tally.refused, tally.total / 2) << seed << ": " << tally.text();
    EXPECT_GT(tally.total, 4u);
  }
}

} // namespace
