/* The simulator as a device: creation, load-time check, run. */
#include "targets/rnpu/sim/sim.h"

#include <stdlib.h>
#include <string.h>

#include "targets/rnpu/sim/hazards.h"
#include "targets/rnpu/verify.h"

static int host_has_avx2(void) {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2");
#else
  return 0;
#endif
}

/* A blob's machine fits when this one has at least its capacities and at most its DMA overlap. */
static npu_status check_fit(const rnpu_config *have, const rnpu_config *want, npu_error *error) {
  const struct {
    const char *name;
    uint32_t have, want;
  } capacities[] = {{"sram_bytes", have->sram_bytes, want->sram_bytes},
                    {"acc_bytes", have->acc_bytes, want->acc_bytes},
                    {"wbuf_bytes", have->wbuf_bytes, want->wbuf_bytes},
                    {"prm_records", have->prm_records, want->prm_records},
                    {"lut_bytes", have->lut_bytes, want->lut_bytes},
                    {"dma_channels", have->dma_channels, want->dma_channels},
                    {"engines", have->engines, want->engines},
                    {"sram_align", want->sram_align, have->sram_align},
                    {"dma_outstanding", want->dma_outstanding, have->dma_outstanding}};
  for (size_t i = 0; i < sizeof capacities / sizeof capacities[0]; ++i)
    if (capacities[i].have < capacities[i].want)
      return npu_fail(error, NPU_ERROR_VERSION, "the device's %s does not fit the blob's target (%u against %u)",
                      capacities[i].name, capacities[i].have, capacities[i].want);
  if (have->rounding != want->rounding || (want->features & ~have->features) != 0)
    return npu_fail(error, NPU_ERROR_VERSION, "the device's rounding or features are not those of the blob's target");
  return NPU_OK;
}

static int grow(void **memory, size_t count, size_t size) {
  void *larger = realloc(*memory, count * size);
  if (larger)
    *memory = larger;
  return larger != NULL;
}

static int reserve(rnpu_sim *sim, uint32_t count, const npu_limits *limits) {
  if (count > sim->command_capacity) {
    if (!grow((void **)&sim->commands, count, sizeof *sim->commands) ||
        !grow((void **)&sim->queue_next, count, sizeof *sim->queue_next) ||
        !grow((void **)&sim->applied, count, sizeof *sim->applied))
      return 0;
    sim->command_capacity = count;
  }
  return !sim->hazards || rnpu_hazards_reserve(sim->hazards, count, limits);
}

static npu_status sim_verify(npu_device *self, const void *config, uint64_t config_bytes, const npu_segment *segment,
                             const npu_limits *limits, npu_error *error) {
  rnpu_sim *sim = (rnpu_sim *)self;
  rnpu_config want;
  if (config == NULL || config_bytes != sizeof want)
    return npu_fail(error, NPU_ERROR_VERSION, "target section of %llu bytes, this device knows %u",
                    (unsigned long long)config_bytes, (unsigned)sizeof want);
  memcpy(&want, config, sizeof want);
  npu_status status = rnpu_verify_config(&want, error);
  if (status == NPU_OK)
    status = check_fit(&sim->config, &want, error);
  if (status == NPU_OK)
    status = rnpu_verify(&want, segment, limits, error);
  if (status == NPU_OK && sim->relative)
    status = sim->relative->verify(&want, segment, error);
  if (status == NPU_OK && !reserve(sim, segment->count, limits))
    status = npu_fail(error, NPU_ERROR_MEMORY, "no memory for %u commands in the simulator", segment->count);
  return status;
}

/* The ranges of this run's memory, which may be smaller than what was verified. */
static npu_status check_ranges(rnpu_sim *sim, const npu_segment *segment) {
  npu_limits limits = {.debug_count = 0};
  for (uint32_t i = 0; i < NPU_REGION_COUNT; ++i)
    limits.region_bytes[i] = sim->regions[i].base ? sim->regions[i].bytes : 0;
  npu_status status = rnpu_verify(&sim->config, segment, &limits, sim->error);
  return status == NPU_OK ? NPU_OK : NPU_ERROR_DEVICE;
}

