#include "runtime/npu.h"
#include "test/runtime/SmallBlob.h"

#include <gtest/gtest.h>
#include <random>

namespace {

struct Counts {
  unsigned ran = 0, refused = 0, pastHeader = 0;
};

/// A few bytes become random, boundary or neighbouring values; returns the first offset changed.
size_t edit(std::vector<uint8_t> &file, std::mt19937 &random) {
  static const uint64_t edges[] = {0, 1, 7, 8, 63, 64, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, ~0ull, 1ull << 63, ~63ull};
  bool inHeader = random() % 4 == 0;
  size_t begin = inHeader ? 0 : sizeof(npu_blob_header), end = inHeader ? sizeof(npu_blob_header) : file.size();
  size_t at = begin + random() % (end - begin);
  size_t width = size_t(1) << random() % 4;
  if (at % width)
    at -= at % width;
  width = std::min(width, file.size() - at);
  uint64_t value;
  std::memcpy(&value, file.data() + at, width);
  switch (random() % 4) {
  case 0: value = edges[random() % std::size(edges)]; break;
  case 1: value ^= 1ull << random() % (8 * width); break;
  case 2: value += random() % 2 ? 1 : -1; break;
  default: value = (uint64_t(random()) << 32) | random();
  }
  std::memcpy(file.data() + at, &value, width);
  return at;
}

/// Runs what opens, with the memory it asks for if that is sane. False when something refused.
bool runAll(const npu_blob &blob, npu_error &error) {
  npu_device device = fake::device();
  for (uint32_t program = 0; program < blob.program_count; ++program) {
    uint64_t needed;
    if (npu_workspace_bytes(&blob, program, &needed) || needed > 1 << 20)
      return npu_fail(&error, NPU_ERROR_MEMORY, "too large for the test") == NPU_OK;
    small::Aligned workspace(needed);
    npu_request request;
    if (npu_request_init(&request, &blob, program, &device, workspace.data(), needed, &error))
      return false;
    npu_tensor_attr attr;
    for (uint32_t i = 0; npu_input_attr(&blob, program, i, &attr) == NPU_OK; ++i) {
      small::Aligned data(attr.bytes);
      EXPECT_EQ(npu_set_input(&request, i, data.data(), attr.bytes, NPU_COPY, &error), NPU_OK);
    }
    if (npu_infer(&request, &error))
      return false;
    for (uint32_t i = 0; npu_output_attr(&blob, program, i, &attr) == NPU_OK; ++i) {
      small::Aligned data(attr.bytes);
      EXPECT_EQ(npu_get_output(&request, i, data.data(), attr.bytes, &error), NPU_OK);
    }
  }
  return true;
}

void tryOne(std::vector<uint8_t> file, std::mt19937 &random, Counts &counts) {
  bool past = false;
  for (unsigned n = 1 + random() % 2; n > 0; --n)
    past |= edit(file, random) >= sizeof(npu_blob_header);
  counts.pastHeader += past;
  npu::rewriteChecksum(file);
  small::Aligned bytes(file);
  npu_blob blob;
  npu_error error = {};
  if (npu_blob_open(&blob, bytes.data(), bytes.size, &error) == NPU_OK && runAll(blob, error)) {
    ++counts.ran;
    return;
  }
  ++counts.refused;
  EXPECT_STRNE(error.text, "");
}

// 40,000 random edits with the checksum set right again: each runs or is refused with a reason.
// Buffers end where they should, so the `asan` preset sees every access past them.
TEST(Fuzz, EditedBlobsRunOrAreRefused) {
  const std::vector<uint8_t> valid = small::writer().finish();
  std::mt19937 random(20240607);
  Counts counts;
  for (unsigned i = 0; i < 40000; ++i)
    tryOne(valid, random, counts);
  EXPECT_GE(counts.pastHeader, 40000u * 3 / 10);
  EXPECT_GT(counts.refused, 4000u);
  EXPECT_GT(counts.ran, 4000u); // padding, names and constants may change freely
}

} // namespace
