/* UNARY: copy, requantise, quantise (N1), dequantise (N2) and the 256-entry table (N7). */
#include <math.h>
#include <string.h>

#include "targets/rnpu/sim/machine.h"
#include "targets/rnpu/sim/rescale.h"
#include "targets/rnpu/sim/tile.h"

/* Round half to even without the host's rounding mode; |v| >= 2^23 is whole already. */
static float round_even(float v) {
  if (!(fabsf(v) < 8388608.0f))
    return v;
  float down = floorf(v), rest = v - down;
  if (rest > 0.5f || (rest == 0.5f && ((int32_t)down & 1)))
    return down + 1.0f;
  return down;
}

static uint8_t quantize(const rnpu_unary *u, float x) {
  float v = round_even(x / u->scale);
  int64_t whole = v != v ? 0 : v < -1e6f ? -1000000 : v > 1e6f ? 1000000 : (int64_t)v;
  return (uint8_t)rnpu_clamp(u->out.zero_point + whole, u->act_min, u->act_max);
}

static void requantize_pixel(const rnpu_sim *sim, const rnpu_unary *u, const uint8_t *in, uint8_t *out) {
  for (uint32_t c = 0; c < u->out.channels; ++c) {
    int64_t v = (int64_t)(rnpu_byte(in + c, u->in.type == RNPU_I8) - u->in.zero_point) * u->mult;
    out[c] = (uint8_t)rnpu_clamp(u->out.zero_point + rnpu_round(v, u->shift, sim->config.rounding), u->act_min,
                                 u->act_max);
  }
}

static void unary_pixel(const rnpu_sim *sim, const rnpu_unary *u, const uint8_t *in, uint8_t *out) {
  switch (u->kind) {
  case RNPU_COPY: memmove(out, in, (size_t)u->out.channels * rnpu_type_bytes(u->out.type)); return;
  case RNPU_REQUANTIZE: requantize_pixel(sim, u, in, out); return;
  case RNPU_QUANTIZE:
    for (uint32_t c = 0; c < u->out.channels; ++c) {
      float x;
      memcpy(&x, in + (size_t)c * 4, 4);
      out[c] = quantize(u, x);
    }
    return;
  case RNPU_DEQUANTIZE:
    for (uint32_t c = 0; c < u->out.channels; ++c) {
      float x = u->scale * (float)(rnpu_byte(in + c, u->in.type == RNPU_I8) - u->in.zero_point);
      memcpy(out + (size_t)c * 4, &x, 4);
    }
    return;
  default:
    for (uint32_t c = 0; c < u->out.channels; ++c)
      out[c] = sim->lut[u->lut + (uint8_t)(in[c] + 128)];
  }
}

npu_status rnpu_sim_unary(rnpu_sim *sim, const rnpu_unary *u) {
  for (uint32_t y = 0; y < u->out.rows; ++y)
    for (uint32_t x = 0; x < u->out.columns; ++x)
      unary_pixel(sim, u, rnpu_pixel(sim->sram, &u->in, y, x), rnpu_pixel(sim->sram, &u->out, y, x));
  return NPU_OK;
}
