#include "compiler/tools/inspect/Views.h"

#include "targets/Payload.h"

#include <cstring>

namespace npu::inspect {

static const struct {
  uint64_t bit;
  const char *name;
} features[] = {{NPU_FEATURE_CPU_STEPS, "cpu-steps"},
                {NPU_FEATURE_PERSISTENT, "persistent-state"},
                {NPU_FEATURE_DYNAMIC_EXTENT, "dynamic-extent"},
                {NPU_FEATURE_UNCALIBRATED, "uncalibrated"}};

static const char *const sectionNames[] = {"?",       "strings", "programs",  "tensors",  "steps",
                                           "commands", "constants", "target", "kernels", "operands",
                                           "attributes", "debug", "metadata"};

static std::string version(unsigned major, unsigned minor) {
  return std::to_string(major) + "." + std::to_string(minor);
}

static std::string isaName(uint32_t isa) {
  const Payload *payload = findPayload(isa);
  return payload ? payload->name() : std::to_string(isa);
}

Json summary(const BlobFile &blob) {
  const npu_blob_header &header = *blob.blob().header;
  Json required = Json::array();
  for (const auto &feature : features)
    if (header.required_features & feature.bit)
      required.push_back(feature.name);
  return {{"format", version(header.format_major, header.format_minor)},
          {"isa", isaName(header.isa)},
          {"isa_version", version(header.isa_major, header.isa_minor)},
          {"tool", std::string(header.tool_version, strnlen(header.tool_version, NPU_BLOB_TOOL_BYTES))},
          {"target", header.target_name},
          {"required_features", required},
          {"blob_bytes", header.file_bytes},
          {"programs", blob.blob().program_count},
          {"steps", blob.blob().step_count},
          {"constant_bytes", blob.blob().constant_bytes},
          {"command_bytes", blob.blob().command_bytes}};
}

Json sections(const BlobFile &blob) {
  const npu_blob_header &header = *blob.blob().header;
  const auto *table = reinterpret_cast<const npu_blob_section *>(blob.blob().bytes + header.section_table);
  Json rows = Json::array();
  for (uint32_t i = 0; i < header.section_count; ++i) {
    const npu_blob_section &section = table[i];
    bool known = section.kind >= NPU_SECTION_STRINGS && section.kind <= NPU_SECTION_METADATA;
    rows.push_back({{"kind", known ? sectionNames[section.kind] : "unknown " + std::to_string(section.kind)},
                    {"encoding", "raw"},
                    {"offset", section.offset},
                    {"bytes", section.bytes}});
  }
  return rows;
}

} // namespace npu::inspect
