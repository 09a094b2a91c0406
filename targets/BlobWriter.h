// Builds a blob of format v1 in memory. It decides nothing: callers give every
// number, and equal calls give equal bytes.
#ifndef TARGETS_BLOBWRITER_H
#define TARGETS_BLOBWRITER_H

#include "runtime/format/blob.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace npu {

class BlobWriter {
public:
  /// Which command words the blob holds, the preset's name (at most 31 bytes) and the
  /// ISA's configuration struct, byte for byte (for rnpu: one rnpu_config).
  void setTarget(uint32_t isa, uint16_t isaMajor, uint16_t isaMinor, const std::string &name,
                 const void *config, size_t configBytes);
  /// At most NPU_BLOB_TOOL_BYTES bytes are kept.
  void setToolVersion(const std::string &version);
  /// Adds to the features that finish() derives (CPU steps, persistent state, dynamic extents).
  void requireFeatures(uint64_t features) { extraFeatures |= features; }
  /// UTF-8 JSON for tools; empty leaves the section out.
  void setMetadata(const std::string &json) { metadata = json; }

  /// Offset of the string in NPU_SECTION_STRINGS; equal strings share one. No NULs inside.
  uint32_t addString(const std::string &text);

  // Each add returns the index of the new entry, and the entries' own indices and
  // offsets are those that earlier adds returned.
  uint32_t addTensor(const npu_blob_tensor &tensor);
  uint32_t addStep(const npu_blob_step &step);
  uint32_t addProgram(const npu_blob_program &program);
  uint32_t addKernel(const npu_blob_kernel &kernel);
  uint32_t addOperand(const npu_blob_operand &operand);
  uint32_t addDebug(const std::string &nodes, const std::string &op);

  /// Byte offset in NPU_SECTION_COMMANDS; bytes is a multiple of 8.
  uint64_t addCommands(const void *data, size_t bytes);
  /// Byte offset in NPU_REGION_CONSTANTS, a multiple of alignment (a power of two).
  uint64_t addConstants(const void *data, size_t bytes, size_t alignment = NPU_BLOB_ALIGN);
  /// Byte offset in NPU_SECTION_ATTRIBUTES, a multiple of 8.
  uint64_t addAttributes(const void *data, size_t bytes);

  /// Appends commands as a segment step and returns the step's index.
  uint32_t addSegment(const std::string &name, const void *commands, size_t bytes, uint32_t count);

  /// The whole file, checksum set. May be called again after further adds.
  std::vector<uint8_t> finish() const;

private:
  struct Section;
  uint64_t requiredFeatures() const;
  std::vector<Section> sections() const;
  npu_blob_header header(size_t sectionCount, uint64_t fileBytes) const;

  uint32_t isa = 0;
  uint16_t isaMajor = 0, isaMinor = 0;
  uint64_t extraFeatures = 0;
  std::string toolVersion, targetName, metadata;
  std::vector<uint8_t> strings{0};
  std::map<std::string, uint32_t> stringOffsets{{"", 0}};
  std::vector<npu_blob_program> programs;
  std::vector<npu_blob_tensor> tensors;
  std::vector<npu_blob_step> steps;
  std::vector<npu_blob_kernel> kernels;
  std::vector<npu_blob_operand> operands;
  std::vector<npu_blob_debug> debug;
  std::vector<uint8_t> commands, constants, target, attributes;
};

/// A tensor with contiguous strides: dims are elements, elementBytes the size of one.
npu_blob_tensor contiguousTensor(uint32_t name, npu_type type, uint32_t elementBytes,
                                 const std::vector<uint64_t> &dims, uint32_t region,
                                 uint32_t alignment = 1);

/// Sets the checksum field of a finished file again, after an edit of its bytes.
void rewriteChecksum(std::vector<uint8_t> &file);

} // namespace npu

#endif
