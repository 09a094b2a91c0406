// NumPy's .npy files: C order, little-endian numbers.
#ifndef COMPILER_TOOLS_NPY_H
#define COMPILER_TOOLS_NPY_H

#include "runtime/format/blob.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace npu {

struct NpyArray {
  npu_type type = NPU_TYPE_F32;
  std::vector<uint64_t> shape;
  std::vector<uint8_t> data; ///< product of shape elements, C order
};

/// Reads format versions 1 to 3. On failure: nothing, and error says why (without the path).
/// Refused: other dtypes, big-endian numbers, Fortran order, missing or trailing bytes.
std::optional<NpyArray> decodeNpy(const uint8_t *bytes, size_t size, std::string &error);

/// decodeNpy() of a file; error names the path.
std::optional<NpyArray> readNpy(const std::string &path, std::string &error);

/// A file of format version 1, data 64-byte aligned, as numpy.save writes it.
std::vector<uint8_t> encodeNpy(const NpyArray &array);

} // namespace npu

#endif
