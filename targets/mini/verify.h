/* What the restricted machine refuses of commands that the reference NPU takes. */
#ifndef TARGETS_MINI_VERIFY_H
#define TARGETS_MINI_VERIFY_H

#include "runtime/device.h"
#include "targets/rnpu/isa.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Of a segment that rnpu_verify has passed. Errors: UNSUPPORTED (config), PROGRAM (command index, opcode, what). */
npu_status mini_verify(const rnpu_config *config, const npu_segment *segment, npu_error *error);

#ifdef __cplusplus
}
#endif

#endif
