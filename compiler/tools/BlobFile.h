// A blob from a file, verified, for tools.
#ifndef COMPILER_TOOLS_BLOBFILE_H
#define COMPILER_TOOLS_BLOBFILE_H

#include "runtime/npu.h"
#include "runtime/port/file.h"

#include <string>
#include <vector>

namespace npu {

class BlobFile {
public:
  BlobFile() = default;
  BlobFile(const BlobFile &) = delete;
  BlobFile &operator=(const BlobFile &) = delete;
  ~BlobFile();

  /// False with the error, which names the path; call once.
  bool open(const std::string &path, std::string &error);

  const npu_blob &blob() const { return view; }
  const npu_blob_program &program() const { return view.programs[0]; }
  const char *string(uint32_t offset) const { return npu_blob_string(&view, offset); }
  /// ONNX node names of a debug index, ';' between them; empty when stripped or unknown.
  std::string nodes(uint32_t debugIndex) const;
  /// Devices know nodes by index: writes the names behind each "node N" of a text.
  std::string nameNodes(const std::string &text) const;
  std::vector<npu_tensor_attr> inputs() const;
  std::vector<npu_tensor_attr> outputs() const;

private:
  npu_file file = {};
  npu_blob view = {};
};

/// "f32 [1x3x32x32]"
std::string describe(uint32_t type, const std::vector<uint64_t> &shape);
std::string describe(const npu_tensor_attr &attr);
std::vector<uint64_t> shapeOf(const npu_tensor_attr &attr);
/// "NCHW", "NHWC" or "plain"
const char *layoutName(uint32_t layout);

} // namespace npu

#endif
