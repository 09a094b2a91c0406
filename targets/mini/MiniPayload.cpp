// The restricted machine behind the seam of tools: the reference NPU's simulator, and what it refuses besides.
#include "targets/mini/isa.h"
#include "targets/mini/verify.h"
#include "targets/rnpu/RnpuPayload.h"

namespace npu {

const Payload &miniPayload() {
  static const rnpu_relative relative = {NPU_ISA_MINI, MINI_MULT_BITS, mini_verify};
  static const RnpuPayload payload(NPU_ISA_MINI, "mini", &relative);
  return payload;
}

} // namespace npu
