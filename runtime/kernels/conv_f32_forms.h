/* The seam between the scalar f32 convolution and its fast forms, all of the same bits. Internal to the kernels. */
#ifndef NPU_RUNTIME_KERNELS_CONV_F32_FORMS_H
#define NPU_RUNTIME_KERNELS_CONV_F32_FORMS_H

#include "runtime/kernels/conv.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The arguments of npu_conv_f32. */
typedef struct {
  const npu_conv *conv;
  const float *in, *weights, *bias;
  float low, high;
  float *out;
} npu_conv_f32_run;

/* The output stage of channel k: bias, clamp. */
static inline float npu_conv_f32_finish(const npu_conv_f32_run *run, int64_t k, float sum) {
  const float v = run->bias ? sum + run->bias[k] : sum;
  return v < run->low ? run->low : v > run->high ? run->high : v;
}

/* One input channel a group: vectors of output channels. */
int npu_conv_f32_depthwise_applies(const npu_conv *conv);
void npu_conv_f32_depthwise(const npu_conv_f32_run *run);

/* Any convolution: vectors of the eight lanes, blocks of pixels and output channels. */
void npu_conv_f32_lanes(const npu_conv_f32_run *run);

/* The same without the instructions that the host is asked for at run time. */
void npu_conv_f32_depthwise_baseline(const npu_conv_f32_run *run);
void npu_conv_f32_lanes_baseline(const npu_conv_f32_run *run);

#ifdef __cplusplus
}
#endif

#endif
