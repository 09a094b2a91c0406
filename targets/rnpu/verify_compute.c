/* CONV, POOL, BINARY, UNARY and SOFTMAX: geometry, types, capacities and parameter ranges. */
#include "targets/rnpu/verify_check.h"

static int is_byte(const rnpu_tile *tile) { return tile->type == RNPU_I8 || tile->type == RNPU_U8; }

static int same_extent(const rnpu_tile *a, const rnpu_tile *b) {
  return a->rows == b->rows && a->columns == b->columns && a->channels == b->channels;
}

static npu_status check_shift(rnpu_check *check, uint32_t shift, uint32_t least, uint32_t most) {
  if (shift < least || shift > most)
    return RNPU_REFUSE(check, "shift %u, must be %u..%u", shift, least, most);
  return NPU_OK;
}

npu_status rnpu_check_bytes(rnpu_check *check, const rnpu_tile *in, const rnpu_tile *out) {
  if (!is_byte(in) || !is_byte(out))
    return RNPU_REFUSE(check, "types %u -> %u, must be i8 or u8", in->type, out->type);
  return NPU_OK;
}

/* in.channels <= 2^32, kernel <= 2^12: each product fits 64 bits when taken in this order. */
static uint64_t conv_weight_bytes(const rnpu_conv *c) {
  uint64_t taps = (uint64_t)c->window.kernel_h * c->window.kernel_w;
  switch (c->kind) {
  case RNPU_CONV_DEPTHWISE: return taps * c->out.channels;
  case RNPU_CONV_GROUPED: {
    uint64_t bytes;
    return __builtin_mul_overflow(taps * c->group_in, (uint64_t)c->out.channels, &bytes) ? UINT64_MAX : bytes;
  }
  default: {
    uint64_t bytes;
    return __builtin_mul_overflow(taps * c->in.channels, (uint64_t)c->out.channels, &bytes) ? UINT64_MAX : bytes;
  }
  }
}

static npu_status check_channels(rnpu_check *check, const rnpu_conv *c) {
  int grouped = c->kind == RNPU_CONV_GROUPED;
  if (c->kind > RNPU_CONV_DEPTHWISE)
    return RNPU_REFUSE(check, "unknown kind %u", c->kind);
  if (!grouped && (c->group_in != 0 || c->group_out != 0))
    return RNPU_REFUSE(check, "group sizes %u, %u on a kind without groups", c->group_in, c->group_out);
  if (c->kind == RNPU_CONV_DEPTHWISE && c->in.channels != c->out.channels)
    return RNPU_REFUSE(check, "depthwise with %u input and %u output channels", c->in.channels, c->out.channels);
  if (grouped && (c->group_in == 0 || c->group_out == 0 || c->in.channels % c->group_in != 0 ||
                  c->out.channels % c->group_out != 0 ||
                  c->in.channels / c->group_in != c->out.channels / c->group_out))
    return RNPU_REFUSE(check, "%u input and %u output channels are not whole groups of %u and %u", c->in.channels,
                       c->out.channels, c->group_in, c->group_out);
  return NPU_OK;
}

static npu_status check_kernel(rnpu_check *check, const rnpu_window *w) {
  if (w->kernel_h > 64 || w->kernel_w > 64)
    return RNPU_REFUSE(check, "kernel %ux%u, at most 64x64", w->kernel_h, w->kernel_w);
  if (w->stride_h > 8 || w->stride_w > 8 || w->dilation_h > 8 || w->dilation_w > 8)
    return RNPU_REFUSE(check, "stride %ux%u, dilation %ux%u, at most 8", w->stride_h, w->stride_w, w->dilation_h,
                       w->dilation_w);
  return NPU_OK;
}

static npu_status check_capacity(rnpu_check *check, const rnpu_conv *c) {
  const rnpu_config *config = check->config;
  uint64_t weights = conv_weight_bytes(c);
  uint64_t acc = (uint64_t)c->out.rows * c->out.columns; /* inside SRAM and not overlapping: < 2^32 */
  if (c->weight_bytes != weights)
    return RNPU_REFUSE(check, "weight_bytes %u, the geometry has %llu", c->weight_bytes, (unsigned long long)weights);
  if (weights > config->wbuf_bytes)
    return RNPU_REFUSE(check, "weight tile of %llu bytes, wbuf has %u", (unsigned long long)weights,
                       config->wbuf_bytes);
  if (acc > config->acc_bytes || acc * c->out.channels * 4 > config->acc_bytes)
    return RNPU_REFUSE(check, "output tile %ux%ux%u exceeds the accumulators' %u bytes", c->out.rows, c->out.columns,
                       c->out.channels, config->acc_bytes);
  if (c->weights % config->sram_align != 0)
    return RNPU_REFUSE(check, "weights at %u, not a multiple of %u", c->weights, config->sram_align);
  return rnpu_check_range(check, "weights", c->weights, weights, config->sram_bytes);
}

