/* The restricted machine: command words of targets/rnpu/isa.h, of which it takes a part.
 * It has symmetric activations (every tile's zero point is 0), rounds half away from zero, multiplies by 15 bits,
 * and has neither tables nor depthwise convolutions. */
#ifndef TARGETS_MINI_ISA_H
#define TARGETS_MINI_ISA_H

#define NPU_ISA_MINI 0x494E494Du /* "MINI" */
#define MINI_MULT_BITS 15u       /* multipliers are below 2^15 */

#endif
