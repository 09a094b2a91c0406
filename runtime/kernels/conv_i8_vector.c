/* i8 convolution in AVX2. Two schemes, both exact: integer sums do not depend on their order.
 * Runs: input channels lie side by side in input and weights, so a dot product walks runs of them.
 * Depthwise: output channels lie side by side, so one vector holds many accumulators. */
#include "runtime/kernels/conv_i8_vector.h"
#include "runtime/kernels/isa.h"

#if defined(__x86_64__) && defined(__GNUC__)

#include <immintrin.h>

#define BLOCK 16         /* channels of a depthwise block */
#define DEPTHWISE_TAPS 64 /* taps whose weights are kept for a block */
#define OUTPUTS 4        /* output channels that share the loads of one run */

/* |(x - zx)(w - zw)| <= 255 * 255. */
static int accumulator_fits(const npu_conv *conv) {
  const int64_t taps = conv->window.rows.kernel * conv->window.columns.kernel;
  return taps * (conv->in_channels / conv->groups) <= INT32_MAX / (255 * 255);
}

static int is_depthwise(const npu_conv *conv) {
  return conv->groups == conv->in_channels && conv->groups == conv->out_channels;
}

int npu_conv_i8_vector_applies(const npu_conv *conv) {
  if (!__builtin_cpu_supports("avx2") || !accumulator_fits(conv))
    return 0;
  return !is_depthwise(conv) || conv->in_channels == 1 ||
         conv->window.rows.kernel * conv->window.columns.kernel <= DEPTHWISE_TAPS;
}

NPU_AVX2 static inline __m256i widen16(const int8_t *p) {
  return _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(const void *)p));
}

NPU_AVX2 static inline __m128i widen8(const int8_t *p) {
  return _mm_cvtepi8_epi16(_mm_loadl_epi64((const __m128i *)(const void *)p));
}

NPU_AVX2 static inline int32_t horizontal_sum(__m256i v) {
  __m128i s = _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));
  s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0x4e));
  s = _mm_add_epi32(s, _mm_shuffle_epi32(s, 0xb1));
  return _mm_cvtsi128_si32(s);
}

typedef struct {
  const npu_conv *conv;
  const npu_conv_quant *quant;
  const int8_t *in, *weights;
} operands;

static int32_t weight_zero(const operands *o, int64_t k) {
  return o->quant->weight_zeros ? o->quant->weight_zeros[k] : 0;
}

/* Adds to sums[0 .. OUTPUTS) the products of one run with the same run of OUTPUTS output channels. */
NPU_AVX2 static inline void add_run(const int8_t *x, const int8_t *const *w, const int32_t *wz, int32_t xz, int64_t length,
                                __m256i *wide, int32_t *rest) {
  const __m256i zero = _mm256_set1_epi16((short)xz);
  int64_t i = 0;
  for (; i + 16 <= length; i += 16) {
    const __m256i vx = _mm256_sub_epi16(widen16(x + i), zero);
    for (int k = 0; k < OUTPUTS; ++k) {
      const __m256i vw = _mm256_sub_epi16(widen16(w[k] + i), _mm256_set1_epi16((short)wz[k]));
      wide[k] = _mm256_add_epi32(wide[k], _mm256_madd_epi16(vx, vw));
    }
  }
  if (i + 8 <= length) {
    const __m128i vx = _mm_sub_epi16(widen8(x + i), _mm256_castsi256_si128(zero));
    for (int k = 0; k < OUTPUTS; ++k) {
      const __m128i vw = _mm_sub_epi16(widen8(w[k] + i), _mm_set1_epi16((short)wz[k]));
      wide[k] = _mm256_add_epi32(wide[k], _mm256_zextsi128_si256(_mm_madd_epi16(vx, vw)));
    }
    i += 8;
  }
  for (; i < length; ++i)
    for (int k = 0; k < OUTPUTS; ++k)
      rest[k] += (x[i] - xz) * (w[k][i] - wz[k]);
}

/* Accumulators of output channels [k, k + OUTPUTS), capped to the last of the group, at one pixel. */
NPU_AVX2 static void accumulate_runs(const operands *o, int64_t n, int64_t y, int64_t x, int64_t k, int64_t last,
                                 int32_t *sums) {
  const npu_axis *rows = &o->conv->window.rows, *columns = &o->conv->window.columns;
  const int64_t channels = o->conv->in_channels / o->conv->groups;
  const int64_t first = k / (o->conv->out_channels / o->conv->groups) * channels;
  const npu_taps tr = npu_taps_inside(rows, y), ts = npu_taps_inside(columns, x);
  /* Without dilation, the taps of a row are one run. */
  const int joined = columns->dilation == 1 && o->conv->groups == 1;
  const int64_t step = joined ? (ts.last > ts.first ? ts.last - ts.first : 1) : 1;
  __m256i wide[OUTPUTS];
  int32_t zeros[OUTPUTS];
  int64_t starts[OUTPUTS];
  for (int i = 0; i < OUTPUTS; ++i) {
    const int64_t channel = k + i < last ? k + i : last - 1;
    wide[i] = _mm256_setzero_si256();
    sums[i] = 0;
    zeros[i] = weight_zero(o, channel);
    starts[i] = channel * rows->kernel * columns->kernel * channels;
  }
  for (int64_t r = tr.first; r < tr.last; ++r)
    for (int64_t s = ts.first; s < ts.last; s += step) {
      const int8_t *w[OUTPUTS];
      for (int i = 0; i < OUTPUTS; ++i)
        w[i] = o->weights + starts[i] + (r * columns->kernel + s) * channels;
      const int64_t pixel = (n * rows->in + npu_axis_position(rows, y, r)) * columns->in + npu_axis_position(columns, x, s);
      add_run(o->in + pixel * o->conv->in_channels + first, w, zeros, o->quant->in_zero, step * channels, wide, sums);
    }
  for (int i = 0; i < OUTPUTS; ++i)
    sums[i] += horizontal_sum(wide[i]);
}

