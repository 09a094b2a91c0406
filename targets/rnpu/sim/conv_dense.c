/* Dense and grouped convolution: gather x - zx of a few output pixels into rows of i16 (padding is 0, N6),
 * then one dot product per output channel and pixel. */
#include "targets/rnpu/sim/conv.h"
#include "targets/rnpu/sim/tile.h"
#include "targets/rnpu/isa_window.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef struct {
  const int16_t *patch; /* RNPU_SIM_PIXELS rows, zero from `length` to the next multiple of 16 */
  uint32_t pitch, length;
  const int8_t *weights; /* [channels][length] */
  uint32_t channels;
  int32_t *acc; /* of the first pixel and channel */
  uint32_t acc_pitch, pixels;
  int add; /* 0: overwrite */
} dense_block;

static void block_scalar(const dense_block *b) {
  for (uint32_t k = 0; k < b->channels; ++k) {
    const int8_t *w = b->weights + (size_t)k * b->length;
    for (uint32_t p = 0; p < b->pixels; ++p) {
      const int16_t *x = b->patch + (size_t)p * b->pitch;
      int32_t sum = 0;
      for (uint32_t i = 0; i < b->length; ++i)
        sum += x[i] * w[i];
      int32_t *acc = b->acc + (size_t)p * b->acc_pitch + k;
      *acc = b->add ? *acc + sum : sum;
    }
  }
}

#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2")))

/* The sums of four registers, in order. */
AVX2 static inline __m128i reduce4(__m256i a, __m256i b, __m256i c, __m256i d) {
  __m256i sums = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
  return _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
}

static inline void store4(const dense_block *b, uint32_t k, const int32_t sums[4]) {
  for (uint32_t p = 0; p < b->pixels; ++p) {
    int32_t *acc = b->acc + (size_t)p * b->acc_pitch + k;
    *acc = b->add ? *acc + sums[p] : sums[p];
  }
}

/* Two channels by four pixels. Weights past a row's end meet zeros of the patch. */
AVX2 static void block_avx2(const dense_block *b) {
  for (uint32_t k = 0; k < b->channels; k += 2) {
    const int8_t *w0 = b->weights + (size_t)k * b->length;
    const int8_t *w1 = k + 1 < b->channels ? w0 + b->length : w0;
    __m256i s[8];
    for (int i = 0; i < 8; ++i)
      s[i] = _mm256_setzero_si256();
    for (uint32_t i = 0; i < b->length; i += 16) {
      __m256i v0 = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(w0 + i)));
      __m256i v1 = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(w1 + i)));
#pragma GCC unroll 4
      for (int p = 0; p < 4; ++p) {
        __m256i x = _mm256_loadu_si256((const __m256i *)(b->patch + (size_t)p * b->pitch + i));
        s[p] = _mm256_add_epi32(s[p], _mm256_madd_epi16(x, v0));
        s[4 + p] = _mm256_add_epi32(s[4 + p], _mm256_madd_epi16(x, v1));
      }
    }
    int32_t sums[8];
    _mm_storeu_si128((__m128i *)sums, reduce4(s[0], s[1], s[2], s[3]));
    _mm_storeu_si128((__m128i *)(sums + 4), reduce4(s[4], s[5], s[6], s[7]));
    store4(b, k, sums);
    if (k + 1 < b->channels)
      store4(b, k + 1, sums + 4);
  }
}
#endif

static void widen(const uint8_t *x, uint32_t count, int is_signed, int32_t zero, int16_t *out) {
  if (is_signed)
    for (uint32_t i = 0; i < count; ++i)
      out[i] = (int16_t)((int8_t)x[i] - zero);
  else
    for (uint32_t i = 0; i < count; ++i)
      out[i] = (int16_t)(x[i] - zero);
}

/* Taps of output pixel (y, x), input channels [first, first + count), in weight order. */
static void gather(const rnpu_sim *sim, const rnpu_conv *c, const rnpu_axis *rows, const rnpu_axis *columns, uint32_t y,
                   uint32_t x, uint32_t first, uint32_t count, int16_t *out) {
  for (int64_t r = 0; r < rows->kernel; ++r) {
    int64_t in_y = rnpu_tap(rows, y, r);
    for (int64_t s = 0; s < columns->kernel; ++s, out += count) {
      int64_t in_x = in_y < 0 ? -1 : rnpu_tap(columns, x, s);
      if (in_x < 0)
        for (uint32_t i = 0; i < count; ++i)
          out[i] = 0;
      else
        widen(rnpu_pixel(sim->sram, &c->in, (uint64_t)in_y, (uint64_t)in_x) + first, count, c->in.type == RNPU_I8,
              c->in.zero_point, out);
    }
  }
}

