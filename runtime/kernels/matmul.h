/* Products of two computed matrices, in batches: a [batch][rows][inner], b [batch][inner][columns],
 * out [batch][rows][columns]. A product with constant weights is npu_dense_as_conv. */
#ifndef NPU_RUNTIME_KERNELS_MATMUL_H
#define NPU_RUNTIME_KERNELS_MATMUL_H

#include <stdint.h>

#include "runtime/kernels/rescale.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  int64_t batch, rows, inner, columns;
  int64_t a_batch_stride, b_batch_stride; /* elements; 0 repeats one matrix for the whole batch */
  int a_transposed, b_transposed;         /* stored as a [batch][inner][rows], b [batch][columns][inner] */
} npu_matmul;

/* Elements from one to the next along each axis of both matrices. */
typedef struct {
  int64_t a_row, a_inner, b_inner, b_column;
} npu_matmul_strides;

static inline npu_matmul_strides npu_matmul_strides_of(const npu_matmul *m) {
  const npu_matmul_strides s = {m->a_transposed ? 1 : m->inner, m->a_transposed ? m->rows : 1,
                                m->b_transposed ? 1 : m->columns, m->b_transposed ? m->inner : 1};
  return s;
}

typedef struct {
  int32_t a_zero, b_zero, out_zero;
  npu_rescale by; /* a scale * b scale / output scale */
  npu_rounding rounding;
  int32_t low, high; /* within i8 */
} npu_matmul_quant;

/* clamp(out_zero + R(sum of (a - a_zero)(b - b_zero) * mult, shift), low, high): N3, N4.
 * Returns 0 if an accumulator leaves i32; the output is then incomplete. */
int npu_matmul_i8(const npu_matmul *shape, const npu_matmul_quant *quant, const int8_t *a, const int8_t *b,
                  int8_t *out);

/* Product i of the inner axis goes to lane i mod 8 (lanes.h). The scalar reference. */
void npu_matmul_f32_reference(const npu_matmul *shape, const float *a, const float *b, float *out);

/* The same bits, faster where the compiler has vectors. */
void npu_matmul_f32(const npu_matmul *shape, const float *a, const float *b, float *out);

/* The same without the instructions that the host is asked for at run time. */
void npu_matmul_f32_baseline(const npu_matmul *shape, const float *a, const float *b, float *out);

#ifdef __cplusplus
}
#endif

#endif
