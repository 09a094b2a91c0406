/* Files as read-only memory, on POSIX systems. */
#ifndef NPU_RUNTIME_PORT_FILE_H
#define NPU_RUNTIME_PORT_FILE_H

#include "runtime/status.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  const void *bytes; /* page aligned; never null, even of an empty file */
  uint64_t size;
} npu_file;

/* Maps a regular file. Error: ARGUMENT, naming the path and the reason. */
npu_status npu_file_map(npu_file *file, const char *path, npu_error *error);
void npu_file_unmap(npu_file *file);

#ifdef __cplusplus
}
#endif

#endif