static npu_status sim_run(npu_device *self, const npu_segment *segment, const npu_region regions[NPU_REGION_COUNT],
                          npu_error *error) {
  rnpu_sim *sim = (rnpu_sim *)self;
  if (segment->count > sim->command_capacity)
    return npu_fail(error, NPU_ERROR_DEVICE, "a segment of %u commands was not verified by this device",
                    segment->count);
  sim->regions = regions;
  sim->error = error;
  npu_status status = sim->hazards ? check_ranges(sim, segment) : NPU_OK;
  if (status != NPU_OK)
    return status;
  const rnpu_command *command = (const rnpu_command *)segment->commands;
  for (uint32_t i = 0; i < segment->count; ++i, command = rnpu_next(command))
    sim->commands[i] = command;
  if (sim->hazards && (status = rnpu_hazards_check(sim, segment->count)) != NPU_OK)
    return status;
  return sim->hazards || sim->options.seed == 0 ? rnpu_sim_program_order(sim, segment->count)
                                                : rnpu_sim_random_order(sim, segment->count);
}

static int allocate(rnpu_sim *sim) {
  const rnpu_config *c = &sim->config;
  int ok = 1;
  sim->patch_pitch = (c->wbuf_bytes + 15) / 16 * 16;
  ok &= (sim->sram = calloc(1, (size_t)c->sram_bytes + RNPU_SIM_SLACK)) != NULL;
  ok &= (sim->prm = calloc(1, (size_t)c->prm_records * RNPU_PRM_BYTES + 1)) != NULL;
  ok &= (sim->lut = calloc(1, (size_t)c->lut_bytes + 1)) != NULL;
  for (uint32_t e = 0; e < c->engines; ++e)
    ok &= (sim->acc[e] = calloc(1, (size_t)c->acc_bytes + RNPU_SIM_SLACK)) != NULL;
  ok &= (sim->patch = calloc(RNPU_SIM_PIXELS, ((size_t)sim->patch_pitch + 16) * sizeof *sim->patch)) != NULL;
  ok &= (sim->records = calloc((size_t)c->prm_records + 1, sizeof *sim->records)) != NULL;
  ok &= (sim->taps = calloc(RNPU_SIM_MAX_TAPS, sizeof *sim->taps)) != NULL;
  if (sim->options.mode == RNPU_SIM_CHECKED)
    ok &= (sim->hazards = rnpu_hazards_create(c)) != NULL;
  return ok;
}

npu_device *rnpu_sim_create_relative(const rnpu_config *config, rnpu_sim_options options,
                                     const rnpu_relative *relative) {
  if (rnpu_verify_config(config, NULL) != NPU_OK)
    return NULL;
  rnpu_sim *sim = calloc(1, sizeof *sim);
  if (!sim)
    return NULL;
  sim->device = (npu_device){relative ? relative->isa : NPU_ISA_RNPU, RNPU_ISA_MAJOR, RNPU_ISA_MINOR, sim_verify, sim_run};
  sim->config = *config;
  sim->relative = relative;
  sim->options = options;
  sim->vector = !options.scalar && host_has_avx2();
  if (allocate(sim))
    return &sim->device;
  rnpu_sim_destroy(&sim->device);
  return NULL;
}

npu_device *rnpu_sim_create(const rnpu_config *config, rnpu_sim_options options) {
  return rnpu_sim_create_relative(config, options, NULL);
}

void rnpu_sim_destroy(npu_device *device) {
  rnpu_sim *sim = (rnpu_sim *)device;
  if (!sim)
    return;
  free(sim->sram);
  free(sim->prm);
  free(sim->lut);
  for (uint32_t e = 0; e < RNPU_MAX_ENGINES; ++e)
    free(sim->acc[e]);
  free(sim->patch);
  free(sim->records);
  free(sim->taps);
  free((void *)sim->commands);
  free(sim->queue_next);
  free(sim->applied);
  rnpu_hazards_destroy(sim->hazards);
  free(sim);
}
