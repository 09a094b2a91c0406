#include <math.h>

#include "runtime/kernels/pool.h"
#include "runtime/kernels/pool_taps.h"

typedef float (*fold)(float so_far, float value);

static float larger(float so_far, float value) { return value > so_far || value != value ? value : so_far; }
static float added(float so_far, float value) { return so_far + value; }

/* Folds the taps of channel c that are not padding, in row-major order. */
static float fold_taps(const npu_pool *p, const float *in, int64_t n, int64_t y, int64_t x, int64_t c, float start,
                       fold f) {
  const npu_axis *rows = &p->window.rows, *columns = &p->window.columns;
  const npu_taps high = npu_taps_inside(rows, y), wide = npu_taps_inside(columns, x);
  for (int64_t r = high.first; r < high.last; ++r)
    for (int64_t s = wide.first; s < wide.last; ++s)
      start = f(start, in[npu_pool_pixel(p, n, npu_axis_position(rows, y, r), npu_axis_position(columns, x, s)) + c]);
  return start;
}

void npu_max_pool_f32(const npu_pool *p, const float *in, float *out) {
  for (int64_t n = 0; n < p->window.batch; ++n)
    for (int64_t y = 0; y < p->window.rows.out; ++y)
      for (int64_t x = 0; x < p->window.columns.out; ++x)
        for (int64_t c = 0; c < p->channels; ++c)
          *out++ = fold_taps(p, in, n, y, x, c, -HUGE_VALF, larger);
}

void npu_average_pool_f32(const npu_pool *p, const float *in, float *out) {
  for (int64_t n = 0; n < p->window.batch; ++n)
    for (int64_t y = 0; y < p->window.rows.out; ++y)
      for (int64_t x = 0; x < p->window.columns.out; ++x) {
        const int64_t count = npu_taps_counted(&p->window.rows, y, p->count_include_pad) *
                              npu_taps_counted(&p->window.columns, x, p->count_include_pad);
        for (int64_t c = 0; c < p->channels; ++c)
          *out++ = count ? fold_taps(p, in, n, y, x, c, 0.0f, added) / (float)count : 0.0f;
      }
}
