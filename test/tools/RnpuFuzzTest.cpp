// Random edits of a real blob, run on the simulator: it runs, or is refused with a reason.
#include "runtime/npu.h"
#include "test/tools/RnpuBlob.h"
#include "targets/rnpu/sim/sim.h"
#include "targets/rnpu/verify.h"

#include <cstdlib>
#include <gtest/gtest.h>
#include <random>

namespace {

constexpr uint64_t memoryLimit = 64 << 20;

struct Free {
  void operator()(void *memory) const { std::free(memory); }
};
using Memory = std::unique_ptr<uint8_t, Free>;

Memory aligned(uint64_t bytes) {
  uint64_t padded = (bytes + 63) / 64 * 64;
  return Memory(static_cast<uint8_t *>(std::aligned_alloc(64, padded ? padded : 64)));
}

npu_status infer(const npu_blob &blob, npu_device *device, npu_error &error) {
  uint64_t needed = 0;
  npu_workspace_bytes(&blob, 0, &needed);
  if (needed > memoryLimit)
    return npu_fail(&error, NPU_ERROR_MEMORY, "too large for this test");
  Memory workspace = aligned(needed);
  npu_request request;
  if (npu_status status = npu_request_init(&request, &blob, 0, device, workspace.get(), needed, &error))
    return status;
  npu_tensor_attr attr;
  for (uint32_t i = 0; npu_input_attr(&blob, 0, i, &attr) == NPU_OK; ++i) {
    std::vector<uint8_t> data(attr.bytes, 3);
    EXPECT_EQ(npu_set_input(&request, i, data.data(), attr.bytes, NPU_COPY, &error), NPU_OK);
  }
  return npu_infer(&request, &error);
}

npu_status runFile(const std::vector<uint8_t> &file, rnpu_sim_mode mode, npu_error &error) {
  Memory bytes = aligned(file.size());
  std::memcpy(bytes.get(), file.data(), file.size());
  npu_blob blob;
  if (npu_status status = npu_blob_open(&blob, bytes.get(), file.size(), &error))
    return status;
  if (blob.header->isa != NPU_ISA_RNPU || blob.target_bytes != sizeof(rnpu_config))
    return npu_fail(&error, NPU_ERROR_VERSION, "another machine");
  const auto *config = static_cast<const rnpu_config *>(blob.target);
  rnpu_sim_options options = {};
  options.mode = mode;
  npu_device *device = rnpu_sim_create(config, options);
  if (!device) {
    // Told apart from a lack of memory by the static check of the configuration.
    npu_status status = rnpu_verify_config(config, &error);
    return status ? status : npu_fail(&error, NPU_ERROR_MEMORY, "no memory for the machine");
  }
  npu_status status = infer(blob, device, error);
  rnpu_sim_destroy(device);
  return status;
}

/// Where edits do most: command words and tables, seldom the header.
size_t place(const std::vector<uint8_t> &file, std::mt19937 &random) {
  const size_t header = sizeof(npu_blob_header);
  return random() % 8 == 0 ? random() % header : header + random() % (file.size() - header);
}

void edit(std::vector<uint8_t> &file, std::mt19937 &random) {
  static const uint32_t edges[] = {0, 1, 15, 16, 64, 0x7FFFFFFF, 0x80000000, 0xFFFFFFFF, 0xFFFFFFF0};
  size_t at = place(file, random) & ~size_t(3);
  uint32_t value;
  std::memcpy(&value, file.data() + at, 4);
  switch (random() % 4) {
  case 0: value = edges[random() % std::size(edges)]; break;
  case 1: value ^= 1u << random() % 32; break;
  case 2: value += random() % 33 - 16; break;
  default: value = random();
  }
  std::memcpy(file.data() + at, &value, 4);
}

TEST(RnpuFuzz, ValidBlobRuns) {
  npu_error error = {};
  for (rnpu_sim_mode mode : {RNPU_SIM_FUNCTIONAL, RNPU_SIM_CHECKED})
    EXPECT_EQ(runFile(rnpu_blob::writer().finish(), mode, error), NPU_OK) << error.text;
}

// A machine too large to be one is refused before memory is asked for.
TEST(RnpuFuzz, AbsurdMachinesAreRefused) {
  npu::BlobWriter blob = rnpu_blob::writer();
  rnpu_config config = rnpu_blob::machine();
  config.wbuf_bytes = 0xFFFFFFF8u;
  blob.setTarget(NPU_ISA_RNPU, RNPU_ISA_MAJOR, RNPU_ISA_MINOR, "absurd", &config, sizeof config);
  npu_error error = {};
  EXPECT_EQ(runFile(blob.finish(), RNPU_SIM_FUNCTIONAL, error), NPU_ERROR_UNSUPPORTED);
  EXPECT_STREQ(error.text, "target: an on-chip memory is larger than 67108864 bytes");
}

// 20,000 edits on each device, the checksum set right again.
TEST(RnpuFuzz, EditedBlobsRunOrAreRefused) {
  const std::vector<uint8_t> valid = rnpu_blob::writer().finish();
  std::mt19937 random(77);
  unsigned ran = 0, refusedByProgram = 0;
  for (unsigned i = 0; i < 40000; ++i) {
    std::vector<uint8_t> file = valid;
    for (unsigned n = 1 + random() % 2; n > 0; --n)
      edit(file, random);
    npu::rewriteChecksum(file);
    npu_error error = {};
    npu_status status = runFile(file, i % 2 ? RNPU_SIM_CHECKED : RNPU_SIM_FUNCTIONAL, error);
    ran += status == NPU_OK;
    refusedByProgram += status == NPU_ERROR_PROGRAM;
    if (status != NPU_OK)
      ASSERT_STRNE(error.text, "") << i;
  }
  EXPECT_GT(ran, 2000u);
  EXPECT_GT(refusedByProgram, 2000u);
}

} // namespace
