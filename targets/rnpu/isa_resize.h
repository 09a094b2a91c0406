/* Positions of one axis of a resize. */
#ifndef TARGETS_RNPU_ISA_RESIZE_H
#define TARGETS_RNPU_ISA_RESIZE_H

#include "targets/rnpu/isa.h"

/* The samples of one output, as positions in the input tile, and their weights. */
typedef struct {
  int64_t low, high; /* the same when high_weight is 0 */
  int64_t low_weight, high_weight;
} rnpu_samples;

/* Of output i of the tile. Exact for the fields that isa.h allows. */
static inline rnpu_samples rnpu_samples_of(const rnpu_resize_axis *a, uint32_t i) {
  const int64_t denominator = a->denominator, last = ((int64_t)a->in_extent - 1) * denominator;
  int64_t position = ((int64_t)a->out_origin + i) * a->step + a->offset;
  position = position < 0 ? 0 : position > last ? last : position;
  const int64_t low = position / denominator - a->in_origin, rest = position % denominator;
  rnpu_samples samples = {low, low + (rest > 0), denominator - rest, rest};
  return samples;
}

/* First and last tile position that `out_size` >= 1 outputs read: positions never fall. */
static inline void rnpu_resize_needed(const rnpu_resize_axis *a, uint32_t kind, uint32_t out_size, int64_t *low,
                                      int64_t *high) {
  const rnpu_samples last = rnpu_samples_of(a, out_size - 1);
  *low = rnpu_samples_of(a, 0).low;
  *high = kind == RNPU_RESIZE_NEAREST ? last.low : last.high;
}

#endif
