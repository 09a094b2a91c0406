#include "runtime/kernels/resize.h"

/* Number of the first element of a pixel of the input. */
static int64_t pixel(const npu_resize *r, int64_t n, int64_t y, int64_t x) {
  return ((n * r->rows.in + y) * r->columns.in + x) * r->channels;
}

static void copy(const char *from, size_t bytes, char *to) {
  for (size_t i = 0; i < bytes; ++i)
    to[i] = from[i];
}

void npu_resize_nearest(const npu_resize *r, size_t bytes, const void *in, void *out) {
  const char *from = in;
  char *to = out;
  const size_t length = (size_t)r->channels * bytes;
  for (int64_t n = 0; n < r->batch; ++n)
    for (int64_t y = 0; y < r->rows.out; ++y)
      for (int64_t x = 0; x < r->columns.out; ++x, to += length)
        copy(from + (size_t)pixel(r, n, npu_resize_at(&r->rows, y).low, npu_resize_at(&r->columns, x).low) * bytes, length,
             to);
}

/* A sample alone is exact, and its neighbour's infinity no matter. */
static float between(float a, float b, npu_resize_point p, int64_t denominator) {
  if (p.high_weight == 0)
    return a;
  return a * ((float)p.low_weight / (float)denominator) + b * ((float)p.high_weight / (float)denominator);
}

void npu_resize_linear_f32(const npu_resize *r, const float *in, float *out) {
  for (int64_t n = 0; n < r->batch; ++n)
    for (int64_t y = 0; y < r->rows.out; ++y)
      for (int64_t x = 0; x < r->columns.out; ++x) {
        const npu_resize_point row = npu_resize_at(&r->rows, y), column = npu_resize_at(&r->columns, x);
        const float *low = in + pixel(r, n, row.low, 0), *high = in + pixel(r, n, row.high, 0);
        const int64_t a = column.low * r->channels, b = column.high * r->channels;
        for (int64_t c = 0; c < r->channels; ++c)
          *out++ = between(between(low[a + c], low[b + c], column, r->columns.denominator),
                           between(high[a + c], high[b + c], column, r->columns.denominator), row, r->rows.denominator);
      }
}

int npu_resize_choose(double ratio, uint32_t mult_bits, const npu_resize *r, npu_rescale *by, double *deviation) {
  const int64_t most = INT64_C(1) << 31;
  if (r->rows.denominator > most / r->columns.denominator)
    return 0;
  const int64_t weights = r->rows.denominator * r->columns.denominator;
  /* |x - in_zero| <= 255 and the weights sum to `weights`: below 2^8 * weights * 2^bits. */
  uint32_t bits = mult_bits;
  while (weights > INT64_C(1) << (62 - 8 - bits))
    --bits;
  return npu_rescale_choose(ratio / (double)weights, bits, by, deviation);
}

void npu_resize_linear_i8(const npu_resize *r, const npu_resize_quant *q, const int8_t *in, int8_t *out) {
  for (int64_t n = 0; n < r->batch; ++n)
    for (int64_t y = 0; y < r->rows.out; ++y)
      for (int64_t x = 0; x < r->columns.out; ++x) {
        const npu_resize_point row = npu_resize_at(&r->rows, y), column = npu_resize_at(&r->columns, x);
        const int8_t *low = in + pixel(r, n, row.low, 0), *high = in + pixel(r, n, row.high, 0);
        const int64_t a = column.low * r->channels, b = column.high * r->channels;
        for (int64_t c = 0; c < r->channels; ++c) {
          const int64_t sum = row.low_weight * (column.low_weight * (low[a + c] - q->in_zero) +
                                                column.high_weight * (low[b + c] - q->in_zero)) +
                              row.high_weight * (column.low_weight * (high[a + c] - q->in_zero) +
                                                 column.high_weight * (high[b + c] - q->in_zero));
          *out++ = (int8_t)npu_clamp_i32(q->out_zero + npu_round(sum * q->by.mult, q->by.shift, q->rounding), q->low,
                                         q->high);
        }
      }
}
