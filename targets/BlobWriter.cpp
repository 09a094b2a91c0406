#include "targets/BlobWriter.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace npu {

// On purpose not the runtime's: a wrong checksum in either shows at once.
static uint32_t crc32(const std::vector<uint8_t> &file) {
  std::array<uint32_t, 256> table;
  for (uint32_t n = 0; n < 256; ++n) {
    uint32_t c = n;
    for (int bit = 0; bit < 8; ++bit)
      c = (c >> 1) ^ (c & 1 ? 0xEDB88320u : 0);
    table[n] = c;
  }
  uint32_t crc = ~0u;
  for (uint8_t byte : file)
    crc = (crc >> 8) ^ table[(crc ^ byte) & 0xFF];
  return ~crc;
}

static uint64_t alignUp(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

static uint64_t append(std::vector<uint8_t> &to, const void *data, size_t bytes, size_t alignment) {
  to.resize(alignUp(to.size(), alignment), 0);
  uint64_t offset = to.size();
  const auto *first = static_cast<const uint8_t *>(data);
  to.insert(to.end(), first, first + bytes);
  return offset;
}

template <typename T> static uint32_t appendEntry(std::vector<T> &to, const T &entry) {
  to.push_back(entry);
  return uint32_t(to.size() - 1);
}

void BlobWriter::setTarget(uint32_t isaId, uint16_t major, uint16_t minor, const std::string &name,
                           const void *config, size_t configBytes) {
  isa = isaId;
  isaMajor = major;
  isaMinor = minor;
  targetName = name;
  target.clear();
  append(target, config, configBytes, 1);
}

void BlobWriter::setToolVersion(const std::string &version) { toolVersion = version; }

uint32_t BlobWriter::addString(const std::string &text) {
  auto [at, isNew] = stringOffsets.try_emplace(text, uint32_t(strings.size()));
  if (isNew)
    append(strings, text.c_str(), text.size() + 1, 1);
  return at->second;
}

uint32_t BlobWriter::addTensor(const npu_blob_tensor &tensor) { return appendEntry(tensors, tensor); }
uint32_t BlobWriter::addStep(const npu_blob_step &step) { return appendEntry(steps, step); }
uint32_t BlobWriter::addProgram(const npu_blob_program &program) { return appendEntry(programs, program); }
uint32_t BlobWriter::addKernel(const npu_blob_kernel &kernel) { return appendEntry(kernels, kernel); }
uint32_t BlobWriter::addOperand(const npu_blob_operand &operand) { return appendEntry(operands, operand); }

uint32_t BlobWriter::addDebug(const std::string &nodes, const std::string &op) {
  uint32_t nodesOffset = addString(nodes);
  return appendEntry(debug, npu_blob_debug{nodesOffset, addString(op)});
}

uint64_t BlobWriter::addCommands(const void *data, size_t bytes) { return append(commands, data, bytes, 8); }
uint64_t BlobWriter::addConstants(const void *data, size_t bytes, size_t alignment) {
  return append(constants, data, bytes, alignment);
}
uint64_t BlobWriter::addAttributes(const void *data, size_t bytes) {
  return append(attributes, data, bytes, 8);
}

uint32_t BlobWriter::addSegment(const std::string &name, const void *data, size_t bytes, uint32_t count) {
  npu_blob_step step = {};
  step.kind = NPU_STEP_SEGMENT;
  step.name = addString(name);
  step.commands = addCommands(data, bytes);
  step.command_bytes = bytes;
  step.command_count = count;
  return addStep(step);
}

struct BlobWriter::Section {
  uint32_t kind;
  const void *data;
  uint64_t bytes;
};

uint64_t BlobWriter::requiredFeatures() const {
  uint64_t features = extraFeatures;
  for (const npu_blob_step &step : steps)
    features |= step.kind == NPU_STEP_CPU ? NPU_FEATURE_CPU_STEPS : 0;
  for (const npu_blob_program &program : programs)
    features |= program.persistent_bytes ? NPU_FEATURE_PERSISTENT : 0;
  for (const npu_blob_tensor &tensor : tensors)
    features |= tensor.dynamic ? NPU_FEATURE_DYNAMIC_EXTENT : 0;
  return features;
}

// Strippable sections come last, so that stripping keeps every other offset.
std::vector<BlobWriter::Section> BlobWriter::sections() const {
  auto table = [](uint32_t kind, const auto &entries) {
    return Section{kind, entries.data(), uint64_t(entries.size() * sizeof entries[0])};
  };
  std::vector<Section> all = {
      table(NPU_SECTION_STRINGS, strings),       table(NPU_SECTION_PROGRAMS, programs),
      table(NPU_SECTION_TENSORS, tensors),       table(NPU_SECTION_STEPS, steps),
      table(NPU_SECTION_TARGET, target),         table(NPU_SECTION_KERNELS, kernels),
      table(NPU_SECTION_OPERANDS, operands),     table(NPU_SECTION_ATTRIBUTES, attributes),
      table(NPU_SECTION_COMMANDS, commands),     table(NPU_SECTION_CONSTANTS, constants),
      table(NPU_SECTION_DEBUG, debug),           table(NPU_SECTION_METADATA, metadata)};
  all.erase(std::remove_if(all.begin(), all.end(), [](const Section &s) { return s.bytes == 0; }), all.end());
  return all;
}

npu_blob_header BlobWriter::header(size_t sectionCount, uint64_t fileBytes) const {
  npu_blob_header header = {};
  header.magic = NPU_BLOB_MAGIC;
  header.format_major = NPU_BLOB_FORMAT_MAJOR;
  header.format_minor = NPU_BLOB_FORMAT_MINOR;
  header.header_bytes = sizeof header;
  header.section_count = uint32_t(sectionCount);
  header.file_bytes = fileBytes;
  header.section_table = sizeof header;
  header.required_features = requiredFeatures();
  header.isa = isa;
  header.isa_major = isaMajor;
  header.isa_minor = isaMinor;
  std::memcpy(header.tool_version, toolVersion.data(), std::min<size_t>(toolVersion.size(), NPU_BLOB_TOOL_BYTES - 1));
  std::memcpy(header.target_name, targetName.data(), std::min<size_t>(targetName.size(), NPU_BLOB_TARGET_BYTES - 1));
  return header;
}

std::vector<uint8_t> BlobWriter::finish() const {
  std::vector<Section> all = sections();
  std::vector<npu_blob_section> table;
  uint64_t end = sizeof(npu_blob_header) + all.size() * sizeof(npu_blob_section);
  for (const Section &section : all) {
    uint64_t offset = alignUp(end, NPU_BLOB_ALIGN);
    table.push_back({section.kind, NPU_ENCODING_RAW, offset, section.bytes, section.bytes});
    end = offset + section.bytes;
  }
  std::vector<uint8_t> file(end, 0);
  npu_blob_header head = header(all.size(), end);
  std::memcpy(file.data(), &head, sizeof head);
  if (!table.empty())
    std::memcpy(file.data() + sizeof head, table.data(), table.size() * sizeof table[0]);
  for (size_t i = 0; i < all.size(); ++i)
    std::memcpy(file.data() + table[i].offset, all[i].data, all[i].bytes);
  rewriteChecksum(file);
  return file;
}

npu_blob_tensor contiguousTensor(uint32_t name, npu_type type, uint32_t elementBytes,
                                 const std::vector<uint64_t> &dims, uint32_t region, uint32_t alignment) {
  npu_blob_tensor tensor = {};
  tensor.name = name;
  tensor.type = uint8_t(type);
  tensor.rank = uint8_t(dims.size());
  tensor.bytes = elementBytes;
  for (size_t i = dims.size(); i-- > 0;) {
    tensor.dims[i] = dims[i];
    tensor.strides[i] = tensor.bytes;
    tensor.bytes *= dims[i];
  }
  tensor.region = region;
  tensor.alignment = alignment;
  return tensor;
}

void rewriteChecksum(std::vector<uint8_t> &file) {
  const size_t at = offsetof(npu_blob_header, checksum);
  std::memset(file.data() + at, 0, 4);
  uint32_t crc = crc32(file);
  std::memcpy(file.data() + at, &crc, 4);
}

} // namespace npu
