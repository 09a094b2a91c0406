// What a target offers to tools that run or show blobs: the commands of one instruction set, without MLIR.
// One implementation per ISA, in targets/<t>/sim.
#ifndef TARGETS_PAYLOAD_H
#define TARGETS_PAYLOAD_H

#include "runtime/npu.h"

#include <memory>
#include <string>
#include <vector>

namespace npu {

struct SimulationOptions {
  /// True: program order, and a proof that every legal interleaving gives the same result. False: one legal
  /// interleaving, program order for seed 0, else drawn from the seed.
  bool checked = false;
  uint64_t seed = 0;
  /// The program has more than one step: an earlier one may have written the arena and the outputs.
  bool hostWritesMemory = false;
};

/// A command as text.
struct ListedCommand {
  struct Wait {
    std::string queue;
    uint32_t count;
  };
  std::string queue; ///< empty for a command that belongs to none
  std::string opcode, operands;
  std::vector<Wait> waits;
  uint32_t node; ///< index into the blob's debug table; UINT32_MAX for none
};

class Payload {
public:
  using Device = std::unique_ptr<npu_device, void (*)(npu_device *)>;

  virtual ~Payload() = default;
  /// NPU_ISA_* of blob headers, and its name.
  virtual uint32_t isa() const = 0;
  virtual const char *name() const = 0;
  /// A simulated machine as the blob's target section describes it; null with `error` when that is no machine of this
  /// ISA or memory is short.
  virtual Device simulate(const npu_blob &blob, const SimulationOptions &options, std::string &error) const = 0;
  /// The commands of a segment, up to the first malformed one, of which `error` speaks.
  virtual std::vector<ListedCommand> list(const uint8_t *commands, uint64_t bytes, std::string &error) const = 0;
};

/// Null for an ISA that no target of this build has.
const Payload *findPayload(uint32_t isa);

} // namespace npu

#endif
