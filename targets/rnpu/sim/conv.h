/* The parts of CONV: each family fills ACC, [rows][columns][channels] of the output tile. */
#ifndef TARGETS_RNPU_SIM_CONV_H
#define TARGETS_RNPU_SIM_CONV_H

#include "targets/rnpu/sim/machine.h"

/* Dense and grouped. Adds to acc unless conv->first. */
void rnpu_conv_dense(rnpu_sim *sim, const rnpu_conv *conv, int32_t *acc);
void rnpu_conv_depthwise(rnpu_sim *sim, const rnpu_conv *conv, int32_t *acc);
/* Any kind, slowly, and with a fault when an accumulator leaves 32 bits (N3). */
npu_status rnpu_conv_guarded(rnpu_sim *sim, const rnpu_conv *conv, int32_t *acc);
/* The output stage of one pixel, before any table (N4), with sim->records. Returns whether every biased sum
 * fits 32 bits. */
int rnpu_conv_store(const rnpu_sim *sim, const rnpu_conv *conv, const int32_t *acc, uint8_t *out);

#endif
