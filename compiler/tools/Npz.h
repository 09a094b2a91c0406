// NumPy's .npz files: zip archives of .npy arrays.
#ifndef COMPILER_TOOLS_NPZ_H
#define COMPILER_TOOLS_NPZ_H

#include "compiler/tools/Npy.h"

namespace npu {

/// The names of the arrays, without ".npy", in the order of the archive's directory. On failure nothing, and error names the
/// path and says why. Refused: archives beyond 4 GiB (zip64), and members that are no .npy files.
std::optional<std::vector<std::string>> readNpzNames(const std::string &path, std::string &error);

/// One array, stored or deflated, its checksum tested. On failure nothing, and error names the path, the array and says why.
std::optional<NpyArray> readNpzArray(const std::string &path, const std::string &name, std::string &error);

} // namespace npu

#endif
