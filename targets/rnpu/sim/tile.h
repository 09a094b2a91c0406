/* Where a tile's elements lie in SRAM. */
#ifndef TARGETS_RNPU_SIM_TILE_H
#define TARGETS_RNPU_SIM_TILE_H

#include <stddef.h>

#include "targets/rnpu/isa_stream.h"

/* First channel of pixel (y, x). */
static inline uint8_t *rnpu_pixel(uint8_t *sram, const rnpu_tile *t, uint64_t y, uint64_t x) {
  uint64_t element = ((uint64_t)t->first_column + x) * t->pixel_pitch + t->first_channel;
  return sram + t->base + y * t->row_pitch + element * rnpu_type_bytes(t->type);
}

static inline int32_t rnpu_byte(const uint8_t *p, int is_signed) { return is_signed ? (int8_t)*p : *p; }

#endif
