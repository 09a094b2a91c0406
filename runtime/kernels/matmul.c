#include "runtime/kernels/matmul.h"

static int64_t dot_i8(const npu_matmul_strides *s, const npu_matmul_quant *q, const int8_t *a, const int8_t *b,
                      int64_t inner) {
  int64_t sum = 0;
  for (int64_t i = 0; i < inner; ++i)
    sum += (a[i * s->a_inner] - q->a_zero) * (b[i * s->b_inner] - q->b_zero);
  return sum;
}

int npu_matmul_i8(const npu_matmul *m, const npu_matmul_quant *q, const int8_t *a, const int8_t *b, int8_t *out) {
  const npu_matmul_strides s = npu_matmul_strides_of(m);
  for (int64_t n = 0; n < m->batch; ++n)
    for (int64_t y = 0; y < m->rows; ++y)
      for (int64_t x = 0; x < m->columns; ++x) {
        const int64_t sum = dot_i8(&s, q, a + n * m->a_batch_stride + y * s.a_row,
                                   b + n * m->b_batch_stride + x * s.b_column, m->inner);
        if (sum < INT32_MIN || sum > INT32_MAX)
          return 0;
        *out++ = (int8_t)npu_rescale_apply((int32_t)sum, q->by, q->rounding, q->out_zero, q->low, q->high);
      }
  return 1;
}
