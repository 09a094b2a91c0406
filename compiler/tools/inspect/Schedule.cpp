#include "compiler/tools/inspect/Views.h"

#include "targets/Payload.h"

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
    const Payload *payload = findPayload(blob.header->isa);
    if (!payload)
      return plain(entry, "SEGMENT", std::to_string(entry.command_bytes) + " bytes of an unknown ISA");
    segment(entry, *payload);
  }

  /// A row for a whole step.
  void plain(const npu_blob_step &entry, const char *opcode, const std::string &operands) {
    row(entry, 0, "host", opcode, operands, Json::array(), "", "");
  }

  void segment(const npu_blob_step &entry, const Payload &payload) {
    std::string fault;
    std::vector<ListedCommand> commands = payload.list(blob.commands + entry.commands, entry.command_bytes, fault);
    for (uint32_t i = 0; i < commands.size(); ++i)
      add(entry, i, commands[i]);
    if (!fault.empty())
      error = "step '" + std::string(file.string(entry.name)) + "': " + fault;
  }

  void add(const npu_blob_step &entry, uint32_t index, const ListedCommand &command) {
    Json waits = Json::array();
    for (const ListedCommand::Wait &wait : command.waits)
      waits.push_back({{"queue", wait.queue}, {"count", wait.count}});
    bool known = command.node < blob.debug_count;
    row(entry, index, command.queue, command.opcode, command.operands, waits, known ? file.nodes(command.node) : "",
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
