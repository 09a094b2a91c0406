/* RESIZE: nearest and linear samples at rational positions (N9). */
#include "targets/rnpu/isa_resize.h"
#include "targets/rnpu/sim/machine.h"
#include "targets/rnpu/sim/rescale.h"
#include "targets/rnpu/sim/tile.h"

typedef struct {
  rnpu_sim *sim;
  const rnpu_resize *resize;
  rnpu_samples row, column; /* of the output at hand */
} resizing;

static const uint8_t *sample(const resizing *r, int64_t y, int64_t x) {
  return rnpu_pixel(r->sim->sram, &r->resize->in, (uint64_t)y, (uint64_t)x);
}

static void nearest_pixel(const resizing *r, uint8_t *out) {
  const uint8_t *in = sample(r, r->row.low, r->column.low);
  for (uint32_t c = 0; c < r->resize->out.channels; ++c)
    out[c] = in[c];
}

static void linear_pixel(const resizing *r, uint8_t *out) {
  const rnpu_tile *in = &r->resize->in;
  const int is_signed = in->type == RNPU_I8;
  const uint8_t *const at[4] = {sample(r, r->row.low, r->column.low), sample(r, r->row.low, r->column.high),
                                sample(r, r->row.high, r->column.low), sample(r, r->row.high, r->column.high)};
  const int64_t weights[4] = {r->row.low_weight * r->column.low_weight, r->row.low_weight * r->column.high_weight,
                              r->row.high_weight * r->column.low_weight, r->row.high_weight * r->column.high_weight};
  for (uint32_t c = 0; c < r->resize->out.channels; ++c) {
    int64_t sum = 0;
    for (int i = 0; i < 4; ++i)
      sum += weights[i] * (rnpu_byte(at[i] + c, is_signed) - in->zero_point);
    out[c] = (uint8_t)rnpu_clamp(r->resize->out.zero_point + rnpu_round(sum * r->resize->mult, r->resize->shift,
                                                                        r->sim->config.rounding),
                                 r->resize->act_min, r->resize->act_max);
  }
}

npu_status rnpu_sim_resize(rnpu_sim *sim, const rnpu_resize *resize) {
  resizing r = {.sim = sim, .resize = resize};
  for (uint32_t y = 0; y < resize->out.rows; ++y)
    for (uint32_t x = 0; x < resize->out.columns; ++x) {
      r.row = rnpu_samples_of(&resize->rows, y);
      r.column = rnpu_samples_of(&resize->columns, x);
      uint8_t *out = rnpu_pixel(sim->sram, &resize->out, y, x);
      resize->kind == RNPU_RESIZE_NEAREST ? nearest_pixel(&r, out) : linear_pixel(&r, out);
    }
  return NPU_OK;
}
