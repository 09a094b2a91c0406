/* The static check of command words: everything that can be known before a run. */
#ifndef TARGETS_RNPU_VERIFY_H
#define TARGETS_RNPU_VERIFY_H

#include "runtime/device.h"
#include "targets/rnpu/isa.h"

#ifdef __cplusplus
extern "C" {
#endif

/* NPU_ERROR_UNSUPPORTED when the configuration is not a machine of this ISA. */
npu_status rnpu_verify_config(const rnpu_config *config, npu_error *error);

/* Checks every command of a segment against the machine and the sizes of the regions.
 * Never reads outside the segment and never crashes, whatever the bytes. After NPU_OK the
 * segment can be run without further checks, except of what PRM and LUT records hold.
 * Errors: UNSUPPORTED (config), PROGRAM (command index, opcode, node, what is wrong). */
npu_status rnpu_verify(const rnpu_config *config, const npu_segment *segment, const npu_limits *limits,
                       npu_error *error);

#ifdef __cplusplus
}
#endif

#endif
