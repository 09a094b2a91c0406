// A valid blob for the fake device: x (u8, 2x3) -> y = x + 2·constants, y[0] += runs so far.
#ifndef TEST_RUNTIME_SMALLBLOB_H
#define TEST_RUNTIME_SMALLBLOB_H

#include "targets/BlobWriter.h"
#include "test/runtime/FakeDevice.h"

#include <cstdlib>
#include <cstring>
#include <memory>

namespace small {

inline const uint8_t constants[4] = {1, 2, 3, 4};

/// What y[i] is on the run counted from 1.
inline uint8_t expected(uint8_t x, unsigned i, unsigned run) {
  return uint8_t(x + 2 * constants[i % 4] + (i == 0 ? run : 0));
}

inline npu::BlobWriter writer() {
  npu::BlobWriter blob;
  const uint64_t config = 7;
  blob.setTarget(NPU_ISA_RNPU, 1, 0, "fake-1", &config, sizeof config);
  blob.setToolVersion("test 1.0");
  blob.addConstants(constants, sizeof constants);
  npu_blob_program program = {};
  program.name = blob.addString("main");
  program.input_count = program.output_count = 1;
  program.first_tensor =
      blob.addTensor(npu::contiguousTensor(blob.addString("x"), NPU_TYPE_U8, 1, {2, 3}, NPU_REGION_INPUT_0, 4));
  blob.addTensor(npu::contiguousTensor(blob.addString("y"), NPU_TYPE_U8, 1, {2, 3}, NPU_REGION_OUTPUT_0, 4));
  fake::Command first[] = {{fake::AddConstants, NPU_REGION_INPUT_0, NPU_REGION_ARENA, 6}};
  fake::Command second[] = {{fake::AddConstants, NPU_REGION_ARENA, NPU_REGION_OUTPUT_0, 6},
                            {fake::CountRuns, 0, NPU_REGION_OUTPUT_0, 1}};
  program.first_step = blob.addSegment("first", first, sizeof first, 1);
  blob.addSegment("second", second, sizeof second, 2);
  program.step_count = 2;
  program.arena_bytes = 6;
  program.persistent_bytes = 3;
  blob.addProgram(program);
  blob.addDebug("/head/Conv;/head/Relu", "nn.conv");
  blob.setMetadata("{\"model\": \"small\"}");
  return blob;
}

/// Bytes at an exact end (so that a sanitizer sees any read past it), 64-byte aligned.
class Aligned {
public:
  explicit Aligned(size_t bytes) : size(bytes), memory(nullptr) {
    if (posix_memalign(&memory, NPU_BLOB_ALIGN, bytes ? bytes : 1))
      std::abort();
    std::memset(memory, 0xA5, bytes ? bytes : 1);
  }
  Aligned(const std::vector<uint8_t> &from) : Aligned(from.size()) {
    if (!from.empty())
      std::memcpy(memory, from.data(), from.size());
  }
  Aligned(const Aligned &) = delete;
  ~Aligned() { std::free(memory); }
  uint8_t *data() const { return static_cast<uint8_t *>(memory); }
  const size_t size;

private:
  void *memory;
};

} // namespace small

#endif
