/* MATMUL: both matrices as rows of x - zx in i16, side by side along the inner axis, then one dot product per output
 * (N3), and on `last` the output stage (N4). The static check excludes overflow. */
#include "targets/rnpu/isa_matmul.h"
#include "targets/rnpu/sim/machine.h"
#include "targets/rnpu/sim/rescale.h"
#include "targets/rnpu/sim/tile.h"

/* `outer` vectors of `inner` elements of matrix n of a tile, one after the other. `columns`: a vector runs along the
 * tile's columns, so that vectors lie side by side in its channels. */
static void widen(const rnpu_sim *sim, const rnpu_tile *t, uint32_t n, int columns, uint32_t first, uint32_t outer,
                  uint32_t inner, int16_t *to) {
  const uint8_t *matrix = rnpu_pixel((uint8_t *)sim->sram, t, t->rows > 1 ? n : 0, 0);
  const size_t next = columns ? 1 : t->pixel_pitch, step = columns ? t->pixel_pitch : 1;
  for (uint32_t o = first; o < first + outer; ++o)
    for (uint32_t i = 0; i < inner; ++i)
      *to++ = (int16_t)((int8_t)matrix[o * next + i * step] - t->zero_point);
}

static int32_t dot(const int16_t *x, const int16_t *w, uint32_t count) {
  int32_t sum = 0;
  for (uint32_t i = 0; i < count; ++i)
    sum += x[i] * w[i];
  return sum;
}

/* b's matrix fits the first row of `patch`, since it fits wbuf; one vector of a the second. */
static void multiply(rnpu_sim *sim, const rnpu_matmul *m, uint32_t n, int32_t *acc) {
  const uint32_t inner = rnpu_matmul_inner(m);
  int16_t *b = sim->patch, *a = sim->patch + sim->patch_pitch;
  if (n == 0 || m->b.rows > 1)
    widen(sim, &m->b, n, !m->transpose_b, 0, m->out.channels, inner, b);
  for (uint32_t y = 0; y < m->out.columns; ++y, acc += m->out.channels) {
    widen(sim, &m->a, n, m->transpose_a, y, 1, inner, a);
    for (uint32_t x = 0; x < m->out.channels; ++x) {
      const int32_t sum = dot(a, b + (size_t)x * inner, inner);
      acc[x] = m->first ? sum : acc[x] + sum;
    }
  }
}

static void store(rnpu_sim *sim, const rnpu_matmul *m, uint32_t n, const int32_t *acc) {
  for (uint32_t y = 0; y < m->out.columns; ++y, acc += m->out.channels) {
    uint8_t *out = rnpu_pixel(sim->sram, &m->out, n, y);
    for (uint32_t x = 0; x < m->out.channels; ++x)
      out[x] = (uint8_t)rnpu_clamp(m->out.zero_point +
                                       rnpu_round((int64_t)acc[x] * m->mult, m->shift, sim->config.rounding),
                                   m->act_min, m->act_max);
  }
}

npu_status rnpu_sim_matmul(rnpu_sim *sim, const rnpu_matmul *m, uint32_t engine) {
  int32_t *acc = sim->acc[engine];
  for (uint32_t n = 0; n < m->out.rows; ++n, acc += (size_t)m->out.columns * m->out.channels) {
    multiply(sim, m, n, acc);
    if (m->last)
      store(sim, m, n, acc);
  }
  return NPU_OK;
}
