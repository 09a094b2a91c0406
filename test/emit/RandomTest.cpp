// Properties of the passes after conversion, on random programs and machines.
#include "test/emit/Pipeline.h"
#include "test/emit/RandomProgram.h"
#include "test/mutation/Mutate.h"

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

} // namespace
