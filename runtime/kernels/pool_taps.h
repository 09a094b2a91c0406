/* What averages count, and where pools read. Internal to the pooling kernels. */
#ifndef NPU_RUNTIME_KERNELS_POOL_TAPS_H
#define NPU_RUNTIME_KERNELS_POOL_TAPS_H

#include "runtime/kernels/pool.h"

/* Positions along one axis that an average counts. */
static inline int64_t npu_taps_counted(const npu_axis *a, int64_t i, int include_pad) {
  const npu_taps taps = npu_taps_within(a, i, include_pad ? -a->pad_before : 0, a->in + (include_pad ? a->pad_after : 0));
  return taps.last - taps.first;
}

/* Offset of channel 0 of an input pixel. */
static inline int64_t npu_pool_pixel(const npu_pool *p, int64_t n, int64_t iy, int64_t ix) {
  return ((n * p->window.rows.in + iy) * p->window.columns.in + ix) * p->channels;
}

#endif
