/* DMA: 4-D strided copies and fills between all spaces. */
#include <string.h>

#include "targets/rnpu/sim/machine.h"

static uint8_t *space_base(rnpu_sim *sim, uint32_t space, uint32_t region) {
  switch (space) {
  case RNPU_SPACE_DRAM: return sim->regions[region].base;
  case RNPU_SPACE_SRAM: return sim->sram;
  case RNPU_SPACE_PRM: return sim->prm;
  default: return sim->lut;
  }
}

static void move_run(uint8_t *dst, int64_t dst_stride, const uint8_t *src, int64_t src_stride, uint32_t count,
                     uint32_t element) {
  if (dst_stride == element && src_stride == element) {
    memmove(dst, src, (size_t)count * element);
    return;
  }
  for (uint32_t i = 0; i < count; ++i, dst += dst_stride, src += src_stride)
    for (uint32_t b = 0; b < element; ++b)
      dst[b] = src[b];
}

npu_status rnpu_sim_dma(rnpu_sim *sim, const rnpu_dma *d) {
  /* A fill is a copy of one element with source stride 0. */
  static const int64_t no_stride[4] = {0, 0, 0, 0};
  const uint8_t value[4] = {(uint8_t)d->value, (uint8_t)(d->value >> 8), (uint8_t)(d->value >> 16),
                            (uint8_t)(d->value >> 24)};
  const int64_t *src_stride = d->fill ? no_stride : d->src_stride;
  const uint8_t *src = value;
  if (!d->fill) {
    src = space_base(sim, d->src_space, d->src_region);
    if (!src)
      return RNPU_FAULT(sim, "source region %u has no memory", d->src_region);
    src += d->src_offset;
  }
  uint8_t *dst = space_base(sim, d->dst_space, d->dst_region);
  if (!dst)
    return RNPU_FAULT(sim, "destination region %u has no memory", d->dst_region);
  dst += d->dst_offset;
  for (int64_t i = 0; i < d->extent[0]; ++i)
    for (int64_t j = 0; j < d->extent[1]; ++j)
      for (int64_t k = 0; k < d->extent[2]; ++k)
        move_run(dst + i * d->dst_stride[0] + j * d->dst_stride[1] + k * d->dst_stride[2], d->dst_stride[3],
                 src + i * src_stride[0] + j * src_stride[1] + k * src_stride[2], src_stride[3], d->extent[3],
                 d->element_bytes);
  return NPU_OK;
}
