// A blob in memory on a simulated machine in checked mode.
#ifndef COMPILER_VERIFY_DEVICE_H
#define COMPILER_VERIFY_DEVICE_H

#include "runtime/npu.h"
#include "targets/Payload.h"

#include <cstdlib>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace npu {

class CheckedDevice {
public:
  /// `bytes` must outlive the device and be aligned to NPU_BLOB_ALIGN. What is wrong with the blob, or nothing.
  std::optional<std::string> open(const uint8_t *bytes, uint64_t size);
  /// Inputs and outputs hold their elements without gaps. What went wrong, or nothing.
  std::optional<std::string> run(const std::vector<std::vector<uint8_t>> &inputs, std::vector<std::vector<uint8_t>> &outputs);
  std::string outputName(uint32_t index) const;

private:
  struct FreeMemory {
    void operator()(uint8_t *memory) const { std::free(memory); }
  };
  npu_blob blob = {};
  Payload::Device device{nullptr, nullptr};
  std::unique_ptr<uint8_t, FreeMemory> workspace;
  npu_request request = {};
};

} // namespace npu

#endif