static int pixel_by_runs(const operands *o, int64_t n, int64_t y, int64_t x, int8_t *out) {
  const int64_t width = o->conv->out_channels / o->conv->groups;
  for (int64_t k = 0; k < o->conv->out_channels;) {
    const int64_t last = (k / width + 1) * width;
    int32_t sums[OUTPUTS];
    accumulate_runs(o, n, y, x, k, last, sums);
    for (int i = 0; i < OUTPUTS && k < last; ++i, ++k)
      if (!npu_conv_store_i8(o->quant, k, sums[i], out + k))
        return 0;
  }
  return 1;
}

/* Weights of BLOCK channels, less their zero points, by tap. */
typedef struct {
  int16_t tap[DEPTHWISE_TAPS][BLOCK];
} depthwise_weights;

static void gather_weights(const operands *o, int64_t k, depthwise_weights *block) {
  const int64_t area = o->conv->window.rows.kernel * o->conv->window.columns.kernel;
  for (int64_t t = 0; t < area; ++t)
    for (int64_t i = 0; i < BLOCK; ++i)
      block->tap[t][i] = (int16_t)(o->weights[(k + i) * area + t] - weight_zero(o, k + i));
}

/* Accumulators of 16 depthwise channels from channel k at one pixel. */
NPU_AVX2 static void accumulate_depthwise(const operands *o, int64_t n, int64_t y, int64_t x, int64_t k,
                                      const depthwise_weights *block, int32_t *sums) {
  const npu_axis *rows = &o->conv->window.rows, *columns = &o->conv->window.columns;
  const npu_taps tr = npu_taps_inside(rows, y), ts = npu_taps_inside(columns, x);
  const __m256i zero = _mm256_set1_epi16((short)o->quant->in_zero);
  __m256i even = _mm256_setzero_si256(), odd = even;
  for (int64_t r = tr.first; r < tr.last; ++r)
    for (int64_t s = ts.first; s < ts.last; ++s) {
      const int64_t pixel = (n * rows->in + npu_axis_position(rows, y, r)) * columns->in + npu_axis_position(columns, x, s);
      const __m256i vx = _mm256_sub_epi16(widen16(o->in + pixel * o->conv->in_channels + k), zero);
      const __m256i vw = _mm256_loadu_si256((const __m256i *)(const void *)block->tap[r * columns->kernel + s]);
      /* x w with each operand's other half masked away: madd then sums a product and 0. */
      even = _mm256_add_epi32(even, _mm256_madd_epi16(vx, _mm256_blend_epi16(vw, _mm256_setzero_si256(), 0xaa)));
      odd = _mm256_add_epi32(odd, _mm256_madd_epi16(vx, _mm256_blend_epi16(vw, _mm256_setzero_si256(), 0x55)));
    }
  int32_t pairs[2][8];
  _mm256_storeu_si256((__m256i *)(void *)pairs[0], even);
  _mm256_storeu_si256((__m256i *)(void *)pairs[1], odd);
  for (int i = 0; i < BLOCK; ++i)
    sums[i] = pairs[i & 1][i >> 1];
}

/* All pixels of channels [k, k + BLOCK). */
static int depthwise_block(const operands *o, int64_t k, int8_t *out) {
  const npu_window *w = &o->conv->window;
  depthwise_weights block;
  gather_weights(o, k, &block);
  for (int64_t n = 0; n < w->batch; ++n)
    for (int64_t y = 0; y < w->rows.out; ++y)
      for (int64_t x = 0; x < w->columns.out; ++x) {
        int32_t sums[BLOCK];
        int8_t *to = out + ((n * w->rows.out + y) * w->columns.out + x) * o->conv->out_channels + k;
        accumulate_depthwise(o, n, y, x, k, &block, sums);
        for (int i = 0; i < BLOCK; ++i)
          if (!npu_conv_store_i8(o->quant, k + i, sums[i], to + i))
            return 0;
      }
  return 1;
}

static int all_by_runs(const operands *o, int8_t *out) {
  const npu_window *w = &o->conv->window;
  for (int64_t n = 0; n < w->batch; ++n)
    for (int64_t y = 0; y < w->rows.out; ++y)
      for (int64_t x = 0; x < w->columns.out; ++x, out += o->conv->out_channels)
        if (!pixel_by_runs(o, n, y, x, out))
          return 0;
  return 1;
}

int npu_conv_i8_vector(const npu_conv *conv, const npu_conv_quant *quant, const int8_t *in, const int8_t *weights,
                       int8_t *out) {
  const operands o = {conv, quant, in, weights};
  if (!is_depthwise(conv) || conv->in_channels < BLOCK)
    return all_by_runs(&o, out);
  for (int64_t k = 0; k < conv->out_channels; k += BLOCK) {
    /* The last block overlaps the one before rather than read past the last channel. */
    const int64_t at = k + BLOCK <= conv->out_channels ? k : conv->out_channels - BLOCK;
    if (!depthwise_block(&o, at, out))
      return 0;
  }
  return 1;
}

#else

int npu_conv_i8_vector_applies(const npu_conv *conv) {
  (void)conv;
  return 0;
}

int npu_conv_i8_vector(const npu_conv *conv, const npu_conv_quant *quant, const int8_t *in, const int8_t *weights,
                       int8_t *out) {
  return npu_conv_i8_reference(conv, quant, in, weights, out);
}

#endif
