/* BINARY: one exact 64-bit expression and one rounding (N9), with broadcast. */
#include "targets/rnpu/sim/machine.h"
#include "targets/rnpu/sim/rescale.h"
#include "targets/rnpu/sim/tile.h"

static inline int64_t combine(const rnpu_binary *b, int64_t x1, int64_t x2) {
  const int64_t p1 = x1 * b->mult_a, p2 = x2 * b->mult_b;
  switch (b->kind) {
  case RNPU_ADD: return p1 + p2;
  case RNPU_SUB: return p1 - p2;
  case RNPU_MUL: return x1 * x2 * b->mult_a;
  case RNPU_MIN: return p1 < p2 ? p1 : p2;
  case RNPU_EQUAL: return p1 == p2;
  case RNPU_GREATER: return p1 > p2;
  case RNPU_LESS: return p1 < p2;
  default: return p1 > p2 ? p1 : p2;
  }
}

npu_status rnpu_sim_binary(rnpu_sim *sim, const rnpu_binary *b) {
  const uint32_t step_a = b->a.channels > 1, step_b = b->b.channels > 1;
  for (uint32_t y = 0; y < b->out.rows; ++y)
    for (uint32_t x = 0; x < b->out.columns; ++x) {
      const uint8_t *p1 = rnpu_pixel(sim->sram, &b->a, b->a.rows > 1 ? y : 0, b->a.columns > 1 ? x : 0);
      const uint8_t *p2 = rnpu_pixel(sim->sram, &b->b, b->b.rows > 1 ? y : 0, b->b.columns > 1 ? x : 0);
      uint8_t *out = rnpu_pixel(sim->sram, &b->out, y, x);
      for (uint32_t c = 0; c < b->out.channels; ++c) {
        int64_t v = combine(b, (int8_t)p1[c * step_a] - b->a.zero_point, (int8_t)p2[c * step_b] - b->b.zero_point);
        out[c] = (uint8_t)(b->kind >= RNPU_EQUAL
                               ? (v ? b->act_max : b->act_min)
                               : rnpu_clamp(b->out.zero_point + rnpu_round(v, b->shift, sim->config.rounding),
                                            b->act_min, b->act_max));
      }
    }
  return NPU_OK;
}
