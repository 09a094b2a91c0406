/* Tiles in SRAM and windows over them. */
#include "targets/rnpu/verify_check.h"
#include "targets/rnpu/isa_window.h"

npu_status rnpu_check_range(rnpu_check *check, const char *name, uint64_t first, uint64_t count, uint64_t size) {
  if (first > size || count > size - first)
    return RNPU_REFUSE(check, "%s [%llu, +%llu) lies outside [0, %llu)", name, (unsigned long long)first,
                       (unsigned long long)count, (unsigned long long)size);
  return NPU_OK;
}

npu_status rnpu_check_zero(rnpu_check *check, const uint8_t *reserved, uint32_t count) {
  for (uint32_t i = 0; i < count; ++i)
    if (reserved[i] != 0)
      return RNPU_REFUSE(check, "a reserved field of the payload is not zero");
  return NPU_OK;
}

static int byte_range(const rnpu_tile *tile, int32_t *low, int32_t *high) {
  *low = tile->type == RNPU_I8 ? -128 : 0;
  *high = tile->type == RNPU_I8 ? 127 : 255;
  return tile->type == RNPU_I8 || tile->type == RNPU_U8;
}

npu_status rnpu_check_clamp(rnpu_check *check, const rnpu_tile *out, int32_t low, int32_t high) {
  int32_t least, most;
  if (byte_range(out, &least, &most) && (low > high || low < least || high > most))
    return RNPU_REFUSE(check, "clamp [%d, %d] is not a range within [%d, %d]", low, high, least, most);
  return NPU_OK;
}

/* Last byte + 1 of the tile; 0 when it does not fit 64 bits. */
static uint64_t tile_end(const rnpu_tile *t, uint64_t element) {
  uint64_t columns = (uint64_t)t->first_column + t->columns - 1, pixels, bytes;
  if (__builtin_mul_overflow(columns, (uint64_t)t->pixel_pitch, &pixels) ||
      __builtin_add_overflow(pixels, (uint64_t)t->first_channel + t->channels, &pixels) ||
      __builtin_mul_overflow(pixels, element, &bytes) ||
      __builtin_add_overflow(bytes, (uint64_t)(t->rows - 1) * t->row_pitch, &bytes) ||
      __builtin_add_overflow(bytes, (uint64_t)t->base, &bytes))
    return 0;
  return bytes;
}

static npu_status check_no_self_overlap(rnpu_check *check, const char *name, const rnpu_tile *t, uint64_t element) {
  uint64_t row = ((uint64_t)(t->columns - 1) * t->pixel_pitch + t->channels) * element;
  if ((t->columns > 1 && t->pixel_pitch < t->channels) || (t->rows > 1 && t->row_pitch < row))
    return RNPU_REFUSE(check, "tile %s is written and overlaps itself (row pitch %u, pixel pitch %u)", name,
                       t->row_pitch, t->pixel_pitch);
  return NPU_OK;
}

npu_status rnpu_check_tile(rnpu_check *check, const char *name, const rnpu_tile *t, int written) {
  uint64_t element = rnpu_type_bytes(t->type);
  int32_t low, high;
  if (element == 0)
    return RNPU_REFUSE(check, "tile %s has unknown type %u", name, t->type);
  if (t->rows == 0 || t->columns == 0 || t->channels == 0 || t->pixel_pitch == 0)
    return RNPU_REFUSE(check, "tile %s is empty (%ux%ux%u, pixel pitch %u)", name, t->rows, t->columns, t->channels,
                       t->pixel_pitch);
  if (t->base % check->config->sram_align != 0 || t->row_pitch % check->config->sram_align != 0)
    return RNPU_REFUSE(check, "tile %s: base %u or row pitch %u is not a multiple of %u", name, t->base, t->row_pitch,
                       check->config->sram_align);
  if (t->rows > 1 && t->row_pitch == 0)
    return RNPU_REFUSE(check, "tile %s has %u rows and row pitch 0", name, t->rows);
  uint64_t end = tile_end(t, element);
  if (end == 0 || end > check->config->sram_bytes)
    return RNPU_REFUSE(check, "tile %s ends at byte %llu, SRAM has %u", name, (unsigned long long)end,
                       check->config->sram_bytes);
  if (byte_range(t, &low, &high) && (t->zero_point < low || t->zero_point > high))
    return RNPU_REFUSE(check, "tile %s: zero point %d is not a value of its type", name, t->zero_point);
  return written ? check_no_self_overlap(check, name, t, element) : NPU_OK;
}

static npu_status check_axis(rnpu_check *check, const char *name, const rnpu_axis *axis, int64_t out_extent) {
  if (axis->kernel == 0 || axis->stride == 0 || axis->dilation == 0)
    return RNPU_REFUSE(check, "%s: kernel, stride and dilation must be positive", name);
  if (axis->in_origin + axis->in_size > axis->extent)
    return RNPU_REFUSE(check, "%s: the input tile ends at %lld, the full extent is %lld", name,
                       (long long)(axis->in_origin + axis->in_size), (long long)axis->extent);
  if (axis->out_origin + axis->out_size > out_extent)
    return RNPU_REFUSE(check, "%s: the output tile ends at %lld, the full extent is %lld", name,
                       (long long)(axis->out_origin + axis->out_size), (long long)out_extent);
  int64_t low = 0, high = 0;
  if (rnpu_needed(axis, &low, &high) && (low < 0 || high >= axis->in_size))
    return RNPU_REFUSE(check, "%s: taps read positions %lld..%lld of an input tile of %lld", name, (long long)low,
                       (long long)high, (long long)axis->in_size);
  return NPU_OK;
}

npu_status rnpu_check_window(rnpu_check *check, const rnpu_window *w, const rnpu_tile *in, const rnpu_tile *out,
                             uint32_t upscale) {
  rnpu_axis rows = rnpu_row_axis(w, in, out, upscale), columns = rnpu_column_axis(w, in, out, upscale);
  RNPU_TRY(check_axis(check, "rows", &rows, w->out_rows));
  return check_axis(check, "columns", &columns, w->out_columns);
}
