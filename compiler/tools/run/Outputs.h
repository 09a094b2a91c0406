// The files of --output-dir.
#ifndef COMPILER_TOOLS_RUN_OUTPUTS_H
#define COMPILER_TOOLS_RUN_OUTPUTS_H

#include "compiler/tools/Npy.h"

#include <string>
#include <vector>

namespace npu {

struct RunOutput {
  std::string name; ///< as in the model
  NpyArray array;   ///< of all inferences, stacked along the first axis
};

/// "<index>_<name>.npy", every byte of the name outside [A-Za-z0-9._-] as '_'.
std::string outputFileName(size_t index, const std::string &name);

/// Writes each output and outputs.json (index, file, exact name, type, shape) into the folder, which is
/// made if absent. All are complete or none appears: written aside, then renamed. False with an error.
bool writeOutputs(const std::string &folder, const std::vector<RunOutput> &outputs, std::string &error);

} // namespace npu

#endif
