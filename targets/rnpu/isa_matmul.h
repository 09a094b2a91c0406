/* The extents of a product, whatever lies transposed. */
#ifndef TARGETS_RNPU_ISA_MATMUL_H
#define TARGETS_RNPU_ISA_MATMUL_H

#include "targets/rnpu/isa.h"

/* Columns of a's matrices as they multiply, and rows of b's: the same in a legal command. */
static inline uint32_t rnpu_matmul_inner(const rnpu_matmul *m) { return m->transpose_a ? m->a.columns : m->a.channels; }
static inline uint32_t rnpu_matmul_inner_b(const rnpu_matmul *m) { return m->transpose_b ? m->b.channels : m->b.columns; }

/* Rows of a's matrices as they multiply, and columns of b's: columns and channels of the output tile. */
static inline uint32_t rnpu_matmul_rows(const rnpu_matmul *m) { return m->transpose_a ? m->a.channels : m->a.columns; }
static inline uint32_t rnpu_matmul_columns(const rnpu_matmul *m) { return m->transpose_b ? m->b.columns : m->b.channels; }

/* The largest |x - zero| of an i8 x. */
static inline int64_t rnpu_matmul_reach(const rnpu_tile *t) {
  const int64_t up = INT64_C(127) - t->zero_point, down = (int64_t)t->zero_point + 128;
  return up > down ? up : down;
}

#endif
