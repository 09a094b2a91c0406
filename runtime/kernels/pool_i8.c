#include "runtime/kernels/pool.h"
#include "runtime/kernels/pool_taps.h"

typedef struct {
  const npu_pool *pool;
  const npu_pool_quant *quant;
  const int8_t *in;
  npu_taps rows, columns; /* of the output at hand */
  int64_t n, y, x;
} pooling;

static int8_t at(const pooling *p, int64_t r, int64_t s, int64_t c) {
  const npu_window *w = &p->pool->window;
  return p->in[npu_pool_pixel(p->pool, p->n, npu_axis_position(&w->rows, p->y, r),
                              npu_axis_position(&w->columns, p->x, s)) + c];
}

static int32_t maximum(const pooling *p, int64_t c) {
  int32_t most = INT32_MIN;
  for (int64_t r = p->rows.first; r < p->rows.last; ++r)
    for (int64_t s = p->columns.first; s < p->columns.last; ++s)
      most = at(p, r, s, c) > most ? at(p, r, s, c) : most;
  return most;
}

static int64_t sum(const pooling *p, int64_t c) {
  int64_t total = 0;
  for (int64_t r = p->rows.first; r < p->rows.last; ++r)
    for (int64_t s = p->columns.first; s < p->columns.last; ++s)
      total += at(p, r, s, c) - p->quant->in_zero;
  return total;
}

static void move_to(pooling *p, int64_t n, int64_t y, int64_t x) {
  p->n = n;
  p->y = y;
  p->x = x;
  p->rows = npu_taps_inside(&p->pool->window.rows, y);
  p->columns = npu_taps_inside(&p->pool->window.columns, x);
}

void npu_max_pool_i8(const npu_pool *pool, const npu_pool_quant *quant, const int8_t *in, int8_t *out) {
  pooling p = {.pool = pool, .quant = quant, .in = in};
  const npu_rescale by = {quant->mults[0].mult, quant->shift};
  for (int64_t n = 0; n < pool->window.batch; ++n)
    for (int64_t y = 0; y < pool->window.rows.out; ++y)
      for (int64_t x = 0; x < pool->window.columns.out; ++x) {
        move_to(&p, n, y, x);
        const int empty = p.rows.first == p.rows.last || p.columns.first == p.columns.last;
        for (int64_t c = 0; c < pool->channels; ++c)
          *out++ = (int8_t)(empty ? quant->low
                                  : npu_rescale_apply(maximum(&p, c) - quant->in_zero, by, quant->rounding,
                                                      quant->out_zero, quant->low, quant->high));
      }
}

/* The multiplier of a count; -1 if there is none. */
static int32_t mult_of(const npu_pool_quant *quant, int64_t count) {
  if (count == 0)
    return 0;
  for (int64_t i = 0; i < quant->mult_count; ++i)
    if (quant->mults[i].count == count)
      return quant->mults[i].mult;
  return -1;
}

static int average_pixel(const pooling *p, int8_t *out) {
  const npu_pool_quant *q = p->quant;
  const int pad = p->pool->count_include_pad;
  const int32_t mult = mult_of(q, npu_taps_counted(&p->pool->window.rows, p->y, pad) *
                                      npu_taps_counted(&p->pool->window.columns, p->x, pad));
  /* |x - in_zero| <= 255, so no sum is beyond this. */
  const int64_t most = 255 * (p->rows.last - p->rows.first) * (p->columns.last - p->columns.first);
  if (mult < 0 || (mult > 0 && most > (INT64_C(1) << 62) / mult))
    return 0;
  for (int64_t c = 0; c < p->pool->channels; ++c)
    out[c] = (int8_t)npu_clamp_i32(q->out_zero + npu_round(sum(p, c) * mult, q->shift, q->rounding), q->low, q->high);
  return 1;
}

int npu_average_pool_i8(const npu_pool *pool, const npu_pool_quant *quant, const int8_t *in, int8_t *out) {
  pooling p = {.pool = pool, .quant = quant, .in = in};
  for (int64_t n = 0; n < pool->window.batch; ++n)
    for (int64_t y = 0; y < pool->window.rows.out; ++y)
      for (int64_t x = 0; x < pool->window.columns.out; ++x, out += pool->channels) {
        move_to(&p, n, y, x);
        if (!average_pixel(&p, out))
          return 0;
      }
  return 1;
}
