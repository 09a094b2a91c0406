/* What a device must offer the runtime: a static check at load, and running one
 * segment. Implemented by targets/<t>/sim and by drivers of real silicon. */
#ifndef NPU_RUNTIME_DEVICE_H
#define NPU_RUNTIME_DEVICE_H

#include "runtime/format/blob.h"
#include "runtime/status.h"

/* Base address and size of a DRAM region; base 0 when the program does not use it. */
typedef struct {
  uint8_t *base;
  uint64_t bytes;
} npu_region;

/* What a program may touch: sizes only, known at load. */
typedef struct {
  uint64_t region_bytes[NPU_REGION_COUNT];
  uint32_t debug_count;
} npu_limits;

typedef struct {
  const uint8_t *commands; /* 8-byte aligned */
  uint64_t bytes;
  uint32_t count;
} npu_segment;

typedef struct npu_device npu_device;
struct npu_device {
  /* ISA and version the device executes; the loader compares them with the blob's. */
  uint32_t isa;
  uint16_t isa_major, isa_minor;
  /* Static check of every command of a segment against the limits and against the
   * blob's target configuration. Called once at load; run() may then trust it. */
  npu_status (*verify)(npu_device *self, const void *config, uint64_t config_bytes,
                       const npu_segment *segment, const npu_limits *limits, npu_error *error);
  /* Runs one verified segment to its end. Allocates nothing. */
  npu_status (*run)(npu_device *self, const npu_segment *segment,
                    const npu_region regions[NPU_REGION_COUNT], npu_error *error);
};

#endif
