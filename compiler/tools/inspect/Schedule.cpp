#include "compiler/tools/inspect/Views.h"

#include "compiler/tools/inspect/Disassembly.h"
#include "targets/rnpu/isa_stream.h"

namespace npu::inspect {

namespace {

class Lister {
public:
  Lister(const BlobFile &file, std::string &error) : file(file), blob(file.blob()), error(error) {}

  void program(const npu_blob_program &entry) {
    name = file.string(entry.name);
    for (uint32_t i = 0; i < entry.step_count; ++i)
      step(blob.steps[entry.first_step + i]);
  }

  Json rows = Json::array();

private:
  void step(const npu_blob_step &entry) {
    if (entry.kind == NPU_STEP_CPU)
      return plain(entry, "CPU", std::string("kernel ") + file.string(blob.kernels[entry.kernel].name));
    if (blob.header->isa != NPU_ISA_RNPU)
      return plain(entry, "SEGMENT", std::to_string(entry.command_bytes) + " bytes of an unknown ISA");
    segment(entry);
  }

  /// A row for a whole step.
  void plain(const npu_blob_step &entry, const char *opcode, const std::string &operands) {
    row(entry, 0, "host", opcode, operands, Json::array(), "", "");
  }

  void segment(const npu_blob_step &entry) {
    const uint8_t *at = blob.commands + entry.commands;
    uint64_t left = entry.command_bytes;
    for (uint32_t i = 0; left > 0; ++i) {
      const auto *command = reinterpret_cast<const rnpu_command *>(at);
      if (!complete(*command, left)) {
        error = "step '" + std::string(file.string(entry.name)) + "': command " + std::to_string(i) + " is malformed";
        return;
      }
      add(entry, i, *command);
      at += command->bytes;
      left -= command->bytes;
    }
  }

  static bool complete(const rnpu_command &command, uint64_t left) {
    if (left < sizeof command || command.opcode >= RNPU_OPCODE_COUNT || command.bytes > left)
      return false;
    return command.bytes == sizeof command + rnpu_payload_bytes(command.opcode) + command.wait_count * sizeof(rnpu_wait);
  }

  void add(const npu_blob_step &entry, uint32_t index, const rnpu_command &command) {
    Json waits = Json::array();
    for (uint32_t i = 0; i < command.wait_count; ++i)
      waits.push_back({{"queue", queueName(rnpu_waits(&command)[i].queue)}, {"count", rnpu_waits(&command)[i].count}});
    bool known = command.opcode != RNPU_STOP && command.node < blob.debug_count;
    row(entry, index, command.opcode == RNPU_STOP ? "" : queueName(command.queue), rnpu_opcode_name(command.opcode),
        operandText(command), waits, known ? file.nodes(command.node) : "",
        known ? file.string(blob.debug[command.node].op) : "");
  }

  void row(const npu_blob_step &entry, uint32_t index, const std::string &queue, const std::string &opcode,
           const std::string &operands, const Json &waits, const std::string &nodes, const std::string &op) {
    rows.push_back({{"program", name},
                    {"step", file.string(entry.name)},
                    {"index", index},
                    {"queue", queue},
                    {"opcode", opcode},
                    {"operands", operands},
                    {"waits", waits},
                    {"nodes", nodes},
                    {"op", op}});
  }

  const BlobFile &file;
  const npu_blob &blob;
  std::string &error;
  std::string name;
};

} // namespace

Json schedule(const BlobFile &blob, std::string &error) {
  Lister lister(blob, error);
  for (uint32_t p = 0; p < blob.blob().program_count && error.empty(); ++p)
    lister.program(blob.blob().programs[p]);
  return std::move(lister.rows);
}

} // namespace npu::inspect
