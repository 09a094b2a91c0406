/* State of a simulated machine, and its command families. Private to the simulator. */
#ifndef TARGETS_RNPU_SIM_MACHINE_H
#define TARGETS_RNPU_SIM_MACHINE_H

#include "targets/rnpu/isa_stream.h"
#include "targets/rnpu/sim/sim.h"

/* Vector forms read up to this many bytes past a tile and ignore them. */
#define RNPU_SIM_SLACK 64u
#define RNPU_SIM_PIXELS 4u /* output pixels per pass of the dense convolution */
#define RNPU_SIM_MAX_TAPS 4096u
#define RNPU_SIM_WINDOW 16u /* DMA commands of one channel the random order looks at */

typedef struct {
  int32_t bias, mult;
  uint32_t shift;
} rnpu_record;

typedef struct {
  const uint8_t *x;
  const int8_t *w;
} rnpu_tap_pointers;

typedef struct rnpu_hazards rnpu_hazards;

typedef struct {
  npu_device device; /* first: the device is the machine */
  rnpu_config config;
  rnpu_sim_options options;
  const rnpu_relative *relative; /* NULL: the reference NPU itself */
  int vector; /* the host has AVX2 and options allow it */
  uint8_t *sram, *prm, *lut;
  int32_t *acc[RNPU_MAX_ENGINES];
  uint64_t acc_products[RNPU_MAX_ENGINES]; /* products summed so far, bounds the accumulator */
  int16_t *patch;                          /* RNPU_SIM_PIXELS rows of (x - zx) */
  uint32_t patch_pitch;
  rnpu_record *records; /* decoded PRM of the running command */
  rnpu_tap_pointers *taps;
  /* the running segment */
  const rnpu_command **commands; /* command_capacity entries, grown by verify() */
  uint32_t *queue_next;          /* index of the next command of the same queue */
  uint8_t *applied;
  uint32_t command_capacity;
  uint32_t current; /* index of the running command */
  const npu_region *regions;
  npu_error *error;
  rnpu_hazards *hazards; /* checked mode */
} rnpu_sim;

npu_status rnpu_sim_dma(rnpu_sim *sim, const rnpu_dma *dma);
npu_status rnpu_sim_conv(rnpu_sim *sim, const rnpu_conv *conv, uint32_t engine);
npu_status rnpu_sim_matmul(rnpu_sim *sim, const rnpu_matmul *matmul, uint32_t engine);
npu_status rnpu_sim_pool(rnpu_sim *sim, const rnpu_pool *pool);
npu_status rnpu_sim_binary(rnpu_sim *sim, const rnpu_binary *binary);
npu_status rnpu_sim_unary(rnpu_sim *sim, const rnpu_unary *unary);
npu_status rnpu_sim_softmax(rnpu_sim *sim, const rnpu_softmax *softmax);
npu_status rnpu_sim_resize(rnpu_sim *sim, const rnpu_resize *resize);

/* Runs commands[index] at once. */
npu_status rnpu_sim_execute(rnpu_sim *sim, uint32_t index);
/* Runs a whole segment in a legal order. */
npu_status rnpu_sim_program_order(rnpu_sim *sim, uint32_t count);
npu_status rnpu_sim_random_order(rnpu_sim *sim, uint32_t count);

/* Decodes and checks `count` PRM records into sim->records. */
npu_status rnpu_sim_load_records(rnpu_sim *sim, uint32_t first, uint32_t count);

/* A fault of the running command; the text gets its index, opcode and node in front. */
#define RNPU_FAULT(sim, text, ...)                                                                       \
  npu_fail((sim)->error, NPU_ERROR_DEVICE, "command %u (%s, node %u): " text, (sim)->current,            \
           rnpu_opcode_name((sim)->commands[(sim)->current]->opcode),                                    \
           (sim)->commands[(sim)->current]->node, ##__VA_ARGS__)

#endif
