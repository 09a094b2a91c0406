/* What checks of calls are made of. Everything comes from a file that nobody vouches for. */
#ifndef NPU_RUNTIME_KERNELS_CALLS_CHECK_H
#define NPU_RUNTIME_KERNELS_CALLS_CHECK_H

#include "runtime/kernels/calls/call.h"
#include "runtime/kernels/window.h"

/* Extents, strides and pads stay below this, so that positions and sizes stay within 63 bits. */
#define NPU_CALL_MOST INT64_C(0x7fffffff)

/* Bytes of an element; 0 for an unknown type. */
uint32_t npu_element_bytes(uint32_t type);

/* The operand's extents; the operand's were checked to lie in memory, so their product fits. */
npu_shape npu_operand_shape(const npu_call *call, uint32_t operand);
int64_t npu_operand_count(const npu_call *call, uint32_t operand);
int npu_same_shape(const npu_call *call, uint32_t a, uint32_t b);

/* Inputs and outputs as wanted, attributes of this size. Null, or what is wrong. */
const char *npu_check_form(const npu_call *call, uint32_t inputs, uint32_t outputs, uint64_t attribute_bytes);
/* All operands of one type. */
const char *npu_check_type(const npu_call *call, uint32_t type);
/* The product of the extents, each within 1 .. NPU_CALL_MOST, is the operand's element count. */
const char *npu_check_extents(const npu_call *call, uint32_t operand, const int64_t *extents, uint32_t count);
/* Every field of the axis in reach, no position beyond 63 bits. */
int npu_axis_sane(const npu_axis *axis);
/* low <= high, neither NaN. */
int npu_bounds_sane(float low, float high);

/* Passes a defect on. */
#define NPU_CHECK(defect)         \
  do {                            \
    const char *found = (defect); \
    if (found)                    \
      return found;               \
  } while (0)

#endif
