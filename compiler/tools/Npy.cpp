#include "compiler/tools/Npy.h"

#include "runtime/port/file.h"
#include "runtime/tensor.h"

#include <cctype>
#include <cstring>

namespace npu {

static const struct {
  const char *descr;
  npu_type type;
} dtypes[] = {{"<f4", NPU_TYPE_F32}, {"<f2", NPU_TYPE_F16}, {"|i1", NPU_TYPE_I8},  {"|u1", NPU_TYPE_U8},
              {"<i2", NPU_TYPE_I16}, {"<i4", NPU_TYPE_I32}, {"<i8", NPU_TYPE_I64}, {"|b1", NPU_TYPE_BOOL},
              {"<f8", NPU_TYPE_F64}, {"<u2", NPU_TYPE_U16}, {"<u4", NPU_TYPE_U32}, {"<u8", NPU_TYPE_U64}};

namespace {

/// The header is a Python dict literal; this finds the values of its three keys.
class HeaderText {
public:
  explicit HeaderText(std::string header) : text(std::move(header)) {}

  /// The text after `'key':`, blanks skipped; empty when there is no such key.
  std::string after(const std::string &key) const {
    size_t at = text.find("'" + key + "'");
    if (at == std::string::npos || (at = text.find(':', at)) == std::string::npos)
      return "";
    at = text.find_first_not_of(' ', at + 1);
    return at == std::string::npos ? "" : text.substr(at);
  }

private:
  std::string text;
};

} // namespace

static bool parseDtype(const std::string &value, npu_type &type, std::string &error) {
  size_t end = value.size() > 1 && value[0] == '\'' ? value.find('\'', 1) : std::string::npos;
  std::string descr = end == std::string::npos ? value.substr(0, 24) : value.substr(1, end - 1);
  for (const auto &known : dtypes)
    if (descr == known.descr) {
      type = known.type;
      return true;
    }
  error = !descr.empty() && descr[0] == '>' ? "dtype '" + descr + "' is big-endian; save it little-endian"
                                            : "dtype '" + descr + "' is not supported; want a plain number or bool";
  return false;
}

static bool parseShape(const std::string &value, std::vector<uint64_t> &shape) {
  if (value.empty() || value[0] != '(')
    return false;
  for (size_t at = 1; at < value.size(); ++at) {
    if (value[at] == ')')
      return true;
    if (value[at] == ',' || value[at] == ' ')
      continue;
    uint64_t extent = 0;
    size_t first = at;
    for (; at < value.size() && std::isdigit(static_cast<unsigned char>(value[at])); ++at)
      if (__builtin_mul_overflow(extent, 10, &extent) || __builtin_add_overflow(extent, value[at] - '0', &extent))
        return false;
    if (at == first)
      return false;
    shape.push_back(extent);
    --at;
  }
  return false;
}

static bool parseHeader(const std::string &text, NpyArray &array, std::string &error) {
  HeaderText header(text);
  if (!parseDtype(header.after("descr"), array.type, error))
    return false;
  std::string order = header.after("fortran_order");
  if (order.compare(0, 4, "True") == 0) {
    error = "Fortran order; save it in C order (numpy.ascontiguousarray)";
    return false;
  }
  if (order.compare(0, 5, "False") != 0 || !parseShape(header.after("shape"), array.shape)) {
    error = "malformed .npy header";
    return false;
  }
  return true;
}

/// Where the header text starts and how long it is; false when the file is too short for it.
static bool findHeader(const uint8_t *bytes, size_t size, size_t &start, size_t &length) {
  start = bytes[6] == 1 ? 10 : 12;
  if (size < start)
    return false;
  length = bytes[8] | bytes[9] << 8;
  if (bytes[6] > 1)
    length |= size_t(bytes[10]) << 16 | size_t(bytes[11]) << 24;
  return length <= size - start;
}

std::optional<NpyArray> decodeNpy(const uint8_t *bytes, size_t size, std::string &error) {
  if (size < 8 || std::memcmp(bytes, "\x93NUMPY", 6) != 0) {
    error = "not a .npy file";
    return std::nullopt;
  }
  if (bytes[6] < 1 || bytes[6] > 3) {
    error = ".npy format version " + std::to_string(bytes[6]) + "; want 1 to 3";
    return std::nullopt;
  }
  size_t start, length;
  if (!findHeader(bytes, size, start, length)) {
    error = "truncated .npy header";
    return std::nullopt;
  }
  NpyArray array;
  if (!parseHeader(std::string(reinterpret_cast<const char *>(bytes) + start, length), array, error))
    return std::nullopt;
  uint64_t wanted = npu_tensor_packed_bytes(array.type, uint32_t(array.shape.size()), array.shape.data());
  size_t have = size - start - length;
  if (wanted != have) {
    error = std::string(have < wanted ? "truncated" : "trailing bytes") + ": " + std::to_string(have) +
            " bytes of data, its header says " + std::to_string(wanted);
    return std::nullopt;
  }
  array.data.assign(bytes + start + length, bytes + size);
  return array;
}

std::optional<NpyArray> readNpy(const std::string &path, std::string &error) {
  npu_file file;
  npu_error failure;
  if (npu_file_map(&file, path.c_str(), &failure) != NPU_OK) {
    error = failure.text;
    return std::nullopt;
  }
  std::string why;
  std::optional<NpyArray> array = decodeNpy(static_cast<const uint8_t *>(file.bytes), file.size, why);
  npu_file_unmap(&file);
  if (!array)
    error = "'" + path + "': " + why;
  return array;
}

static const char *descrOf(npu_type type) {
  for (const auto &known : dtypes)
    if (known.type == type)
      return known.descr;
  return "|V1";
}

std::vector<uint8_t> encodeNpy(const NpyArray &array) {
  std::string header = std::string("{'descr': '") + descrOf(array.type) + "', 'fortran_order': False, 'shape': (";
  for (size_t i = 0; i < array.shape.size(); ++i)
    header += std::to_string(array.shape[i]) + (i + 1 < array.shape.size() ? ", " : "");
  header += array.shape.size() == 1 ? ",), }" : "), }";
  const size_t prefix = 10;
  header.append(63 - (prefix + header.size()) % 64, ' ');
  header += '\n';
  std::vector<uint8_t> file = {0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0, uint8_t(header.size()), uint8_t(header.size() >> 8)};
  file.insert(file.end(), header.begin(), header.end());
  file.insert(file.end(), array.data.begin(), array.data.end());
  return file;
}

} // namespace npu
