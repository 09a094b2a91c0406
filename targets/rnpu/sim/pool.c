/* POOL: maximum and average over a window (N9). */
#include "targets/rnpu/sim/machine.h"
#include "targets/rnpu/sim/rescale.h"
#include "targets/rnpu/sim/tile.h"
#include "targets/rnpu/isa_window.h"

#define CHANNEL_BLOCK 256u

typedef struct {
  int64_t first, last; /* taps [first, last) */
} tap_range;

/* Taps of output i whose input position lies in [low, high). */
static tap_range taps_within(const rnpu_axis *a, uint32_t i, int64_t low, int64_t high) {
  int64_t start = (a->out_origin + i) * a->stride - a->pad;
  tap_range range = {0, rnpu_floor_div(high - 1 - start, a->dilation) + 1};
  if (start < low)
    range.first = -rnpu_floor_div(start - low, a->dilation);
  if (range.last > a->kernel)
    range.last = a->kernel;
  if (range.last < range.first)
    range.last = range.first;
  return range;
}

typedef struct {
  rnpu_sim *sim;
  const rnpu_pool *pool;
  rnpu_axis rows, columns;
  uint32_t last_count; /* of the record below; 0: none yet */
  rnpu_record record;
} pooling;

static npu_status record_for(pooling *p, uint32_t count) {
  if (count == p->last_count)
    return NPU_OK;
  for (uint32_t i = 0; i < p->pool->prm_count; ++i)
    if ((uint32_t)p->sim->records[i].bias == count) {
      p->record = p->sim->records[i];
      p->last_count = count;
      return NPU_OK;
    }
  return RNPU_FAULT(p->sim, "no PRM record for a count of %u", count);
}

static uint32_t counted(const pooling *p, uint32_t y, uint32_t x) {
  int pad = p->pool->count_include_pad;
  tap_range r = taps_within(&p->rows, y, pad ? -p->rows.pad : 0, p->rows.extent + (pad ? p->pool->pad_bottom : 0));
  tap_range s = taps_within(&p->columns, x, pad ? -p->columns.pad : 0,
                            p->columns.extent + (pad ? p->pool->pad_right : 0));
  return (uint32_t)((r.last - r.first) * (s.last - s.first));
}

/* Sums or maxima of x - zx over the valid taps, channels [c, c + count). Returns the number of taps. */
static int64_t reduce(const pooling *p, uint32_t y, uint32_t x, uint32_t c, uint32_t count, int64_t *value) {
  const rnpu_tile *in = &p->pool->in;
  const int maximum = p->pool->kind == RNPU_POOL_MAX, is_signed = in->type == RNPU_I8;
  tap_range r = taps_within(&p->rows, y, 0, p->rows.extent), s = taps_within(&p->columns, x, 0, p->columns.extent);
  for (uint32_t i = 0; i < count; ++i)
    value[i] = maximum ? INT64_MIN : 0;
  for (int64_t k = r.first; k < r.last; ++k)
    for (int64_t l = s.first; l < s.last; ++l) {
      const uint8_t *pixel = rnpu_pixel(p->sim->sram, in, (uint64_t)rnpu_tap(&p->rows, y, k),
                                        (uint64_t)rnpu_tap(&p->columns, x, l)) + c;
      for (uint32_t i = 0; i < count; ++i) {
        int64_t v = rnpu_byte(pixel + i, is_signed) - in->zero_point;
        value[i] = maximum ? (v > value[i] ? v : value[i]) : value[i] + v;
      }
    }
  return (r.last - r.first) * (s.last - s.first);
}

static npu_status pool_pixel(pooling *p, uint32_t y, uint32_t x) {
  const rnpu_pool *pool = p->pool;
  uint8_t *out = rnpu_pixel(p->sim->sram, &pool->out, y, x);
  const int average = pool->kind == RNPU_POOL_AVERAGE;
  uint32_t count = average ? counted(p, y, x) : 0;
  if (average && count > 0) {
    npu_status status = record_for(p, count);
    if (status != NPU_OK)
      return status;
  }
  for (uint32_t c = 0; c < pool->out.channels; c += CHANNEL_BLOCK) {
    int64_t value[CHANNEL_BLOCK];
    uint32_t n = pool->out.channels - c < CHANNEL_BLOCK ? pool->out.channels - c : CHANNEL_BLOCK;
    int64_t taps = reduce(p, y, x, c, n, value);
    for (uint32_t i = 0; i < n; ++i) {
      int64_t q = pool->act_min; /* a maximum over nothing */
      if (average || taps > 0)
        q = pool->out.zero_point +
            (taps > 0 ? rnpu_round(value[i] * p->record.mult, p->record.shift, p->sim->config.rounding) : 0);
      out[c + i] = (uint8_t)rnpu_clamp(q, pool->act_min, pool->act_max);
    }
  }
  return NPU_OK;
}

npu_status rnpu_sim_pool(rnpu_sim *sim, const rnpu_pool *pool) {
  pooling p = {.sim = sim, .pool = pool,
               .rows = rnpu_row_axis(&pool->window, &pool->in, &pool->out, RNPU_UPSCALE_NONE),
               .columns = rnpu_column_axis(&pool->window, &pool->in, &pool->out, RNPU_UPSCALE_NONE)};
  npu_status status = rnpu_sim_load_records(sim, pool->prm, pool->kind == RNPU_POOL_MAX ? 1 : pool->prm_count);
  if (status != NPU_OK)
    return status;
  p.record = sim->records[0];
  for (uint32_t y = 0; y < pool->out.rows; ++y)
    for (uint32_t x = 0; x < pool->out.columns; ++x)
      if ((status = pool_pixel(&p, y, x)) != NPU_OK)
        return status;
  return NPU_OK;
}
