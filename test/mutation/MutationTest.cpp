// The mutation engine on a blob written by hand: what it must and must not notice.
#include "test/mutation/Mutate.h"
#include "test/tools/RnpuBlob.h"

#include <gtest/gtest.h>

namespace {

// Load, double, store: both waits are needed, no window has an origin, and each address matters.
TEST(Mutation, CountsWhatIsNoticed) {
  std::string error;
  mutation::Subject subject(rnpu_blob::writer().finish(), {}, error);
  ASSERT_EQ(error, "");
  mutation::Tally waits = subject.run(mutation::Kind::Wait);
  EXPECT_EQ(waits.total, 2u);
  EXPECT_EQ(waits.reported, 2u) << waits.text();
  EXPECT_EQ(subject.run(mutation::Kind::Origin).total, 0u);
  mutation::Tally addresses = subject.run(mutation::Kind::Address);
  EXPECT_EQ(addresses.total, 12u);
  EXPECT_EQ(addresses.equivalent, 0u) << addresses.text();
  EXPECT_EQ(addresses.refused + addresses.reported + addresses.different, 12u) << addresses.text();
}

// After every mutation the blob is intact again.
TEST(Mutation, LeavesTheBlobIntact) {
  std::string error;
  mutation::Subject subject(rnpu_blob::writer().finish(), {std::vector<uint8_t>(12, 5)}, error);
  ASSERT_EQ(error, "");
  EXPECT_EQ(subject.outputs().at(0), std::vector<uint8_t>(12, 10));
  EXPECT_EQ(subject.run(mutation::Kind::Address).text(), subject.run(mutation::Kind::Address).text());
}

TEST(Mutation, AnIntactBlobMustPass) {
  rnpu_blob::Variant variant;
  variant.missingWait = true;
  std::string error;
  mutation::Subject subject(rnpu_blob::writer(variant).finish(), {}, error);
  EXPECT_NE(error.find("race"), std::string::npos) << error;
}

} // namespace
