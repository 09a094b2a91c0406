#include "test/mutation/Mutate.h"

#include "compiler/tools/run/Noise.h"
#include "runtime/tensor.h"

#include <cstring>

namespace mutation {

constexpr int interleavings = 3;

std::string Tally::text() const {
  auto number = [](const char *name, uint64_t n) { return ", " + std::to_string(n) + " " + name; };
  return std::to_string(total) + " mutants" + number("refused", refused) + number("reported", reported) +
         number("different", different) + number("equivalent", equivalent) + number("escaped", escaped.size());
}

Subject::Memory Subject::aligned(uint64_t bytes) {
  uint64_t padded = (bytes + 63) / 64 * 64;
  return Memory(static_cast<uint8_t *>(std::aligned_alloc(64, padded ? padded : 64)));
}

Subject::Device Subject::makeDevice(rnpu_sim_mode mode, uint64_t seed) const {
  rnpu_sim_options options = {};
  options.mode = mode;
  options.seed = seed;
  options.host_writes_memory = blob.programs[0].step_count > 1;
  return Device(rnpu_sim_create(static_cast<const rnpu_config *>(blob.target), options), rnpu_sim_destroy);
}

Subject::Subject(const Bytes &file, std::vector<Bytes> given, std::string &error) : inputs(std::move(given)) {
  bytes = aligned(file.size());
  std::memcpy(bytes.get(), file.data(), file.size());
  npu_error fault = {};
  if (npu_blob_open(&blob, bytes.get(), file.size(), &fault) != NPU_OK) {
    error = fault.text;
    return;
  }
  npu_workspace_bytes(&blob, 0, &workspaceBytes);
  workspace = aligned(workspaceBytes);
  npu_tensor_attr attr;
  for (uint32_t i = uint32_t(inputs.size()); npu_input_attr(&blob, 0, i, &attr) == NPU_OK; ++i)
    inputs.push_back(npu::noise(attr.type, attr.bytes / npu_type_bytes(attr.type), 1, i));
  devices.push_back(makeDevice(RNPU_SIM_CHECKED, 0));
  for (int seed = 1; seed <= interleavings; ++seed)
    devices.push_back(makeDevice(RNPU_SIM_FUNCTIONAL, uint64_t(seed)));
  Result intact = infer(devices[0].get());
  error = intact.text;
  expected = intact.outputs;
}

Subject::Result Subject::infer(npu_device *device) {
  Result result;
  npu_error error = {};
  npu_request request;
  // No mutant reads what another one left.
  std::memset(workspace.get(), 0xA5, workspaceBytes);
  result.status = npu_request_init(&request, &blob, 0, device, workspace.get(), workspaceBytes, &error);
  for (uint32_t i = 0; i < inputs.size() && result.status == NPU_OK; ++i)
    result.status = npu_set_input(&request, i, inputs[i].data(), inputs[i].size(), NPU_COPY, &error);
  if (result.status == NPU_OK)
    result.status = npu_infer(&request, &error);
  result.text = error.text;
  npu_tensor_attr attr;
  for (uint32_t i = 0; result.status == NPU_OK && npu_output_attr(&blob, 0, i, &attr) == NPU_OK; ++i) {
    result.outputs.emplace_back(attr.bytes);
    result.status = npu_get_output(&request, i, result.outputs.back().data(), attr.bytes, &error);
  }
  return result;
}

void Subject::judge(const std::string &what, Tally &tally) {
  ++tally.total;
  Result result = infer(devices[0].get());
  if (result.status == NPU_ERROR_PROGRAM) {
    ++tally.refused;
  } else if (result.status != NPU_OK) {
    ++tally.reported;
  } else if (result.outputs != expected) {
    ++tally.different;
  } else {
    for (int seed = 1; seed <= interleavings; ++seed)
      if (infer(devices[seed].get()).outputs != expected) {
        tally.escaped.push_back(what);
        return;
      }
    ++tally.equivalent;
    tally.equivalents.push_back(what);
  }
}

void Subject::visit(Kind kind,
                    const std::function<void(const Place &, uint64_t value, const std::string &what)> &visit) {
  const npu_blob_program &program = blob.programs[0];
  for (uint32_t s = program.first_step; s < program.first_step + program.step_count; ++s) {
    if (blob.steps[s].kind != NPU_STEP_SEGMENT)
      continue;
    auto *at = bytes.get() + (blob.commands - blob.bytes) + blob.steps[s].commands;
    for (uint32_t n = 0; n < blob.steps[s].command_count; ++n) {
      auto *command = reinterpret_cast<rnpu_command *>(at);
      std::string name = "command " + std::to_string(n) + " (" + rnpu_opcode_name(command->opcode) + ")";
      if (kind == Kind::Wait)
        for (rnpu_wait *wait : waits(command))
          visit({&wait->count, 4, "wait"}, 0, name + " without its wait for queue " + std::to_string(wait->queue));
      const uint64_t step = kind == Kind::Origin ? 1 : 16;
      for (const Place &place : kind == Kind::Origin    ? origins(command)
                                : kind == Kind::Address ? addresses(command)
                                                        : std::vector<Place>())
        for (uint64_t change : {step, uint64_t(0) - step})
          visit(place, read(place) + change, name + " " + place.name + (change == step ? " + " : " - ") +
                                                 std::to_string(step));
      at += command->bytes;
    }
  }
}

Tally Subject::run(Kind kind, uint64_t every) {
  Tally tally;
  uint64_t number = 0;
  visit(kind, [&](const Place &place, uint64_t value, const std::string &what) {
    if (number++ % every != 0)
      return;
    uint64_t intact = read(place);
    write(place, value);
    judge(what, tally);
    write(place, intact);
  });
  return tally;
}

void Subject::judgeCommands(const Bytes &mutant, const std::string &what, Tally &tally) {
  uint8_t *commands = bytes.get() + (blob.commands - blob.bytes);
  if (mutant.size() != blob.size) {
    ++tally.total;
    tally.escaped.push_back(what + ": another layout");
    return;
  }
  Bytes intact(commands, commands + blob.command_bytes);
  std::memcpy(commands, mutant.data() + (blob.commands - blob.bytes), intact.size());
  judge(what, tally);
  std::memcpy(commands, intact.data(), intact.size());
}

} // namespace mutation
