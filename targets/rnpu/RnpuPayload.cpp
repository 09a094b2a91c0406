// The reference NPU behind the seam of tools: its simulator and its disassembly.
#include "targets/rnpu/RnpuPayload.h"

#include "targets/rnpu/Disassembly.h"
#include "targets/rnpu/isa_stream.h"
#include "targets/rnpu/verify.h"

namespace npu {

static bool complete(const rnpu_command &command, uint64_t left) {
  if (left < sizeof command || command.opcode >= RNPU_OPCODE_COUNT || command.bytes > left)
    return false;
  return command.bytes == sizeof command + rnpu_payload_bytes(command.opcode) + command.wait_count * sizeof(rnpu_wait);
}

static ListedCommand text(const rnpu_command &command) {
  bool stop = command.opcode == RNPU_STOP;
  ListedCommand listed{stop ? "" : rnpuQueueName(command.queue), rnpu_opcode_name(command.opcode),
                       rnpuOperands(command), {}, stop ? UINT32_MAX : command.node};
  for (uint32_t i = 0; i < command.wait_count; ++i)
    listed.waits.push_back({rnpuQueueName(rnpu_waits(&command)[i].queue), rnpu_waits(&command)[i].count});
  return listed;
}

Payload::Device RnpuPayload::simulate(const npu_blob &blob, const SimulationOptions &options,
                                      std::string &error) const {
  Device none(nullptr, rnpu_sim_destroy);
  std::string target = std::string("target '") + blob.header->target_name + "'";
  if (blob.target_bytes != sizeof(rnpu_config)) {
    error = target + ": its description has " + std::to_string(blob.target_bytes) + " bytes, wanted " +
            std::to_string(sizeof(rnpu_config));
    return none;
  }
  const auto *config = static_cast<const rnpu_config *>(blob.target);
  npu_error failure = {};
  if (rnpu_verify_config(config, &failure) != NPU_OK) {
    error = target + ": " + failure.text;
    return none;
  }
  rnpu_sim_options simulator = {};
  simulator.mode = options.checked ? RNPU_SIM_CHECKED : RNPU_SIM_FUNCTIONAL;
  simulator.seed = options.seed;
  simulator.host_writes_memory = options.hostWritesMemory;
  Device device(rnpu_sim_create_relative(config, simulator, relative), rnpu_sim_destroy);
  if (!device)
    error = "not enough memory to simulate " + target;
  return device;
}

std::vector<ListedCommand> RnpuPayload::list(const uint8_t *at, uint64_t left, std::string &error) const {
  std::vector<ListedCommand> listed;
  while (left > 0) {
    const auto *command = reinterpret_cast<const rnpu_command *>(at);
    if (!complete(*command, left)) {
      error = "command " + std::to_string(listed.size()) + " is malformed";
      return listed;
    }
    listed.push_back(text(*command));
    at += command->bytes;
    left -= command->bytes;
  }
  return listed;
}

const Payload &rnpuPayload() {
  static const RnpuPayload payload(NPU_ISA_RNPU, "rnpu", nullptr);
  return payload;
}

} // namespace npu
