/* Checked mode: proves a segment free of races and of uninitialised reads. Private to the simulator. */
#ifndef TARGETS_RNPU_SIM_HAZARDS_H
#define TARGETS_RNPU_SIM_HAZARDS_H

#include "targets/rnpu/sim/machine.h"

rnpu_hazards *rnpu_hazards_create(const rnpu_config *config);
void rnpu_hazards_destroy(rnpu_hazards *hazards);
/* Grows to segments of `commands` commands and to the regions; 0 when out of memory. */
int rnpu_hazards_reserve(rnpu_hazards *hazards, uint32_t commands, const npu_limits *limits);
/* Checks sim->commands[0 .. count) in program order. Allocates nothing. */
npu_status rnpu_hazards_check(rnpu_sim *sim, uint32_t count);

#endif
