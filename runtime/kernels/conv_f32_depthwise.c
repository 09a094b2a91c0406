/* f32 convolution of one input channel a group (depthwise, with or without a multiplier; a picture of one channel): vectors
 * of output channels. All products of an output go to lane 0 in the order of the taps, and adding the seven empty lanes
 * changes no bit: a lane starts at +0 and no sum that starts there is -0. So a block of outputs is a block of plain running
 * sums, which a compiler turns into vectors. */
#include "runtime/kernels/conv_f32_forms.h"
#include "runtime/kernels/isa.h"

#define BLOCK 16
#define MAX_TAPS 64 /* whose weights are kept for a block; those of larger kernels are gathered at each use */

typedef struct {
  const npu_conv_f32_run *run;
  int64_t channel, width;         /* output channels [channel, channel + width) */
  int64_t taps;
  int kept;                       /* weights holds all taps */
  int64_t sources[BLOCK];         /* their input channels */
  float weights[MAX_TAPS][BLOCK]; /* 0 beyond width */
} block;

static void gather_weights(const block *b, int64_t tap, float *to) {
  const float *from = b->run->weights + b->channel * b->taps + tap;
  for (int64_t i = 0; i < BLOCK; ++i)
    to[i] = i < b->width ? from[i * b->taps] : 0.0f;
}

static block start_block(const npu_conv_f32_run *run, int64_t channel) {
  const npu_conv *conv = run->conv;
  const int64_t left = conv->out_channels - channel, multiplier = conv->out_channels / conv->groups;
  block b = {.run = run, .channel = channel, .width = left < BLOCK ? left : BLOCK};
  b.taps = conv->window.rows.kernel * conv->window.columns.kernel;
  b.kept = b.taps <= MAX_TAPS;
  for (int64_t i = 0; i < BLOCK; ++i)
    b.sources[i] = (channel + (i < b.width ? i : 0)) / multiplier;
  for (int64_t t = 0; b.kept && t < b.taps; ++t)
    gather_weights(&b, t, b.weights[t]);
  return b;
}

/* The running sums of one output pixel. A `plain` block is full, of a multiplier of 1, and keeps its weights. */
NPU_INLINE void pixel(const block *b, int64_t n, int64_t y, int64_t x, const int plain, float *sums) {
  const npu_conv *conv = b->run->conv;
  const npu_axis *rows = &conv->window.rows, *columns = &conv->window.columns;
  const npu_taps high = npu_taps_inside(rows, y), wide = npu_taps_inside(columns, x);
  for (int64_t r = high.first; r < high.last; ++r) {
    const int64_t row = (n * rows->in + npu_axis_position(rows, y, r)) * columns->in;
    for (int64_t s = wide.first; s < wide.last; ++s) {
      const float *in = b->run->in + (row + npu_axis_position(columns, x, s)) * conv->in_channels;
      const int64_t tap = r * columns->kernel + s;
      float gathered[BLOCK];
      const float *w = b->weights[plain || b->kept ? tap : 0];
      if (!plain && !b->kept)
        gather_weights(b, tap, gathered), w = gathered;
      for (int64_t i = 0; i < BLOCK; ++i)
        sums[i] += in[plain ? b->channel + i : b->sources[i]] * w[i];
    }
  }
}

NPU_INLINE void all_pixels(const block *b, const int plain) {
  const npu_window *w = &b->run->conv->window;
  float *out = b->run->out + b->channel;
  for (int64_t n = 0; n < w->batch; ++n)
    for (int64_t y = 0; y < w->rows.out; ++y)
      for (int64_t x = 0; x < w->columns.out; ++x, out += b->run->conv->out_channels) {
        float sums[BLOCK] = {0};
        pixel(b, n, y, x, plain, sums);
        for (int64_t i = 0; i < b->width; ++i)
          out[i] = npu_conv_f32_finish(b->run, b->channel + i, sums[i]);
      }
}

NPU_INLINE void all(const npu_conv_f32_run *run) {
  for (int64_t channel = 0; channel < run->conv->out_channels; channel += BLOCK) {
    const block b = start_block(run, channel);
    if (b.width == BLOCK && b.kept && run->conv->out_channels == run->conv->groups)
      all_pixels(&b, 1);
    else
      all_pixels(&b, 0);
  }
}

int npu_conv_f32_depthwise_applies(const npu_conv *conv) { return conv->groups == conv->in_channels; }

void npu_conv_f32_depthwise_baseline(const npu_conv_f32_run *run) { all(run); }

#if defined(NPU_AVX2)
NPU_AVX2 static void all_avx2(const npu_conv_f32_run *run) { all(run); }

void npu_conv_f32_depthwise(const npu_conv_f32_run *run) {
  if (__builtin_cpu_supports("avx2"))
    all_avx2(run);
  else
    npu_conv_f32_depthwise_baseline(run);
}
#else
void npu_conv_f32_depthwise(const npu_conv_f32_run *run) { npu_conv_f32_depthwise_baseline(run); }
#endif
