/* CONV: accumulate, and on `last` the output stage (N3, N4). */
#include "targets/rnpu/sim/conv.h"

#include <string.h>

#include "targets/rnpu/sim/rescale.h"
#include "targets/rnpu/sim/tile.h"

npu_status rnpu_sim_load_records(rnpu_sim *sim, uint32_t first, uint32_t count) {
  const uint8_t *bytes = sim->prm + (size_t)first * RNPU_PRM_BYTES;
  for (uint32_t i = 0; i < count; ++i, bytes += RNPU_PRM_BYTES) {
    rnpu_record *record = &sim->records[i];
    memcpy(&record->bias, bytes, 4);
    memcpy(&record->mult, bytes + 4, 4);
    record->shift = bytes[8];
    const uint32_t mult_bits = sim->relative ? sim->relative->mult_bits : 31;
    if (record->mult < 0 || (uint32_t)record->mult >> mult_bits != 0 || record->shift < 2 || record->shift > 62)
      return RNPU_FAULT(sim, "PRM record %u has multiplier %d and shift %u", first + i, record->mult, record->shift);
  }
  return NPU_OK;
}

static npu_status output_stage(rnpu_sim *sim, const rnpu_conv *conv, const int32_t *acc) {
  rnpu_conv c = *conv;
  if (c.act == RNPU_ACT_LUT8) {
    c.act_min = -128;
    c.act_max = 127;
  }
  npu_status status = rnpu_sim_load_records(sim, c.prm, c.out.channels);
  if (status != NPU_OK)
    return status;
  for (uint32_t y = 0; y < c.out.rows; ++y)
    for (uint32_t x = 0; x < c.out.columns; ++x, acc += c.out.channels) {
      uint8_t *out = rnpu_pixel(sim->sram, &c.out, y, x);
      if (!rnpu_conv_store(sim, &c, acc, out))
        return RNPU_FAULT(sim, "accumulator plus bias leaves 32 bits at output (%u, %u)", y, x);
      for (uint32_t k = 0; c.act == RNPU_ACT_LUT8 && k < c.out.channels; ++k)
        out[k] = sim->lut[c.lut + (uint8_t)(out[k] + 128)];
    }
  return NPU_OK;
}

/* Products summed into one accumulator; each is at most 255 * 128. */
static uint64_t products(const rnpu_conv *c) {
  uint64_t taps = (uint64_t)c->window.kernel_h * c->window.kernel_w;
  return c->kind == RNPU_CONV_DEPTHWISE ? taps
                                        : taps * (c->kind == RNPU_CONV_GROUPED ? c->group_in : c->in.channels);
}

npu_status rnpu_sim_conv(rnpu_sim *sim, const rnpu_conv *c, uint32_t engine) {
  int32_t *acc = sim->acc[engine];
  uint64_t *summed = &sim->acc_products[engine];
  *summed = (c->first ? 0 : *summed) + products(c);
  npu_status status = NPU_OK;
  if (*summed > INT32_MAX / (255 * 128))
    status = rnpu_conv_guarded(sim, c, acc);
  else if (c->kind == RNPU_CONV_DEPTHWISE)
    rnpu_conv_depthwise(sim, c, acc);
  else
    rnpu_conv_dense(sim, c, acc);
  return status == NPU_OK && c->last ? output_stage(sim, c, acc) : status;
}
