#define _POSIX_C_SOURCE 200809L
#include "runtime/port/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

static const uint64_t empty[1];

static npu_status map_open_file(npu_file *file, int descriptor, const char *path, npu_error *error) {
  struct stat info;
  if (fstat(descriptor, &info))
    return npu_fail(error, NPU_ERROR_ARGUMENT, "cannot read '%s': %s", path, strerror(errno));
  if (!S_ISREG(info.st_mode))
    return npu_fail(error, NPU_ERROR_ARGUMENT, "cannot read '%s': not a regular file", path);
  file->bytes = empty;
  file->size = (uint64_t)info.st_size;
  if (!file->size)
    return NPU_OK; /* mmap refuses length 0 */
  void *bytes = mmap(0, (size_t)info.st_size, PROT_READ, MAP_PRIVATE, descriptor, 0);
  if (bytes == MAP_FAILED)
    return npu_fail(error, NPU_ERROR_ARGUMENT, "cannot map '%s': %s", path, strerror(errno));
  file->bytes = bytes;
  return NPU_OK;
}

npu_status npu_file_map(npu_file *file, const char *path, npu_error *error) {
  int descriptor = open(path, O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return npu_fail(error, NPU_ERROR_ARGUMENT, "cannot open '%s': %s", path, strerror(errno));
  npu_status status = map_open_file(file, descriptor, path, error);
  close(descriptor);
  return status;
}

void npu_file_unmap(npu_file *file) {
  if (file->size)
    munmap((void *)(uintptr_t)file->bytes, (size_t)file->size);
  file->bytes = 0;
  file->size = 0;
}
