/* Convolution: dense, grouped and depthwise are one definition; a dense layer is its 1x1 case.
 *
 * Input [batch][rows][columns][in_channels], weights [out_channels][kernel rows][kernel columns][in_channels / groups],
 * output [batch][rows][columns][out_channels]. Output channel k reads the input channels of group
 * k / (out_channels / groups). Padding contributes nothing (N6). */
#ifndef NPU_RUNTIME_KERNELS_CONV_H
#define NPU_RUNTIME_KERNELS_CONV_H

#include <stdint.h>

#include "runtime/kernels/rescale.h"
#include "runtime/kernels/window.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
  npu_window window;
  int64_t in_channels, out_channels, groups; /* groups divides both */
} npu_conv;

/* rows x in_features times out_features x in_features, as a convolution. */
npu_conv npu_dense_as_conv(int64_t rows, int64_t in_features, int64_t out_features);

typedef struct {
  int32_t in_zero, out_zero;   /* within i8 */
  const int32_t *weight_zeros; /* [out_channels], within i8; or null: all 0 */
  const int32_t *bias;         /* [out_channels], in steps of input scale * weight scale; or null */
  const npu_rescale *rescales; /* [out_channels] */
  npu_rounding rounding;
  int32_t low, high; /* within i8; the fused activation */
} npu_conv_quant;

/* q = clamp(out_zero + R((bias + sum of (x - in_zero)(w - weight_zero)) * mult, shift), low, high): N3, N4.
 * Returns 0 if an accumulator with its bias leaves i32; the output is then incomplete. The scalar reference. */
int npu_conv_i8_reference(const npu_conv *conv, const npu_conv_quant *quant, const int8_t *in, const int8_t *weights,
                          int8_t *out);

/* The same bits and result, faster where the host allows. */
int npu_conv_i8(const npu_conv *conv, const npu_conv_quant *quant, const int8_t *in, const int8_t *weights,
                int8_t *out);

/* clamp(sum of x w + bias, low, high) in f32. Products of input channel c (within its group) go to lane c mod 8
 * (lanes.h), taps in row-major order, bias last (may be null). low <= high, infinities allowed; NaN passes. The scalar reference. */
void npu_conv_f32_reference(const npu_conv *conv, const float *in, const float *weights, const float *bias, float low,
                            float high, float *out);

/* The same bits, faster for depthwise shapes. */
void npu_conv_f32(const npu_conv *conv, const float *in, const float *weights, const float *bias, float low, float high,
                  float *out);

#ifdef __cplusplus
}
#endif

#endif
