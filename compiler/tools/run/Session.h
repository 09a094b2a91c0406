// A blob on the simulator, with memory of its own.
#ifndef COMPILER_TOOLS_RUN_SESSION_H
#define COMPILER_TOOLS_RUN_SESSION_H

#include "compiler/tools/BlobFile.h"
#include "compiler/tools/run/Inputs.h"
#include "compiler/tools/run/Outputs.h"
#include "targets/Payload.h"

#include <cstdlib>
#include <memory>

namespace npu {

class Session {
public:
  /// False with an error: the blob's machine, its commands, or too little memory.
  bool start(const BlobFile &blob, SimulationOptions options, std::string &error);
  /// Runs every inference in order and stacks the outputs.
  bool run(const RunInputs &inputs, std::vector<RunOutput> &outputs, std::string &error);

private:
  struct FreeMemory {
    void operator()(uint8_t *memory) const { std::free(memory); }
  };
  bool runOne(const RunInputs &inputs, uint64_t sample, std::vector<RunOutput> &outputs, std::string &error);

  const BlobFile *blob = nullptr;
  std::vector<npu_tensor_attr> inputAttrs, outputAttrs;
  Payload::Device device{nullptr, nullptr};
  std::unique_ptr<uint8_t, FreeMemory> workspace;
  npu_request request = {};
};

} // namespace npu

#endif
