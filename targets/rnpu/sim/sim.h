/* The simulator of the reference NPU behind runtime/device.h. */
#ifndef TARGETS_RNPU_SIM_SIM_H
#define TARGETS_RNPU_SIM_SIM_H

#include "runtime/device.h"
#include "targets/rnpu/isa.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  /* Runs a legal interleaving of the queues: program order for seed 0, else drawn from the seed. */
  RNPU_SIM_FUNCTIONAL = 0,
  /* Program order, and proves that every legal interleaving gives the same result: unordered overlaps,
   * uninitialised reads and ranges are errors that name the commands. */
  RNPU_SIM_CHECKED = 1
} rnpu_sim_mode;

/* A machine of the same command words that can less: its blobs, and what it refuses besides. */
typedef struct {
  uint32_t isa;       /* NPU_ISA_* of its blobs */
  uint32_t mult_bits; /* multipliers of PRM records are below 2^mult_bits */
  /* Of a segment that rnpu_verify has passed. */
  npu_status (*verify)(const rnpu_config *config, const npu_segment *segment, npu_error *error);
} rnpu_relative;

typedef struct {
  rnpu_sim_mode mode;
  uint64_t seed;
  /* The program has more than one step: an earlier one may have written the arena and the outputs before a
   * segment, so that checked mode takes these as initialised. */
  int host_writes_memory;
  int scalar; /* 1: no vector forms */
} rnpu_sim_options;

/* NULL when out of memory or when the configuration is not a machine of this ISA. The configuration is
 * copied. Memory grows only in create and in the device's verify(), never in run(). One run at a time. */
npu_device *rnpu_sim_create(const rnpu_config *config, rnpu_sim_options options);
/* Likewise a relative of the reference NPU, which outlives the simulator; NULL: itself. */
npu_device *rnpu_sim_create_relative(const rnpu_config *config, rnpu_sim_options options,
                                     const rnpu_relative *relative);
void rnpu_sim_destroy(npu_device *device);

#ifdef __cplusplus
}
#endif

#endif
