#include "runtime/kernels/calls/call.h"

static int equal(const char *a, const char *b) {
  while (*a && *a == *b)
    ++a, ++b;
  return *a == *b;
}

const npu_kernel *npu_find_kernel(const npu_kernel *const *kernels, const char *name, uint32_t version) {
  for (; kernels && *kernels; ++kernels)
    if ((*kernels)->version == version && equal((*kernels)->name, name))
      return *kernels;
  return 0;
}
