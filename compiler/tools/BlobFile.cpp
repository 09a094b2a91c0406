#include "compiler/tools/BlobFile.h"

#include "runtime/tensor.h"

namespace npu {

BlobFile::~BlobFile() { npu_file_unmap(&file); }

bool BlobFile::open(const std::string &path, std::string &error) {
  npu_error failure;
  if (npu_file_map(&file, path.c_str(), &failure) != NPU_OK) {
    error = failure.text;
    return false;
  }
  if (npu_blob_open(&view, file.bytes, file.size, &failure) != NPU_OK) {
    error = "'" + path + "': " + failure.text;
    return false;
  }
  return true;
}

std::string BlobFile::nodes(uint32_t debugIndex) const {
  return debugIndex < view.debug_count ? string(view.debug[debugIndex].nodes) : "";
}

std::string BlobFile::nameNodes(const std::string &text) const {
  static const char word[] = "node ";
  std::string out;
  size_t from = 0;
  for (size_t at; (at = text.find(word, from)) != std::string::npos;) {
    size_t digits = at + sizeof word - 1, end = digits;
    uint64_t index = 0;
    for (; end < text.size() && text[end] >= '0' && text[end] <= '9' && end - digits < 10; ++end)
      index = index * 10 + uint64_t(text[end] - '0');
    out.append(text, from, end - from);
    std::string names = end > digits && index < view.debug_count ? nodes(uint32_t(index)) : "";
    if (!names.empty())
      out += " '" + names + "'";
    from = end;
  }
  return out.append(text, from, std::string::npos);
}

std::vector<npu_tensor_attr> BlobFile::inputs() const {
  std::vector<npu_tensor_attr> all(program().input_count);
  for (uint32_t i = 0; i < all.size(); ++i)
    npu_input_attr(&view, 0, i, &all[i]);
  return all;
}

std::vector<npu_tensor_attr> BlobFile::outputs() const {
  std::vector<npu_tensor_attr> all(program().output_count);
  for (uint32_t i = 0; i < all.size(); ++i)
    npu_output_attr(&view, 0, i, &all[i]);
  return all;
}

std::string describe(uint32_t type, const std::vector<uint64_t> &shape) {
  std::string text = std::string(npu_type_name(type)) + " [";
  for (size_t i = 0; i < shape.size(); ++i)
    text += (i ? "x" : "") + std::to_string(shape[i]);
  return text + "]";
}

std::string describe(const npu_tensor_attr &attr) { return describe(attr.type, shapeOf(attr)); }

std::vector<uint64_t> shapeOf(const npu_tensor_attr &attr) {
  return std::vector<uint64_t>(attr.dims, attr.dims + attr.rank);
}

const char *layoutName(uint32_t layout) {
  return layout == NPU_LAYOUT_NCHW ? "NCHW" : layout == NPU_LAYOUT_NHWC ? "NHWC" : "plain";
}

} // namespace npu
