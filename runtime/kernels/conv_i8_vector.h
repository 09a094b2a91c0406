/* The seam between the scalar i8 convolution and its vector form. Internal to the kernels. */
#ifndef NPU_RUNTIME_KERNELS_CONV_I8_VECTOR_H
#define NPU_RUNTIME_KERNELS_CONV_I8_VECTOR_H

#include "runtime/kernels/conv.h"

/* The output stage of channel k: bias, rescale, clamp. Returns 0 if sum + bias leaves i32. */
static inline int npu_conv_store_i8(const npu_conv_quant *quant, int64_t k, int64_t sum, int8_t *out) {
  if (quant->bias)
    sum += quant->bias[k];
  if (sum < INT32_MIN || sum > INT32_MAX)
    return 0;
  *out = (int8_t)npu_rescale_apply((int32_t)sum, quant->rescales[k], quant->rounding, quant->out_zero, quant->low,
                                   quant->high);
  return 1;
}

/* Whether this host has a vector form for the shape, in which no i32 accumulator can overflow. */
int npu_conv_i8_vector_applies(const npu_conv *conv);

/* Contract of npu_conv_i8; call only where it applies. */
int npu_conv_i8_vector(const npu_conv *conv, const npu_conv_quant *quant, const int8_t *in, const int8_t *weights,
                       int8_t *out);

#endif