static npu_status check_output_stage(rnpu_check *check, const rnpu_conv *c) {
  if (c->act > RNPU_ACT_LUT8)
    return RNPU_REFUSE(check, "unknown activation %u", c->act);
  if (c->act == RNPU_ACT_LUT8 && c->out.type != RNPU_I8)
    return RNPU_REFUSE(check, "LUT8 needs an i8 output");
  if (c->act == RNPU_ACT_LUT8)
    RNPU_TRY(rnpu_check_range(check, "table", c->lut, 256, check->config->lut_bytes));
  else
    RNPU_TRY(rnpu_check_clamp(check, &c->out, c->act_min, c->act_max));
  return rnpu_check_range(check, "PRM records", c->prm, c->out.channels, check->config->prm_records);
}

static int same_tile(const rnpu_tile *a, const rnpu_tile *b) {
  return same_extent(a, b) && a->base == b->base && a->row_pitch == b->row_pitch && a->pixel_pitch == b->pixel_pitch &&
         a->first_column == b->first_column && a->first_channel == b->first_channel &&
         a->zero_point == b->zero_point && a->type == b->type;
}

npu_status rnpu_check_sequence(rnpu_check *check, const rnpu_tile *out, uint32_t first, uint32_t last) {
  rnpu_accumulation *open = &check->accumulating[rnpu_engine(check->command->queue)];
  if (first > 1 || last > 1)
    return RNPU_REFUSE(check, "first %u and last %u must be 0 or 1", first, last);
  if (first && open->out)
    return RNPU_REFUSE(check, "is first, but the accumulation before it has no last");
  if (!first && !open->out)
    return RNPU_REFUSE(check, "is not first, but no accumulation is open");
  if (open->out && !same_tile(open->out, out))
    return RNPU_REFUSE(check, "its output tile differs from the accumulation's first");
  if (first)
    open->most = 0;
  open->opcode = check->command->opcode;
  open->out = last ? 0 : out;
  return NPU_OK;
}

npu_status rnpu_check_conv(rnpu_check *check, const rnpu_conv *c) {
  RNPU_TRY(rnpu_check_zero(check, c->reserved, sizeof c->reserved));
  RNPU_TRY(rnpu_check_tile(check, "in", &c->in, 0));
  RNPU_TRY(rnpu_check_tile(check, "out", &c->out, 1));
  RNPU_TRY(rnpu_check_bytes(check, &c->in, &c->out));
  RNPU_TRY(check_channels(check, c));
  if (c->upscale > RNPU_UPSCALE_ZERO)
    return RNPU_REFUSE(check, "unknown upscale %u", c->upscale);
  RNPU_TRY(check_kernel(check, &c->window));
  RNPU_TRY(rnpu_check_window(check, &c->window, &c->in, &c->out, c->upscale));
  RNPU_TRY(check_capacity(check, c));
  if (c->last)
    RNPU_TRY(check_output_stage(check, c));
  return rnpu_check_sequence(check, &c->out, c->first, c->last);
}

npu_status rnpu_check_pool(rnpu_check *check, const rnpu_pool *p) {
  RNPU_TRY(rnpu_check_zero(check, p->reserved, sizeof p->reserved));
  RNPU_TRY(rnpu_check_tile(check, "in", &p->in, 0));
  RNPU_TRY(rnpu_check_tile(check, "out", &p->out, 1));
  RNPU_TRY(rnpu_check_bytes(check, &p->in, &p->out));
  if (p->kind > RNPU_POOL_AVERAGE || p->count_include_pad > 1)
    return RNPU_REFUSE(check, "unknown kind %u or count_include_pad %u", p->kind, p->count_include_pad);
  if (p->in.channels != p->out.channels)
    return RNPU_REFUSE(check, "%u input and %u output channels", p->in.channels, p->out.channels);
  if (p->kind == RNPU_POOL_AVERAGE && p->prm_count == 0)
    return RNPU_REFUSE(check, "an average needs PRM records");
  RNPU_TRY(rnpu_check_window(check, &p->window, &p->in, &p->out, RNPU_UPSCALE_NONE));
  RNPU_TRY(rnpu_check_clamp(check, &p->out, p->act_min, p->act_max));
  return rnpu_check_range(check, "PRM records", p->prm, p->kind == RNPU_POOL_MAX ? 1 : p->prm_count,
                          check->config->prm_records);
}

static int broadcasts(const rnpu_tile *in, const rnpu_tile *out) {
  return (in->rows == out->rows || in->rows == 1) && (in->columns == out->columns || in->columns == 1) &&
         (in->channels == out->channels || in->channels == 1);
}

