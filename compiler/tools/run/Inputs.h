// All inputs of a run: from files, or drawn from a seed.
#ifndef COMPILER_TOOLS_RUN_INPUTS_H
#define COMPILER_TOOLS_RUN_INPUTS_H

#include "compiler/tools/BlobFile.h"

#include <optional>

namespace npu {

struct RunInputs {
  uint64_t inferences = 1;
  /// Per input the samples of all inferences, one after the other, without gaps.
  std::vector<std::vector<uint8_t>> packed;
};

/// specs as given to --input; inputs without one are drawn from the seed if there is one.
/// On failure: nothing, and errors lists every offender.
std::optional<RunInputs> readInputs(const BlobFile &blob, const std::vector<std::string> &specs,
                                    std::optional<uint64_t> seed, std::vector<std::string> &errors);

} // namespace npu

#endif
