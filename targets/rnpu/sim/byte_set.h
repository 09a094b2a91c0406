/* A set of byte offsets, one bit each. */
#ifndef TARGETS_RNPU_SIM_BYTE_SET_H
#define TARGETS_RNPU_SIM_BYTE_SET_H

#include <stdint.h>
#include <string.h>

typedef struct {
  uint8_t *bits; /* (capacity + 7) / 8 bytes */
  uint64_t capacity;
} rnpu_byte_set;

static inline uint8_t rnpu_set_mask(uint64_t from, uint64_t to) { return (uint8_t)((0xFFu << from) & (0xFFu >> (8 - to))); }

/* Puts [at, at + bytes) in (value 1) or takes it out (value 0). */
static inline void rnpu_set_assign(rnpu_byte_set *set, uint64_t at, uint64_t bytes, int value) {
  uint64_t end = at + bytes;
  while (at < end && (at % 8 != 0 || end - at < 8)) {
    uint64_t stop = at / 8 * 8 + 8 < end ? at / 8 * 8 + 8 : end;
    uint8_t mask = rnpu_set_mask(at % 8, stop - at / 8 * 8);
    set->bits[at / 8] = (uint8_t)(value ? set->bits[at / 8] | mask : set->bits[at / 8] & ~mask);
    at = stop;
  }
  memset(set->bits + at / 8, value ? 0xFF : 0, (end - at) / 8);
  at += (end - at) / 8 * 8;
  if (at < end)
    rnpu_set_assign(set, at, end - at, value);
}

/* First offset of [at, at + bytes) whose membership is `value`; at + bytes when there is none. */
static inline uint64_t rnpu_set_find(const rnpu_byte_set *set, uint64_t at, uint64_t bytes, int value) {
  const uint8_t other = value ? 0 : 0xFF; /* a byte of the set that holds no hit */
  uint64_t end = at + bytes;
  while (at < end) {
    if (at % 8 == 0 && end - at >= 8 && set->bits[at / 8] == other)
      at += 8;
    else if (((set->bits[at / 8] >> (at % 8)) & 1) == value)
      return at;
    else
      ++at;
  }
  return end;
}

#endif
