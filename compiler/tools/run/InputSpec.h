// What one --input option says.
#ifndef COMPILER_TOOLS_RUN_INPUTSPEC_H
#define COMPILER_TOOLS_RUN_INPUTSPEC_H

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace npu {

struct InputSpec {
  std::string name; ///< empty: the only input
  std::string path;
  // Of raw files only; absent: the input's own.
  std::optional<std::vector<uint64_t>> shape, strides;
  std::optional<uint32_t> type;
};

/// Parses [NAME=]FILE[,shape=2x3][,strides=12x4][,type=f32]. Names may hold '=': the longest
/// of inputNames that fits wins. False with an error that says what was wanted.
bool parseInputSpec(const std::string &text, const std::vector<std::string> &inputNames, InputSpec &spec,
                    std::string &error);

} // namespace npu

#endif
