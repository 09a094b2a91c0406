/* f32 products of matrices. The fast form holds a block of rows by a vector of columns; one lane of the sums after the other
 * walks its eighth of the inner axis, so that a block of running sums stays in registers. */
#include "runtime/kernels/conv.h"
#include "runtime/kernels/matmul.h"
#include "runtime/kernels/vector_lanes.h"

#include <math.h>

void npu_matmul_f32_reference(const npu_matmul *m, const float *a, const float *b, float *out) {
  const npu_matmul_strides s = npu_matmul_strides_of(m);
  for (int64_t n = 0; n < m->batch; ++n)
    for (int64_t y = 0; y < m->rows; ++y)
      for (int64_t x = 0; x < m->columns; ++x) {
        const float *row = a + n * m->a_batch_stride + y * s.a_row, *column = b + n * m->b_batch_stride + x * s.b_column;
        npu_lanes sum = {{0}};
        for (int64_t i = 0; i < m->inner; ++i)
          sum.lane[i % NPU_LANES] += row[i * s.a_inner] * column[i * s.b_inner];
        *out++ = npu_lanes_sum(&sum);
      }
}

#if defined(NPU_VECTOR_LANES)

#define ROWS 4
#define VECTORS 2 /* of columns */
#define WIDTH (VECTORS * NPU_LANES)

/* One pair of matrices. */
typedef struct {
  const npu_matmul *shape;
  npu_matmul_strides s;
  const float *a, *b, *b_end;
  float *out;
} product;

/* Which columns of a block exist. */
typedef struct {
  int64_t count;
  npu_mask exists[VECTORS];
} width;

NPU_INLINE npu_vector load(const product *p, const float *from, const width *w, int v, const int whole) {
  return whole ? npu_vector_load(from) : npu_vector_load_some(from, p->b_end, w->exists[v]);
}

/* sums[r][v] = lane `lane` of rows [y, y + rows) by columns [x, x + w->count). */
NPU_INLINE void add_lane(const product *p, int64_t y, int64_t x, const width *w, int64_t lane, const int rows,
                         const int whole, npu_vector sums[][VECTORS]) {
  const npu_matmul *m = p->shape;
  npu_vector running[ROWS][VECTORS];
  for (int r = 0; r < rows; ++r)
    for (int v = 0; v < VECTORS; ++v)
      running[r][v] = (npu_vector){0};
  for (int64_t i = lane; i < m->inner; i += NPU_LANES) {
    npu_vector b[VECTORS];
    for (int v = 0; v < VECTORS; ++v)
      b[v] = load(p, p->b + i * m->columns + x + v * NPU_LANES, w, v, whole);
    for (int r = 0; r < rows; ++r)
      for (int v = 0; v < VECTORS; ++v)
        running[r][v] += p->a[(y + r) * p->s.a_row + i * p->s.a_inner] * b[v];
  }
  for (int r = 0; r < rows; ++r)
    for (int v = 0; v < VECTORS; ++v)
      sums[r][v] = running[r][v];
}

NPU_INLINE void block(const product *p, int64_t y, int64_t x, const width *w, const int rows, const int whole) {
  npu_vector l[NPU_LANES][ROWS][VECTORS];
  for (int lane = 0; lane < NPU_LANES; ++lane)
    add_lane(p, y, x, w, lane, rows, whole, l[lane]);
  for (int r = 0; r < rows; ++r)
    for (int v = 0; v < VECTORS; ++v) {
      /* npu_lanes_sum, of eight outputs at once. */
      const npu_vector sum = ((l[0][r][v] + l[4][r][v]) + (l[2][r][v] + l[6][r][v])) +
                             ((l[1][r][v] + l[5][r][v]) + (l[3][r][v] + l[7][r][v]));
      for (int64_t i = 0; i < NPU_LANES && v * NPU_LANES + i < w->count; ++i)
        p->out[(y + r) * p->shape->columns + x + v * NPU_LANES + i] = sum[i];
    }
}

NPU_INLINE void columns_of(const product *p, int64_t x, const int whole) {
  width w = {.count = whole ? WIDTH : p->shape->columns - x};
  for (int v = 0; v < VECTORS; ++v)
    w.exists[v] = npu_first_lanes(w.count - v * NPU_LANES);
  int64_t y = 0;
  for (; y + ROWS <= p->shape->rows; y += ROWS)
    block(p, y, x, &w, ROWS, whole);
  for (; y < p->shape->rows; ++y)
    block(p, y, x, &w, 1, whole);
}

/* The columns of b lie one behind the other. */
NPU_INLINE void plain(const npu_matmul *m, const float *a, const float *b, float *out) {
  for (int64_t n = 0; n < m->batch; ++n) {
    const float *matrix = b + n * m->b_batch_stride;
    const product p = {m, npu_matmul_strides_of(m), a + n * m->a_batch_stride, matrix, matrix + m->inner * m->columns,
                       out + n * m->rows * m->columns};
    int64_t x = 0;
    for (; x + WIDTH <= m->columns; x += WIDTH)
      columns_of(&p, x, 1);
    if (x < m->columns)
      columns_of(&p, x, 0);
  }
}

/* A transposed b is the filter of a dense layer, whose sums have the same order. */
static void as_dense(const npu_matmul *m, const float *a, const float *b, float *out) {
  const npu_conv dense = npu_dense_as_conv(m->rows, m->inner, m->columns);
  for (int64_t n = 0; n < m->batch; ++n)
    npu_conv_f32(&dense, a + n * m->a_batch_stride, b + n * m->b_batch_stride, 0, -INFINITY, INFINITY,
                 out + n * m->rows * m->columns);
}

NPU_INLINE void all(const npu_matmul *m, const float *a, const float *b, float *out) {
  if (!m->b_transposed)
    plain(m, a, b, out);
  else if (!m->a_transposed)
    as_dense(m, a, b, out);
  else
    npu_matmul_f32_reference(m, a, b, out);
}

void npu_matmul_f32_baseline(const npu_matmul *m, const float *a, const float *b, float *out) { all(m, a, b, out); }

#else

void npu_matmul_f32_baseline(const npu_matmul *m, const float *a, const float *b, float *out) {
  npu_matmul_f32_reference(m, a, b, out);
}

#endif

#if defined(NPU_VECTOR_LANES) && defined(NPU_AVX2)
NPU_AVX2 static void all_avx2(const npu_matmul *m, const float *a, const float *b, float *out) { all(m, a, b, out); }

void npu_matmul_f32(const npu_matmul *m, const float *a, const float *b, float *out) {
  if (__builtin_cpu_supports("avx2"))
    all_avx2(m, a, b, out);
  else
    npu_matmul_f32_baseline(m, a, b, out);
}
#else
void npu_matmul_f32(const npu_matmul *m, const float *a, const float *b, float *out) {
  npu_matmul_f32_baseline(m, a, b, out);
}
#endif
