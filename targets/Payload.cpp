#include "targets/Payload.h"

namespace npu {

// One declaration and one entry per target, from the list in targets/CMakeLists.txt.
#define NPU_TARGET(name) const Payload &name##Payload();
#include "targets/Targets.inc"
#undef NPU_TARGET

const Payload *findPayload(uint32_t isa) {
#define NPU_TARGET(name) &name##Payload(),
  static const Payload *const table[] = {
#include "targets/Targets.inc"
  };
#undef NPU_TARGET
  for (const Payload *payload : table)
    if (payload->isa() == isa)
      return payload;
  return nullptr;
}

} // namespace npu
