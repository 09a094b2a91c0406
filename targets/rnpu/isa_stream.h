/* Walking command words: sizes, payloads and waits. Knows layout, checks nothing. */
#ifndef TARGETS_RNPU_ISA_STREAM_H
#define TARGETS_RNPU_ISA_STREAM_H

#include "targets/rnpu/isa.h"

#define RNPU_OPCODE_COUNT 11u

/* Bytes of the payload of a known opcode. */
static inline uint32_t rnpu_payload_bytes(uint8_t opcode) {
  switch (opcode) {
  case RNPU_DMA: return sizeof(rnpu_dma);
  case RNPU_CONV: return sizeof(rnpu_conv);
  case RNPU_POOL: return sizeof(rnpu_pool);
  case RNPU_BINARY: return sizeof(rnpu_binary);
  case RNPU_UNARY: return sizeof(rnpu_unary);
  case RNPU_SOFTMAX: return sizeof(rnpu_softmax);
  case RNPU_RESIZE: return sizeof(rnpu_resize);
  case RNPU_MATMUL: return sizeof(rnpu_matmul);
  default: return 0;
  }
}

static inline const char *rnpu_opcode_name(uint8_t opcode) {
  static const char *const names[RNPU_OPCODE_COUNT] = {"STOP",   "FENCE", "IRQ",     "DMA",    "CONV",  "POOL",
                                                       "BINARY", "UNARY", "SOFTMAX", "RESIZE", "MATMUL"};
  return opcode < RNPU_OPCODE_COUNT ? names[opcode] : "unknown";
}

static inline const void *rnpu_payload(const rnpu_command *command) { return command + 1; }

static inline const rnpu_wait *rnpu_waits(const rnpu_command *command) {
  return (const rnpu_wait *)((const uint8_t *)(command + 1) + rnpu_payload_bytes(command->opcode));
}

static inline const rnpu_command *rnpu_next(const rnpu_command *command) {
  return (const rnpu_command *)((const uint8_t *)command + command->bytes);
}

static inline int rnpu_is_dma_queue(uint32_t queue) { return queue < RNPU_MAX_DMA; }

/* The MXU's or VXU's engine of a queue that is not a DMA queue. */
static inline uint32_t rnpu_engine(uint32_t queue) { return (queue - RNPU_MAX_DMA) / 2; }
static inline int rnpu_is_mxu_queue(uint32_t queue) {
  return queue >= RNPU_MAX_DMA && (queue - RNPU_MAX_DMA) % 2 == 0;
}

/* Bytes of an element; 0 for an unknown type. */
static inline uint32_t rnpu_type_bytes(uint32_t type) {
  switch (type) {
  case RNPU_I8: case RNPU_U8: return 1;
  case RNPU_I16: case RNPU_F16: return 2;
  case RNPU_I32: case RNPU_F32: return 4;
  default: return 0;
  }
}

#endif
