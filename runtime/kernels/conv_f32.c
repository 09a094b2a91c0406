#include "runtime/kernels/conv.h"
#include "runtime/kernels/conv_f32_forms.h"
#include "runtime/kernels/lanes.h"

typedef struct {
  const npu_conv *conv;
  const float *in, *weights;
} operands;

/* Adds the products of one tap: channel c to lane c mod 8. */
static inline void add_tap(npu_lanes *sum, const float *x, const float *w, int64_t channels) {
  int64_t c = 0;
  for (; c + NPU_LANES <= channels; c += NPU_LANES)
    for (int l = 0; l < NPU_LANES; ++l)
      sum->lane[l] += x[c + l] * w[c + l];
  for (int l = 0; c + l < channels; ++l)
    sum->lane[l] += x[c + l] * w[c + l];
}

static float accumulate(const operands *o, int64_t n, int64_t y, int64_t x, int64_t k) {
  const npu_axis *rows = &o->conv->window.rows, *columns = &o->conv->window.columns;
  const int64_t channels = o->conv->in_channels / o->conv->groups;
  const int64_t first = k / (o->conv->out_channels / o->conv->groups) * channels;
  npu_lanes sum = {{0}};
  for (int64_t r = 0; r < rows->kernel; ++r)
    for (int64_t s = 0; s < columns->kernel; ++s) {
      const int64_t iy = npu_axis_position(rows, y, r), ix = npu_axis_position(columns, x, s);
      if (!npu_axis_inside(rows, iy) || !npu_axis_inside(columns, ix))
        continue;
      add_tap(&sum, o->in + ((n * rows->in + iy) * columns->in + ix) * o->conv->in_channels + first,
              o->weights + ((k * rows->kernel + r) * columns->kernel + s) * channels, channels);
    }
  return npu_lanes_sum(&sum);
}

void npu_conv_f32_reference(const npu_conv *conv, const float *in, const float *weights, const float *bias, float low,
                            float high, float *out) {
  const operands o = {conv, in, weights};
  for (int64_t n = 0; n < conv->window.batch; ++n)
    for (int64_t y = 0; y < conv->window.rows.out; ++y)
      for (int64_t x = 0; x < conv->window.columns.out; ++x)
        for (int64_t k = 0; k < conv->out_channels; ++k) {
          float v = accumulate(&o, n, y, x, k);
          if (bias)
            v += bias[k];
          *out++ = v < low ? low : v > high ? high : v;
        }
}

void npu_conv_f32(const npu_conv *conv, const float *in, const float *weights, const float *bias, float low, float high,
                  float *out) {
  const npu_conv_f32_run run = {conv, in, weights, bias, low, high, out};
  if (npu_conv_f32_depthwise_applies(conv))
    npu_conv_f32_depthwise(&run);
  else
    npu_conv_f32_lanes(&run);
}
