// Files that appear whole or not at all.
#ifndef COMPILER_DRIVER_WHOLEFILE_H
#define COMPILER_DRIVER_WHOLEFILE_H

#include <string>
#include <string_view>

namespace npu {

/// Writes beside `path` and renames; nothing is left behind on failure. False with the error, which names the path.
bool writeWholeFile(const std::string &path, std::string_view bytes, std::string &error);

} // namespace npu

#endif
