/* How a request divides its workspace: arena, persistent state, then a private copy
 * of each input and output, each NPU_BLOB_ALIGN aligned. */
#ifndef NPU_RUNTIME_WORKSPACE_H
#define NPU_RUNTIME_WORKSPACE_H

#include "runtime/npu.h"

/* Total bytes; nonzero return when they do not fit 64 bits. The program's tensor range was verified. */
int npu_workspace_sum(const npu_blob *blob, const npu_blob_program *program, uint64_t *bytes);

/* Bytes a part of `bytes` takes. npu_workspace_sum() has excluded overflow. */
static inline uint64_t npu_workspace_part(uint64_t bytes) {
  return (bytes + (NPU_BLOB_ALIGN - 1)) & ~(uint64_t)(NPU_BLOB_ALIGN - 1);
}

#endif
