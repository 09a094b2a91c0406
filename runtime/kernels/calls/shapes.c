#include "runtime/kernels/calls/shapes.h"

#include "runtime/kernels/calls/check.h"

static int in_reach(int64_t v) { return v >= 1 && v <= NPU_CALL_MOST; }

static int window_sane(const npu_window *w) {
  return in_reach(w->batch) && npu_axis_sane(&w->rows) && npu_axis_sane(&w->columns);
}

const char *npu_check_conv(const npu_call *call, const npu_conv *conv) {
  const npu_window *w = &conv->window;
  if (!window_sane(w) || !in_reach(conv->groups) || !in_reach(conv->in_channels) || !in_reach(conv->out_channels) ||
      conv->in_channels % conv->groups != 0 || conv->out_channels % conv->groups != 0)
    return "has a window or groups out of reach";
  const int64_t in[] = {w->batch, w->rows.in, w->columns.in, conv->in_channels};
  const int64_t weights[] = {conv->out_channels, w->rows.kernel, w->columns.kernel, conv->in_channels / conv->groups};
  const int64_t out[] = {w->batch, w->rows.out, w->columns.out, conv->out_channels};
  NPU_CHECK(npu_check_extents(call, 0, in, 4));
  NPU_CHECK(npu_check_extents(call, 1, weights, 4));
  NPU_CHECK(npu_check_extents(call, 2, &conv->out_channels, 1));
  return npu_check_extents(call, 3, out, 4);
}

/* No operand bounds a pool's window, so that its time is: two bytes of taps an axis. */
#define MOST_TAPS 65536

const char *npu_check_window(const npu_call *call, const npu_window *w, int64_t channels) {
  if (!window_sane(w) || w->rows.kernel > MOST_TAPS || w->columns.kernel > MOST_TAPS)
    return "has a window out of reach";
  const int64_t in[] = {w->batch, w->rows.in, w->columns.in, channels};
  const int64_t out[] = {w->batch, w->rows.out, w->columns.out, channels};
  NPU_CHECK(npu_check_extents(call, 0, in, 4));
  return npu_check_extents(call, 1, out, 4);
}

static int resize_axis_sane(const npu_resize_axis *a) {
  return in_reach(a->in) && in_reach(a->out) && a->step >= -NPU_CALL_MOST && a->step <= NPU_CALL_MOST &&
         a->offset >= -NPU_CALL_MOST && a->offset <= NPU_CALL_MOST && in_reach(a->denominator);
}

const char *npu_check_resize(const npu_call *call, const npu_resize *r) {
  if (!resize_axis_sane(&r->rows) || !resize_axis_sane(&r->columns))
    return "has positions out of reach";
  const int64_t in[] = {r->batch, r->rows.in, r->columns.in, r->channels};
  const int64_t out[] = {r->batch, r->rows.out, r->columns.out, r->channels};
  NPU_CHECK(npu_check_extents(call, 0, in, 4));
  return npu_check_extents(call, 1, out, 4);
}
