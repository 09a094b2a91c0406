/* CONV where the number of products does not exclude overflow: 64-bit sums, checked. */
#include "targets/rnpu/sim/conv.h"
#include "targets/rnpu/sim/tile.h"
#include "targets/rnpu/isa_window.h"

typedef struct {
  uint32_t first_in, inputs;
  int64_t w_start, w_channel, w_tap; /* weight of (tap, input) = start + tap*w_tap + input*w_channel */
} channel_view;

static channel_view view_of(const rnpu_conv *c, uint32_t k) {
  int64_t taps = (int64_t)c->window.kernel_h * c->window.kernel_w;
  if (c->kind == RNPU_CONV_DEPTHWISE)
    return (channel_view){k, 1, k, 0, c->out.channels};
  uint32_t inputs = c->kind == RNPU_CONV_GROUPED ? c->group_in : c->in.channels;
  uint32_t first = c->kind == RNPU_CONV_GROUPED ? k / c->group_out * c->group_in : 0;
  return (channel_view){first, inputs, k * taps * inputs, 1, inputs};
}

static int64_t sum_of(rnpu_sim *sim, const rnpu_conv *c, const rnpu_axis *rows, const rnpu_axis *columns, uint32_t y,
                      uint32_t x, uint32_t k) {
  const channel_view v = view_of(c, k);
  const int8_t *w = (const int8_t *)sim->sram + c->weights + v.w_start;
  int64_t sum = 0;
  for (int64_t r = 0; r < rows->kernel; ++r)
    for (int64_t s = 0; s < columns->kernel; ++s) {
      int64_t in_y = rnpu_tap(rows, y, r), in_x = rnpu_tap(columns, x, s);
      if (in_y < 0 || in_x < 0)
        continue;
      const uint8_t *pixel = rnpu_pixel(sim->sram, &c->in, (uint64_t)in_y, (uint64_t)in_x) + v.first_in;
      const int8_t *tap = w + (r * columns->kernel + s) * v.w_tap;
      for (uint32_t i = 0; i < v.inputs; ++i)
        sum += (rnpu_byte(pixel + i, c->in.type == RNPU_I8) - c->in.zero_point) * tap[i * v.w_channel];
    }
  return sum;
}

npu_status rnpu_conv_guarded(rnpu_sim *sim, const rnpu_conv *c, int32_t *acc) {
  const rnpu_axis rows = rnpu_row_axis(&c->window, &c->in, &c->out, c->upscale);
  const rnpu_axis columns = rnpu_column_axis(&c->window, &c->in, &c->out, c->upscale);
  for (uint32_t y = 0; y < c->out.rows; ++y)
    for (uint32_t x = 0; x < c->out.columns; ++x)
      for (uint32_t k = 0; k < c->out.channels; ++k, ++acc) {
        int64_t sum = (c->first ? 0 : *acc) + sum_of(sim, c, &rows, &columns, y, x, k);
        if (sum != (int32_t)sum)
          return RNPU_FAULT(sim, "accumulator (%u, %u, %u) leaves 32 bits: %lld", y, x, k, (long long)sum);
        *acc = (int32_t)sum;
      }
  return NPU_OK;
}
