/* SOFTMAX over the channels of each pixel (N11). */
#include <string.h>

#include "targets/rnpu/sim/machine.h"
#include "targets/rnpu/sim/rescale.h"
#include "targets/rnpu/sim/tile.h"

/* rne(e * mult / (sum * 2^shift)), e < 2^32, mult < 2^24, sum > 0: the numerator is below 2^56. */
static uint64_t quotient(uint64_t e, uint64_t mult, uint64_t sum, uint32_t shift) {
  const uint64_t n = e * mult;
  if (sum > (UINT64_C(1) << 60) >> shift)
    return 0; /* the denominator exceeds 2^60: below one half */
  const uint64_t d = sum << shift, whole = n / d, rest = n % d;
  return whole + (rest > d - rest || (rest == d - rest && (whole & 1)));
}

static int softmax_pixel(const rnpu_sim *sim, const rnpu_softmax *s, const uint8_t *in, uint8_t *out) {
  uint32_t table[256];
  memcpy(table, sim->lut + s->lut, sizeof table);
  int32_t most = -128;
  for (uint32_t c = 0; c < s->in.channels; ++c)
    most = (int8_t)in[c] > most ? (int8_t)in[c] : most;
  uint64_t sum = 0;
  for (uint32_t c = 0; c < s->in.channels; ++c)
    sum += table[most - (int8_t)in[c]];
  if (sum == 0)
    return 0;
  for (uint32_t c = 0; c < s->in.channels; ++c) {
    uint64_t q = quotient(table[most - (int8_t)in[c]], s->mult, sum, s->shift);
    out[c] = (uint8_t)rnpu_clamp(s->out.zero_point + (int64_t)q, -128, 127);
  }
  return 1;
}

npu_status rnpu_sim_softmax(rnpu_sim *sim, const rnpu_softmax *s) {
  for (uint32_t y = 0; y < s->out.rows; ++y)
    for (uint32_t x = 0; x < s->out.columns; ++x)
      if (!softmax_pixel(sim, s, rnpu_pixel(sim->sram, &s->in, y, x), rnpu_pixel(sim->sram, &s->out, y, x)))
        return RNPU_FAULT(sim, "the exponentials at (%u, %u) sum to 0", y, x);
  return NPU_OK;
}
