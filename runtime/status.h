/* Status codes and error texts of the runtime. */
#ifndef NPU_RUNTIME_STATUS_H
#define NPU_RUNTIME_STATUS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  NPU_OK = 0,
  NPU_ERROR_ARGUMENT = 1,   /* the caller's argument: null, index, size, alignment */
  NPU_ERROR_FORMAT = 2,     /* not a blob, truncated, bad checksum, inconsistent */
  NPU_ERROR_VERSION = 3,    /* made for another format, ISA or feature set */
  NPU_ERROR_PROGRAM = 4,    /* a command fails the static check */
  NPU_ERROR_MEMORY = 5,     /* the caller's memory is too small */
  NPU_ERROR_DEVICE = 6,     /* the device failed: a hazard in checked mode, a fault */
  NPU_ERROR_UNSUPPORTED = 7 /* a kernel or feature this build lacks */
} npu_status;

/* Text for a person; never parsed. Filled on failure, always NUL terminated. */
typedef struct {
  char text[256];
} npu_error;

const char *npu_status_name(npu_status status);

/* Formats "%s", "%u", "%d", "%llu", "%lld" and "%x" into error->text (error may be null); returns
 * status, so that `return npu_fail(e, NPU_ERROR_FORMAT, "...")` reads well. Freestanding. */
npu_status npu_fail(npu_error *error, npu_status status, const char *format, ...);

#ifdef __cplusplus
}
#endif

#endif
