/* RESIZE: positions exact in 64 bits, samples inside the input tile, sums below the rescaler's limit. */
#include "targets/rnpu/isa_resize.h"
#include "targets/rnpu/verify_check.h"

#define MOST ((int64_t)INT32_MAX)

static npu_status check_axis(rnpu_check *check, const char *name, const rnpu_resize_axis *a, uint32_t kind,
                             uint32_t in_size, uint32_t out_size) {
  if (a->reserved != 0)
    return RNPU_REFUSE(check, "%s: a reserved field is not zero", name);
  if (a->in_extent < 1 || a->in_extent > MOST || a->out_extent < 1 || a->out_extent > MOST || a->step > MOST ||
      a->denominator < 1 || a->denominator > MOST || a->offset < -MOST)
    return RNPU_REFUSE(check, "%s: extents %u -> %u, step %u, offset %d or denominator %u out of range", name,
                       a->in_extent, a->out_extent, a->step, a->offset, a->denominator);
  if (a->in_origin > a->in_extent || in_size > a->in_extent - a->in_origin)
    return RNPU_REFUSE(check, "%s: the input tile of %u at %u leaves the full extent %u", name, in_size, a->in_origin,
                       a->in_extent);
  if (a->out_origin > a->out_extent || out_size > a->out_extent - a->out_origin)
    return RNPU_REFUSE(check, "%s: the output tile of %u at %u leaves the full extent %u", name, out_size,
                       a->out_origin, a->out_extent);
  int64_t low, high;
  rnpu_resize_needed(a, kind, out_size, &low, &high);
  if (low < 0 || high >= in_size)
    return RNPU_REFUSE(check, "%s: samples %lld..%lld of an input tile of %u", name, (long long)low, (long long)high,
                       in_size);
  return NPU_OK;
}

static npu_status check_linear(rnpu_check *check, const rnpu_resize *r) {
  const int64_t weights = (int64_t)r->rows.denominator * r->columns.denominator; /* below 2^62 */
  int64_t most;
  if (r->shift < 1 || r->shift > 62)
    return RNPU_REFUSE(check, "shift %u, must be 1..62", r->shift);
  if (r->mult < 0 || __builtin_mul_overflow(weights, INT64_C(255), &most) ||
      __builtin_mul_overflow(most, (int64_t)r->mult, &most) || most > INT64_C(1) << 62)
    return RNPU_REFUSE(check, "denominators %u and %u with mult %d: a sum may pass 2^62", r->rows.denominator,
                       r->columns.denominator, r->mult);
  return rnpu_check_clamp(check, &r->out, r->act_min, r->act_max);
}

static npu_status check_nearest(rnpu_check *check, const rnpu_resize *r) {
  if (r->in.type != r->out.type)
    return RNPU_REFUSE(check, "nearest samples of type %u as type %u", r->in.type, r->out.type);
  if (r->mult != 0 || r->shift != 0 || r->act_min != 0 || r->act_max != 0)
    return RNPU_REFUSE(check, "nearest samples are copied: mult, shift, act_min and act_max must be 0");
  return NPU_OK;
}

npu_status rnpu_check_resize(rnpu_check *check, const rnpu_resize *r) {
  RNPU_TRY(rnpu_check_zero(check, r->reserved, sizeof r->reserved));
  RNPU_TRY(rnpu_check_tile(check, "in", &r->in, 0));
  RNPU_TRY(rnpu_check_tile(check, "out", &r->out, 1));
  RNPU_TRY(rnpu_check_bytes(check, &r->in, &r->out));
  if (r->kind > RNPU_RESIZE_LINEAR)
    return RNPU_REFUSE(check, "unknown kind %u", r->kind);
  if (r->in.channels != r->out.channels)
    return RNPU_REFUSE(check, "%u input and %u output channels", r->in.channels, r->out.channels);
  RNPU_TRY(check_axis(check, "rows", &r->rows, r->kind, r->in.rows, r->out.rows));
  RNPU_TRY(check_axis(check, "columns", &r->columns, r->kind, r->in.columns, r->out.columns));
  return r->kind == RNPU_RESIZE_LINEAR ? check_linear(check, r) : check_nearest(check, r);
}
