// The smallest device that still has something to verify: 16-byte commands that add
// constants to a region, or count runs in persistent state.
#ifndef TEST_RUNTIME_FAKEDEVICE_H
#define TEST_RUNTIME_FAKEDEVICE_H

#include "runtime/device.h"

#include <cstdint>
#include <vector>

namespace fake {

enum Opcode : uint32_t { AddConstants = 1, CountRuns = 2 };

/// AddConstants: to[i] = from[i] + constants[i % size], bytes of them.
/// CountRuns: ++persistent[0], then to[0] += persistent[0].
struct Command {
  uint32_t opcode, from, to, bytes;
};

inline npu_status verifyCommand(const Command &command, const npu_limits &limits, npu_error *error) {
  if (command.to >= NPU_REGION_COUNT || command.from >= NPU_REGION_COUNT)
    return npu_fail(error, NPU_ERROR_PROGRAM, "fake: unknown region");
  bool writable = command.to == NPU_REGION_ARENA || command.to >= NPU_REGION_OUTPUT_0;
  if (!writable || command.bytes == 0 || command.bytes > limits.region_bytes[command.to])
    return npu_fail(error, NPU_ERROR_PROGRAM, "fake: cannot write %u bytes of region %u", command.bytes, command.to);
  if (command.opcode == CountRuns)
    return limits.region_bytes[NPU_REGION_PERSISTENT] ? NPU_OK
                                                     : npu_fail(error, NPU_ERROR_PROGRAM, "fake: no state");
  if (command.opcode != AddConstants || !limits.region_bytes[NPU_REGION_CONSTANTS] ||
      command.bytes > limits.region_bytes[command.from])
    return npu_fail(error, NPU_ERROR_PROGRAM, "fake: bad command");
  return NPU_OK;
}

inline npu_status verify(npu_device *, const void *, uint64_t configBytes, const npu_segment *segment,
                         const npu_limits *limits, npu_error *error) {
  if (configBytes != 8 || segment->bytes != uint64_t(segment->count) * sizeof(Command))
    return npu_fail(error, NPU_ERROR_PROGRAM, "fake: configuration or command count");
  const auto *commands = reinterpret_cast<const Command *>(segment->commands);
  for (uint32_t i = 0; i < segment->count; ++i)
    if (npu_status status = verifyCommand(commands[i], *limits, error))
      return status;
  return NPU_OK;
}

inline npu_status run(npu_device *, const npu_segment *segment, const npu_region regions[NPU_REGION_COUNT],
                      npu_error *) {
  const auto *commands = reinterpret_cast<const Command *>(segment->commands);
  for (uint32_t n = 0; n < segment->count; ++n) {
    const Command &command = commands[n];
    uint8_t *to = regions[command.to].base;
    if (command.opcode == CountRuns) {
      to[0] = uint8_t(to[0] + ++regions[NPU_REGION_PERSISTENT].base[0]);
      continue;
    }
    const npu_region &constants = regions[NPU_REGION_CONSTANTS];
    for (uint32_t i = 0; i < command.bytes; ++i)
      to[i] = uint8_t(regions[command.from].base[i] + constants.base[i % constants.bytes]);
  }
  return NPU_OK;
}

inline npu_device device() { return {NPU_ISA_RNPU, 1, 0, verify, run}; }

} // namespace fake

#endif
