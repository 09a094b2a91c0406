/* The eight lanes of a sum (lanes.h) as one vector, in the vector extension of GCC and Clang. A compiler splits it into
 * what the host has; each lane is the same sequence of products and sums, so the bits do not depend on it. */
#ifndef NPU_RUNTIME_KERNELS_VECTOR_LANES_H
#define NPU_RUNTIME_KERNELS_VECTOR_LANES_H

#include <stdint.h>

#include "runtime/kernels/isa.h"
#include "runtime/kernels/lanes.h"

#if defined(__GNUC__)
#define NPU_VECTOR_LANES 1
typedef float npu_vector __attribute__((vector_size(4 * NPU_LANES)));
typedef int32_t npu_mask __attribute__((vector_size(4 * NPU_LANES)));

NPU_INLINE npu_vector npu_vector_load(const float *p) {
  npu_vector v;
  __builtin_memcpy(&v, p, sizeof v);
  return v;
}

/* All ones in the first `count` lanes. */
NPU_INLINE npu_mask npu_first_lanes(int64_t count) {
  npu_mask mask;
  for (int l = 0; l < NPU_LANES; ++l)
    mask[l] = l < count ? -1 : 0;
  return mask;
}

/* The lanes of `mask` from p, 0 in the others; reads nothing at or beyond `end`. */
NPU_INLINE npu_vector npu_vector_load_some(const float *p, const float *end, npu_mask mask) {
  if (end - p >= NPU_LANES)
    return (npu_vector)((npu_mask)npu_vector_load(p) & mask);
  npu_vector v = {0};
  for (int l = 0; l < NPU_LANES && mask[l]; ++l)
    v[l] = p[l];
  return v;
}

NPU_INLINE float npu_vector_sum(npu_vector v) {
  npu_lanes lanes;
  __builtin_memcpy(&lanes, &v, sizeof v);
  return npu_lanes_sum(&lanes);
}

#endif

#endif
