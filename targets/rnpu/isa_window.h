/* One axis of a convolution or pooling window: which input positions a tile needs. */
#ifndef TARGETS_RNPU_ISA_WINDOW_H
#define TARGETS_RNPU_ISA_WINDOW_H

#include "targets/rnpu/isa.h"

typedef struct {
  int64_t extent;              /* full input extent, before upscaling */
  int64_t in_origin, in_size;  /* the input tile */
  int64_t out_origin, out_size; /* the output tile */
  int64_t kernel, stride, dilation, pad;
  uint32_t upscale; /* rnpu_upscale */
} rnpu_axis;

static inline rnpu_axis rnpu_row_axis(const rnpu_window *w, const rnpu_tile *in, const rnpu_tile *out,
                                      uint32_t upscale) {
  rnpu_axis a = {w->in_rows, w->in_y, in->rows, w->out_y, out->rows, w->kernel_h, w->stride_h, w->dilation_h,
                 w->pad_top, upscale};
  return a;
}

static inline rnpu_axis rnpu_column_axis(const rnpu_window *w, const rnpu_tile *in, const rnpu_tile *out,
                                         uint32_t upscale) {
  rnpu_axis a = {w->in_columns, w->in_x, in->columns, w->out_x, out->columns, w->kernel_w, w->stride_w,
                 w->dilation_w, w->pad_left, upscale};
  return a;
}

/* The extent the window moves over: 2n nearest, 2n-1 zero-insert. */
static inline int64_t rnpu_moved_extent(const rnpu_axis *a) {
  if (a->upscale == RNPU_UPSCALE_NONE)
    return a->extent;
  return 2 * a->extent - (a->upscale == RNPU_UPSCALE_ZERO);
}

/* Input tile position of output i (in the tile) and tap k; -1 when it contributes zero. */
static inline int64_t rnpu_tap(const rnpu_axis *a, int64_t i, int64_t k) {
  int64_t g = (a->out_origin + i) * a->stride + k * a->dilation - a->pad;
  if (g < 0 || g >= rnpu_moved_extent(a) || (a->upscale == RNPU_UPSCALE_ZERO && (g & 1)))
    return -1;
  return (a->upscale == RNPU_UPSCALE_NONE ? g : g >> 1) - a->in_origin;
}

static inline int64_t rnpu_floor_div(int64_t n, int64_t d) { return n / d - (n % d < 0); }

/* Smallest and largest tile position any tap of the output tile reads; 0 when none does.
 * Needs stride >= 1. O(kernel): the positions of one tap are an arithmetic sequence. */
static inline int rnpu_needed(const rnpu_axis *a, int64_t *lowest, int64_t *highest) {
  int any = 0;
  for (int64_t k = 0; k < a->kernel; ++k) {
    int64_t start = a->out_origin * a->stride + k * a->dilation - a->pad;
    int64_t first = start >= 0 ? 0 : -rnpu_floor_div(start, a->stride);
    int64_t last = rnpu_floor_div(rnpu_moved_extent(a) - 1 - start, a->stride);
    if (last > a->out_size - 1)
      last = a->out_size - 1;
    if (a->upscale == RNPU_UPSCALE_ZERO) {
      /* Only even positions hold a value; with an even stride all have one parity. */
      first += (start + first * a->stride) & 1;
      last -= first <= last && ((start + last * a->stride) & 1);
      if (first <= last && ((start + first * a->stride) & 1))
        continue;
    }
    if (first > last)
      continue;
    int64_t low = rnpu_tap(a, first, k), high = rnpu_tap(a, last, k);
    *lowest = !any || low < *lowest ? low : *lowest;
    *highest = !any || high > *highest ? high : *highest;
    any = 1;
  }
  return any;
}

#endif
