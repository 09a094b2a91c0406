/* f32 depthwise convolution, many channels at a time. With one input channel a group, all products of an output go to
 * lane 0 in the order of the taps, and adding the seven empty lanes changes no bit: a lane starts at +0 and no sum that
 * starts there is -0. So a block of outputs is a block of plain running sums, which a compiler turns into vectors. */
#include "runtime/kernels/conv.h"

#define BLOCK 16
#define MAX_TAPS 64 /* whose weights are kept for a block */

typedef struct {
  const npu_conv *conv;
  const float *in, *bias;
  float low, high;
  int64_t channel, width;     /* the block: channels [channel, channel + width) */
  float weights[MAX_TAPS][BLOCK]; /* 0 beyond width */
} block;

static void gather_weights(block *b, const float *weights, int64_t taps) {
  for (int64_t t = 0; t < taps; ++t)
    for (int64_t i = 0; i < BLOCK; ++i)
      b->weights[t][i] = i < b->width ? weights[(b->channel + i) * taps + t] : 0.0f;
}

static void add_tap(float *sums, const float *x, const float *w, int64_t width) {
  if (width == BLOCK)
    for (int64_t i = 0; i < BLOCK; ++i)
      sums[i] += x[i] * w[i];
  else
    for (int64_t i = 0; i < width; ++i)
      sums[i] += x[i] * w[i];
}

static void store(const block *b, const float *sums, float *out) {
  for (int64_t i = 0; i < b->width; ++i) {
    const float v = b->bias ? sums[i] + b->bias[b->channel + i] : sums[i];
    out[i] = v < b->low ? b->low : v > b->high ? b->high : v;
  }
}

static void pixel(const block *b, int64_t n, int64_t y, int64_t x, float *out) {
  const npu_axis *rows = &b->conv->window.rows, *columns = &b->conv->window.columns;
  float sums[BLOCK] = {0};
  for (int64_t r = 0; r < rows->kernel; ++r)
    for (int64_t s = 0; s < columns->kernel; ++s) {
      const int64_t iy = npu_axis_position(rows, y, r), ix = npu_axis_position(columns, x, s);
      if (npu_axis_inside(rows, iy) && npu_axis_inside(columns, ix))
        add_tap(sums, b->in + ((n * rows->in + iy) * columns->in + ix) * b->conv->in_channels + b->channel,
                b->weights[r * columns->kernel + s], b->width);
    }
  store(b, sums, out);
}

static void all_pixels(const block *b, float *out) {
  const npu_window *w = &b->conv->window;
  for (int64_t n = 0; n < w->batch; ++n)
    for (int64_t y = 0; y < w->rows.out; ++y)
      for (int64_t x = 0; x < w->columns.out; ++x)
        pixel(b, n, y, x, out + ((n * w->rows.out + y) * w->columns.out + x) * b->conv->out_channels + b->channel);
}

void npu_conv_f32(const npu_conv *conv, const float *in, const float *weights, const float *bias, float low, float high,
                  float *out) {
  const int64_t taps = conv->window.rows.kernel * conv->window.columns.kernel;
  if (conv->groups != conv->in_channels || conv->groups != conv->out_channels || taps > MAX_TAPS) {
    npu_conv_f32_reference(conv, in, weights, bias, low, high, out);
    return;
  }
  block b = {.conv = conv, .in = in, .bias = bias, .low = low, .high = high};
  for (b.channel = 0; b.channel < conv->out_channels; b.channel += BLOCK) {
    b.width = conv->out_channels - b.channel < BLOCK ? conv->out_channels - b.channel : BLOCK;
    gather_weights(&b, weights, taps);
    all_pixels(&b, out);
  }
}