/* Whether the taps of a kernel row are one run of bytes in the input tile. */
static int taps_are_contiguous(const rnpu_conv *c, uint32_t count) {
  return c->in.pixel_pitch == count && c->window.dilation_w == 1 && c->upscale == RNPU_UPSCALE_NONE;
}

/* gather() where taps_are_contiguous(): padding, one run, padding. */
static void gather_rows(const rnpu_sim *sim, const rnpu_conv *c, const rnpu_axis *rows, const rnpu_axis *columns,
                        uint32_t y, uint32_t x, uint32_t channel, uint32_t count, int16_t *out) {
  const int64_t start = (columns->out_origin + x) * columns->stride - columns->pad, taps = columns->kernel;
  int64_t first = start < 0 ? -start : 0, last = columns->extent - start;
  last = last > taps ? taps : last < 0 ? 0 : last;
  first = first > last ? last : first;
  for (int64_t r = 0; r < rows->kernel; ++r, out += taps * count) {
    int64_t in_y = rnpu_tap(rows, y, r);
    const int outside = in_y < 0 || first == last;
    const int64_t from = outside ? taps : first, to = outside ? taps : last;
    for (int64_t i = 0; i < from * count; ++i)
      out[i] = 0;
    if (!outside)
      widen(rnpu_pixel(sim->sram, &c->in, (uint64_t)in_y, (uint64_t)(start + first - columns->in_origin)) + channel,
            (uint32_t)(last - first) * count, c->in.type == RNPU_I8, c->in.zero_point, out + first * count);
    for (int64_t i = to * count; i < taps * count; ++i)
      out[i] = 0;
  }
}

static void gather_pixel(const rnpu_sim *sim, const rnpu_conv *c, const rnpu_axis *rows, const rnpu_axis *columns,
                         uint32_t pixel, uint32_t first, uint32_t count, int16_t *out) {
  const uint32_t y = pixel / c->out.columns, x = pixel % c->out.columns;
  if (taps_are_contiguous(c, count))
    gather_rows(sim, c, rows, columns, y, x, first, count, out);
  else
    gather(sim, c, rows, columns, y, x, first, count, out);
}

static void run_group(rnpu_sim *sim, const rnpu_conv *c, uint32_t group, uint32_t inputs, uint32_t outputs,
                      int32_t *acc) {
  const rnpu_axis rows = rnpu_row_axis(&c->window, &c->in, &c->out, c->upscale);
  const rnpu_axis columns = rnpu_column_axis(&c->window, &c->in, &c->out, c->upscale);
  uint32_t length = (uint32_t)(rows.kernel * columns.kernel) * inputs;
  uint32_t total = c->out.rows * c->out.columns;
  dense_block block = {.patch = sim->patch, .pitch = (length + 15) / 16 * 16, .length = length,
                       .weights = (const int8_t *)sim->sram + c->weights + (size_t)group * outputs * length,
                       .channels = outputs, .acc_pitch = c->out.channels, .add = !c->first};
  for (uint32_t p = 0; p < RNPU_SIM_PIXELS; ++p)
    for (uint32_t i = length; i < block.pitch; ++i)
      sim->patch[(size_t)p * block.pitch + i] = 0;
  for (uint32_t start = 0; start < total; start += RNPU_SIM_PIXELS) {
    block.pixels = total - start < RNPU_SIM_PIXELS ? total - start : RNPU_SIM_PIXELS;
    for (uint32_t p = 0; p < block.pixels; ++p)
      gather_pixel(sim, c, &rows, &columns, start + p, group * inputs, inputs, sim->patch + (size_t)p * block.pitch);
    block.acc = acc + (size_t)start * c->out.channels + (size_t)group * outputs;
#if defined(__x86_64__)
    if (sim->vector) {
      block_avx2(&block);
      continue;
    }
#endif
    block_scalar(&block);
  }
}

void rnpu_conv_dense(rnpu_sim *sim, const rnpu_conv *c, int32_t *acc) {
  int grouped = c->kind == RNPU_CONV_GROUPED;
  uint32_t inputs = grouped ? c->group_in : c->in.channels, outputs = grouped ? c->group_out : c->out.channels;
  for (uint32_t group = 0; group < c->out.channels / outputs; ++group)
    run_group(sim, c, group, inputs, outputs, acc);
}
