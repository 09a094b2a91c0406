/* Depthwise convolution: the taps that are not padding are found once per pixel, then channels run. */
#include "targets/rnpu/sim/conv.h"
#include "targets/rnpu/sim/tile.h"
#include "targets/rnpu/isa_window.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

typedef struct {
  const rnpu_tap_pointers *taps;
  uint32_t count, channels;
  int32_t zero;
  int is_signed, add;
  int32_t *acc;
} depthwise_pixel;

static void channels_scalar(const depthwise_pixel *p, uint32_t from) {
  for (uint32_t c = from; c < p->channels; ++c) {
    int32_t sum = p->add ? p->acc[c] : 0;
    for (uint32_t t = 0; t < p->count; ++t)
      sum += (rnpu_byte(p->taps[t].x + c, p->is_signed) - p->zero) * p->taps[t].w[c];
    p->acc[c] = sum;
  }
}

#if defined(__x86_64__)
/* Sixteen channels at a time: 16-bit halves of the products are zipped to 32 bits. Zipping works within
 * 128-bit lanes, so the sums hold channels 0-3, 8-11 and 4-7, 12-15 until the end. */
__attribute__((target("avx2"))) static uint32_t channels_avx2(const depthwise_pixel *p) {
  const __m256i zero = _mm256_set1_epi16((int16_t)p->zero);
  uint32_t c = 0;
  for (; c + 16 <= p->channels; c += 16) {
    __m256i even = _mm256_setzero_si256(), odd = _mm256_setzero_si256();
    for (uint32_t t = 0; t < p->count; ++t) {
      __m128i bytes = _mm_loadu_si128((const __m128i *)(p->taps[t].x + c));
      __m256i x = _mm256_sub_epi16(p->is_signed ? _mm256_cvtepi8_epi16(bytes) : _mm256_cvtepu8_epi16(bytes), zero);
      __m256i w = _mm256_cvtepi8_epi16(_mm_loadu_si128((const __m128i *)(p->taps[t].w + c)));
      __m256i low = _mm256_mullo_epi16(x, w), high = _mm256_mulhi_epi16(x, w);
      even = _mm256_add_epi32(even, _mm256_unpacklo_epi16(low, high));
      odd = _mm256_add_epi32(odd, _mm256_unpackhi_epi16(low, high));
    }
    __m256i *acc = (__m256i *)(p->acc + c);
    __m256i first = _mm256_permute2x128_si256(even, odd, 0x20), second = _mm256_permute2x128_si256(even, odd, 0x31);
    if (p->add) {
      first = _mm256_add_epi32(first, _mm256_loadu_si256(acc));
      second = _mm256_add_epi32(second, _mm256_loadu_si256(acc + 1));
    }
    _mm256_storeu_si256(acc, first);
    _mm256_storeu_si256(acc + 1, second);
  }
  return c;
}
#endif

static uint32_t find_taps(rnpu_sim *sim, const rnpu_conv *c, const rnpu_axis *rows, const rnpu_axis *columns,
                          uint32_t y, uint32_t x) {
  const int8_t *weights = (const int8_t *)sim->sram + c->weights;
  uint32_t count = 0;
  for (int64_t r = 0; r < rows->kernel; ++r)
    for (int64_t s = 0; s < columns->kernel; ++s) {
      int64_t in_y = rnpu_tap(rows, y, r), in_x = rnpu_tap(columns, x, s);
      if (in_y < 0 || in_x < 0)
        continue;
      sim->taps[count].x = rnpu_pixel(sim->sram, &c->in, (uint64_t)in_y, (uint64_t)in_x);
      sim->taps[count++].w = weights + (size_t)(r * columns->kernel + s) * c->out.channels;
    }
  return count;
}

void rnpu_conv_depthwise(rnpu_sim *sim, const rnpu_conv *c, int32_t *acc) {
  const rnpu_axis rows = rnpu_row_axis(&c->window, &c->in, &c->out, c->upscale);
  const rnpu_axis columns = rnpu_column_axis(&c->window, &c->in, &c->out, c->upscale);
  depthwise_pixel pixel = {.taps = sim->taps, .channels = c->out.channels, .zero = c->in.zero_point,
                           .is_signed = c->in.type == RNPU_I8, .add = !c->first, .acc = acc};
  for (uint32_t y = 0; y < c->out.rows; ++y)
    for (uint32_t x = 0; x < c->out.columns; ++x, pixel.acc += pixel.channels) {
      uint32_t done = 0;
      pixel.count = find_taps(sim, c, &rows, &columns, y, x);
#if defined(__x86_64__)
      if (sim->vector)
        done = channels_avx2(&pixel);
#endif
      channels_scalar(&pixel, done);
    }
}
