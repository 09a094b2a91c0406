// From hand-written npu modules to blobs that compute what they say.
#include "test/emit/Pipeline.h"
#include "test/mutation/Mutate.h"

#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>

using emit_test::Pipeline;
using Bytes = std::vector<uint8_t>;

namespace {

const char *const kTwoTiles = EMIT_TEST_DIR "/two-tiles.mlir";

Bytes constant(mlir::ModuleOp module, llvm::StringRef label) {
  Bytes bytes;
  module.walk([&](npu::npu::ConstantOp op) {
    if (op.getLabel() == label) {
      auto data = llvm::cast<mlir::DenseElementsAttr>(op.getValue()).getRawData();
      bytes.assign(data.begin(), data.end());
    }
  });
  return bytes;
}

int8_t clampByte(int64_t value) { return int8_t(std::min<int64_t>(127, std::max<int64_t>(-128, value))); }

int64_t halfUp(int64_t value, int shift) { return (value + (INT64_C(1) << (shift - 1))) >> shift; }

/// The whole 8x8x4 -> 8x8x8 convolution of two-tiles.mlir by N3 and N4, then its addition by N9.
Bytes expected(const Bytes &x, const Bytes &weights, const Bytes &parameters) {
  Bytes y;
  for (int row = 0; row < 8; ++row)
    for (int column = 0; column < 8; ++column)
      for (int k = 0; k < 8; ++k) {
        int32_t bias, mult;
        std::memcpy(&bias, &parameters[10 * k], 4);
        std::memcpy(&mult, &parameters[10 * k + 4], 4);
        int64_t sum = bias;
        for (int r = 0; r < 3; ++r)
          for (int s = 0; s < 3; ++s)
            for (int c = 0; c < 4; ++c) {
              int h = row + r - 1, w = column + s - 1;
              if (h >= 0 && h < 8 && w >= 0 && w < 8)
                sum += (int8_t(x[(h * 8 + w) * 4 + c]) - 3) * int8_t(weights[((k * 3 + r) * 3 + s) * 4 + c]);
            }
        int64_t q = clampByte(-1 + halfUp(sum * mult, parameters[10 * k + 8]));
        y.push_back(uint8_t(clampByte(-1 + halfUp((q + 1) * 3, 1))));
      }
  return y;
}

Bytes ramp(size_t count) {
  Bytes bytes(count);
  for (size_t i = 0; i < count; ++i)
    bytes[i] = uint8_t(i * 37 + i / 11);
  return bytes;
}

// Hoisted or not, the blob passes checked mode and computes the sums of the definition.
TEST(Emit, ComputesTheDefinition) {
  for (bool hoist : {false, true}) {
    Pipeline pipeline;
    ASSERT_TRUE(pipeline.parseFile(kTwoTiles)) << pipeline.diagnostics;
    ASSERT_TRUE(pipeline.run(hoist)) << pipeline.diagnostics;
    Bytes blob = pipeline.emit();
    ASSERT_FALSE(blob.empty()) << pipeline.diagnostics;
    std::string error;
    mutation::Subject subject(blob, {ramp(256)}, error);
    ASSERT_EQ(error, "");
    EXPECT_EQ(subject.outputs().at(0), expected(ramp(256), constant(*pipeline.module, "weights"),
                                                constant(*pipeline.module, "parameters")));
  }
}

// No wait is superfluous, and nothing that is moved goes unnoticed.
TEST(Emit, EveryMutationIsNoticed) {
  Pipeline pipeline;
  ASSERT_TRUE(pipeline.parseFile(kTwoTiles) && pipeline.run()) << pipeline.diagnostics;
  std::string error;
  mutation::Subject subject(pipeline.emit(), {ramp(256)}, error);
  ASSERT_EQ(error, "");
  mutation::Tally waits = subject.run(mutation::Kind::Wait);
  EXPECT_GE(waits.total, 7u);
  EXPECT_EQ(waits.reported, waits.total) << waits.text();
  for (mutation::Kind kind : {mutation::Kind::Origin, mutation::Kind::Address}) {
    mutation::Tally tally = subject.run(kind);
    EXPECT_GE(tally.total, 16u);
    EXPECT_EQ(tally.equivalent + tally.escaped.size(), 0u) << tally.text();
  }
}

TEST(Emit, BordersNamesAndMetadataArrive) {
  Pipeline pipeline;
  ASSERT_TRUE(pipeline.parseFile(kTwoTiles) && pipeline.run()) << pipeline.diagnostics;
  Bytes file = pipeline.emit("{\"a\":1}");
  std::vector<uint64_t> aligned((file.size() + 7) / 8);
  std::memcpy(aligned.data(), file.data(), file.size());
  npu_blob blob;
  npu_error error = {};
  ASSERT_EQ(npu_blob_open(&blob, aligned.data(), file.size(), &error), NPU_OK) << error.text;
  EXPECT_STREQ(blob.header->target_name, "small");
  EXPECT_EQ(std::string(blob.metadata, blob.metadata_bytes), "{\"a\":1}");
  npu_tensor_attr y;
  ASSERT_EQ(npu_output_attr(&blob, 0, 0, &y), NPU_OK);
  EXPECT_STREQ(y.name, "y");
  EXPECT_EQ(y.layout, NPU_LAYOUT_NHWC);
  EXPECT_EQ(y.zero_point, -1);
  EXPECT_EQ(y.scale, 0.25f);
  EXPECT_EQ(blob.programs[0].arena_bytes, 512u);
  std::vector<std::pair<std::string, std::string>> debug;
  for (uint32_t i = 0; i < blob.debug_count; ++i)
    debug.emplace_back(npu_blob_string(&blob, blob.debug[i].nodes), npu_blob_string(&blob, blob.debug[i].op));
  std::vector<std::pair<std::string, std::string>> wanted = {{"/conv/Conv", "npu.dma load"},
                                                             {"/conv/Conv;/relu/Relu", "npu.conv"},
                                                             {"/conv/Conv", "npu.dma store"},
                                                             {"/add/Add", "npu.dma load"},
                                                             {"/add/Add", "npu.binary"},
                                                             {"/add/Add", "npu.dma store"}};
  EXPECT_EQ(debug, wanted);
}

TEST(Emit, EqualModulesGiveEqualBytes) {
  Bytes blobs[2];
  for (Bytes &blob : blobs) {
    Pipeline pipeline;
    ASSERT_TRUE(pipeline.parseFile(kTwoTiles) && pipeline.run()) << pipeline.diagnostics;
    blob = pipeline.emit();
  }
  EXPECT_EQ(blobs[0], blobs[1]);
}

// Not placed, or a number that its field cannot hold: a diagnostic, no blob.
TEST(Emit, RefusesWhatItCannotWrite) {
  Pipeline unplaced;
  ASSERT_TRUE(unplaced.parseFile(kTwoTiles));
  EXPECT_TRUE(unplaced.emit().empty());
  EXPECT_NE(unplaced.diagnostics.find("names a buffer without an offset"), std::string::npos) << unplaced.diagnostics;

  std::ifstream in(kTwoTiles);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  for (size_t at; (at = text.find("stride_h = 1")) != std::string::npos;)
    text.replace(at, 12, "stride_h = 70000");
  Pipeline wide;
  ASSERT_TRUE(wide.parse(text) && wide.run()) << wide.diagnostics;
  EXPECT_TRUE(wide.emit().empty());
  EXPECT_NE(wide.diagnostics.find("stride_h is 70000, the field holds 0..65535"), std::string::npos)
      << wide.diagnostics;
}

} // namespace
