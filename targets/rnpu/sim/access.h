/* The exact bytes a command reads and writes. Private to the simulator. */
#ifndef TARGETS_RNPU_SIM_ACCESS_H
#define TARGETS_RNPU_SIM_ACCESS_H

#include "targets/rnpu/isa_stream.h"

#define RNPU_MAX_ACCESSES 5u

/* Runs of `run` bytes at base + i*stride[0] + j*stride[1] + k*stride[2] + l*stride[3]. */
typedef struct {
  uint8_t space; /* rnpu_space */
  uint8_t write;
  uint16_t region; /* 0 unless DRAM */
  int64_t base, low, high; /* bytes lie in [low, high) */
  int64_t stride[4];
  uint32_t extent[4];
  uint64_t run;
  int solid; /* every byte of [low, high) */
} rnpu_access;

/* Accesses of a verified command; returns how many. */
uint32_t rnpu_accesses(const rnpu_command *command, rnpu_access accesses[RNPU_MAX_ACCESSES]);

/* Iterates over the runs that meet [low, high): `at` is the offset, cut to the range. Returns the first
 * nonzero result of visit, else 0. */
typedef int rnpu_run_visitor(void *context, uint64_t at, uint64_t bytes);
int rnpu_visit_runs(const rnpu_access *access, int64_t low, int64_t high, rnpu_run_visitor *visit, void *context);

const char *rnpu_space_name(uint8_t space);

#endif
