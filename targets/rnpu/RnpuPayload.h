// The simulator and the disassembly of the reference NPU and its relatives, behind the seam of tools.
#ifndef TARGETS_RNPU_RNPUPAYLOAD_H
#define TARGETS_RNPU_RNPUPAYLOAD_H

#include "targets/Payload.h"
#include "targets/rnpu/sim/sim.h"

namespace npu {

class RnpuPayload final : public Payload {
public:
  /// `relative` outlives the payload; null for the reference NPU itself.
  RnpuPayload(uint32_t isa, const char *name, const rnpu_relative *relative)
      : isaId(isa), isaName(name), relative(relative) {}

  uint32_t isa() const override { return isaId; }
  const char *name() const override { return isaName; }
  Device simulate(const npu_blob &blob, const SimulationOptions &options, std::string &error) const override;
  std::vector<ListedCommand> list(const uint8_t *commands, uint64_t bytes, std::string &error) const override;

private:
  uint32_t isaId;
  const char *isaName;
  const rnpu_relative *relative;
};

} // namespace npu

#endif
