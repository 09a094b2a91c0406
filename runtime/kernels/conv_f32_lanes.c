/* f32 convolution by dot products of vectors of lanes: a block of pixels shares the loads of weights, a block of output
 * channels those of pixels. Lanes that a channel count leaves over add +0, which changes no bit: a lane starts at +0 and no
 * sum that starts there is -0. */
#include "runtime/kernels/conv_f32_forms.h"
#include "runtime/kernels/vector_lanes.h"

#if defined(NPU_VECTOR_LANES)

#define PIXELS 2
#define CHANNELS 4
#define CACHED 8192 /* weights that a sweep over the pixels keeps near, in elements */

typedef struct {
  const npu_conv_f32_run *run;
  const float *in_end, *weights_end;
  int64_t channels;     /* of a group's input */
  int64_t joined;       /* the taps of a row are one run in input, weights and lanes */
  npu_mask rest;        /* the lanes of the last, incomplete vector of a run */
} operands;

/* An output pixel: its taps, and the element that tap (0, 0) reads, in padding or not. */
typedef struct {
  npu_taps rows, columns;
  int64_t origin;
} pixel;

static pixel pixel_at(const npu_conv *conv, int64_t index) {
  const npu_axis *rows = &conv->window.rows, *columns = &conv->window.columns;
  const int64_t x = index % columns->out, y = index / columns->out % rows->out, n = index / (columns->out * rows->out);
  const int64_t row = n * rows->in + npu_axis_position(rows, y, 0);
  const pixel p = {npu_taps_inside(rows, y), npu_taps_inside(columns, x),
                   (row * columns->in + npu_axis_position(columns, x, 0)) * conv->in_channels};
  return p;
}

static int same_taps(const pixel *a, const pixel *b) {
  return a->rows.first == b->rows.first && a->rows.last == b->rows.last && a->columns.first == b->columns.first &&
         a->columns.last == b->columns.last;
}

/* Adds to sums[p][k] the products of `length` elements at x[p] and w[k]. */
NPU_INLINE void add_run(const operands *o, const float *const *x, const float *const *w, int64_t length, const int pixels,
                        npu_vector sums[][CHANNELS]) {
  npu_vector in[PIXELS];
  int64_t c = 0;
  for (; c + NPU_LANES <= length; c += NPU_LANES) {
    for (int p = 0; p < pixels; ++p)
      in[p] = npu_vector_load(x[p] + c);
    for (int k = 0; k < CHANNELS; ++k)
      for (int p = 0; p < pixels; ++p)
        sums[p][k] += in[p] * npu_vector_load(w[k] + c);
  }
  if (c == length)
    return;
  for (int p = 0; p < pixels; ++p)
    in[p] = npu_vector_load_some(x[p] + c, o->in_end, o->rest);
  for (int k = 0; k < CHANNELS; ++k)
    for (int p = 0; p < pixels; ++p)
      sums[p][k] += in[p] * npu_vector_load_some(w[k] + c, o->weights_end, o->rest);
}

/* Output channels [k, k + CHANNELS), without those from `last` on, at pixels of the same taps. */
NPU_INLINE void block(const operands *o, const pixel *at, int64_t index, int64_t k, int64_t last, const int pixels) {
  const npu_conv *conv = o->run->conv;
  const npu_axis *rows = &conv->window.rows, *columns = &conv->window.columns;
  const int64_t group = k / (conv->out_channels / conv->groups), taps = at->columns.last - at->columns.first;
  const int64_t step = o->joined ? (taps ? taps : 1) : 1;
  npu_vector sums[PIXELS][CHANNELS];
  for (int p = 0; p < pixels; ++p)
    for (int i = 0; i < CHANNELS; ++i)
      sums[p][i] = (npu_vector){0};
  for (int64_t r = at->rows.first; r < at->rows.last; ++r)
    for (int64_t s = at->columns.first; s < at->columns.last; s += step) {
      const float *x[PIXELS], *w[CHANNELS];
      const int64_t tap = (r * rows->dilation * columns->in + s * columns->dilation) * conv->in_channels;
      for (int p = 0; p < pixels; ++p)
        x[p] = o->run->in + at[p].origin + tap + group * o->channels;
      for (int i = 0; i < CHANNELS; ++i) {
        const int64_t channel = k + i < last ? k + i : last - 1;
        w[i] = o->run->weights + ((channel * rows->kernel + r) * columns->kernel + s) * o->channels;
      }
      add_run(o, x, w, step * o->channels, pixels, sums);
    }
  for (int p = 0; p < pixels; ++p)
    for (int i = 0; i < CHANNELS && k + i < last; ++i)
      o->run->out[(index + p) * conv->out_channels + k + i] = npu_conv_f32_finish(o->run, k + i, npu_vector_sum(sums[p][i]));
}

/* Output channels [first, last) of one group at all pixels. */
NPU_INLINE void sweep(const operands *o, int64_t first, int64_t last) {
  const npu_window *w = &o->run->conv->window;
  const int64_t count = w->batch * w->rows.out * w->columns.out;
  for (int64_t index = 0; index < count;) {
    pixel at[PIXELS] = {pixel_at(o->run->conv, index)};
    int paired = index + 1 < count;
    if (paired) {
      at[1] = pixel_at(o->run->conv, index + 1);
      paired = same_taps(&at[0], &at[1]);
    }
    for (int64_t k = first; k < last; k += CHANNELS)
      if (paired)
        block(o, at, index, k, last, PIXELS);
      else
        block(o, at, index, k, last, 1);
    index += paired ? PIXELS : 1;
  }
}

NPU_INLINE void all(const npu_conv_f32_run *run) {
  const npu_conv *conv = run->conv;
  const npu_window *w = &conv->window;
  const int64_t channels = conv->in_channels / conv->groups, width = conv->out_channels / conv->groups;
  const int64_t filter = w->rows.kernel * w->columns.kernel * channels;
  const operands o = {run,
                      run->in + w->batch * w->rows.in * w->columns.in * conv->in_channels,
                      run->weights + conv->out_channels * filter,
                      channels,
                      w->columns.dilation == 1 && conv->groups == 1 && channels % NPU_LANES == 0,
                      npu_first_lanes(channels % NPU_LANES)};
  const int64_t blocks = CACHED / (CHANNELS * filter), chunk = (blocks ? blocks : 1) * CHANNELS;
  for (int64_t group = 0; group < conv->out_channels; group += width)
    for (int64_t k = group; k < group + width; k += chunk)
      sweep(&o, k, k + chunk < group + width ? k + chunk : group + width);
}

void npu_conv_f32_lanes_baseline(const npu_conv_f32_run *run) { all(run); }

#if defined(NPU_AVX2)
NPU_AVX2 static void all_avx2(const npu_conv_f32_run *run) { all(run); }

void npu_conv_f32_lanes(const npu_conv_f32_run *run) {
  if (__builtin_cpu_supports("avx2"))
    all_avx2(run);
  else
    npu_conv_f32_lanes_baseline(run);
}
#else
void npu_conv_f32_lanes(const npu_conv_f32_run *run) { npu_conv_f32_lanes_baseline(run); }
#endif

#else

void npu_conv_f32_lanes_baseline(const npu_conv_f32_run *run) {
  npu_conv_f32_reference(run->conv, run->in, run->weights, run->bias, run->low, run->high, run->out);
}

void npu_conv_f32_lanes(const npu_conv_f32_run *run) { npu_conv_f32_lanes_baseline(run); }

#endif