npu_status rnpu_check_binary(rnpu_check *check, const rnpu_binary *b) {
  RNPU_TRY(rnpu_check_zero(check, b->reserved, sizeof b->reserved));
  RNPU_TRY(rnpu_check_tile(check, "a", &b->a, 0));
  RNPU_TRY(rnpu_check_tile(check, "b", &b->b, 0));
  RNPU_TRY(rnpu_check_tile(check, "out", &b->out, 1));
  if (b->kind > RNPU_LESS || (b->kind > RNPU_MAX && b->kind < RNPU_EQUAL))
    return RNPU_REFUSE(check, "unknown kind %u", b->kind);
  if (b->a.type != RNPU_I8 || b->b.type != RNPU_I8 || b->out.type != RNPU_I8)
    return RNPU_REFUSE(check, "types %u, %u -> %u, must be i8", b->a.type, b->b.type, b->out.type);
  if (!broadcasts(&b->a, &b->out) || !broadcasts(&b->b, &b->out))
    return RNPU_REFUSE(check, "an operand is neither 1 nor the output's %ux%ux%u", b->out.rows, b->out.columns,
                       b->out.channels);
  RNPU_TRY(check_shift(check, b->shift, 1, 62));
  return rnpu_check_clamp(check, &b->out, b->act_min, b->act_max);
}

static npu_status check_unary_kind(rnpu_check *check, const rnpu_unary *u) {
  switch (u->kind) {
  case RNPU_COPY:
    return u->in.type == u->out.type ? NPU_OK
                                     : RNPU_REFUSE(check, "copies type %u to %u", u->in.type, u->out.type);
  case RNPU_REQUANTIZE:
    RNPU_TRY(rnpu_check_bytes(check, &u->in, &u->out));
    return check_shift(check, u->shift, 1, 62);
  case RNPU_QUANTIZE:
  case RNPU_DEQUANTIZE: {
    const rnpu_tile *real = u->kind == RNPU_QUANTIZE ? &u->in : &u->out;
    const rnpu_tile *integer = u->kind == RNPU_QUANTIZE ? &u->out : &u->in;
    if (real->type != RNPU_F32 || !is_byte(integer))
      return RNPU_REFUSE(check, "types %u -> %u, must be f32 and i8 or u8", u->in.type, u->out.type);
    return u->scale > 0 && u->scale <= 3.40282347e38f ? NPU_OK
                                                      : RNPU_REFUSE(check, "the scale is not positive and finite");
  }
  case RNPU_LUT8:
    if (u->in.type != RNPU_I8 || u->out.type != RNPU_I8)
      return RNPU_REFUSE(check, "types %u -> %u, must be i8", u->in.type, u->out.type);
    return rnpu_check_range(check, "table", u->lut, 256, check->config->lut_bytes);
  default:
    return RNPU_REFUSE(check, "unknown kind %u", u->kind);
  }
}

npu_status rnpu_check_unary(rnpu_check *check, const rnpu_unary *u) {
  RNPU_TRY(rnpu_check_zero(check, u->reserved, sizeof u->reserved));
  RNPU_TRY(rnpu_check_tile(check, "in", &u->in, 0));
  RNPU_TRY(rnpu_check_tile(check, "out", &u->out, 1));
  if (!same_extent(&u->in, &u->out))
    return RNPU_REFUSE(check, "input %ux%ux%u, output %ux%ux%u", u->in.rows, u->in.columns, u->in.channels,
                       u->out.rows, u->out.columns, u->out.channels);
  RNPU_TRY(check_unary_kind(check, u));
  if (u->kind == RNPU_REQUANTIZE || u->kind == RNPU_QUANTIZE)
    return rnpu_check_clamp(check, &u->out, u->act_min, u->act_max);
  return NPU_OK;
}

npu_status rnpu_check_softmax(rnpu_check *check, const rnpu_softmax *s) {
  RNPU_TRY(rnpu_check_zero(check, s->reserved, sizeof s->reserved));
  RNPU_TRY(rnpu_check_tile(check, "in", &s->in, 0));
  RNPU_TRY(rnpu_check_tile(check, "out", &s->out, 1));
  if (s->in.type != RNPU_I8 || s->out.type != RNPU_I8 || !same_extent(&s->in, &s->out))
    return RNPU_REFUSE(check, "input and output must be i8 of one extent");
  if (s->mult >= 1u << 24)
    return RNPU_REFUSE(check, "mult %u, must be below 2^24", s->mult);
  RNPU_TRY(check_shift(check, s->shift, 1, 40));
  return rnpu_check_range(check, "table", s->lut, 1024, check->config->lut_bytes);
}
