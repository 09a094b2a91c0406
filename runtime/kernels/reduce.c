#include "runtime/kernels/reduce.h"

#include <math.h>

#include "runtime/kernels/lanes.h"

/* The axes of a shape, split: which an output runs over and which it folds. */
typedef struct {
  npu_shape kept, folded;
  int64_t kept_strides[NPU_MAX_RANK], folded_strides[NPU_MAX_RANK];
} reduction;

static reduction split(const npu_shape *in, uint32_t axes) {
  reduction r = {{0, {0}}, {0, {0}}, {0}, {0}};
  int64_t strides[NPU_MAX_RANK];
  npu_row_major(in, strides);
  for (uint32_t i = 0; i < in->rank; ++i) {
    const int fold = axes >> i & 1;
    npu_shape *to = fold ? &r.folded : &r.kept;
    (fold ? r.folded_strides : r.kept_strides)[to->rank] = strides[i];
    to->dims[to->rank++] = in->dims[i];
  }
  return r;
}

int64_t npu_reduced_count(const npu_shape *in_shape, uint32_t axes) {
  const reduction r = split(in_shape, axes);
  return npu_shape_count(&r.folded);
}

static int64_t fold_i8(npu_reduce_kind kind, int32_t zero, const reduction *r, const int8_t *in) {
  int64_t index[NPU_MAX_RANK] = {0}, v = kind == NPU_REDUCE_MAX ? INT64_MIN : 0;
  do {
    const int64_t x = in[npu_offset(r->folded.rank, index, r->folded_strides)] - zero;
    v = kind != NPU_REDUCE_MAX ? v + x : x > v ? x : v;
  } while (npu_next_index(&r->folded, index));
  return v;
}

int npu_reduce_i8(npu_reduce_kind kind, const npu_reduce_quant *q, const npu_shape *in_shape, uint32_t axes,
                  const int8_t *in, int8_t *out) {
  const reduction r = split(in_shape, axes);
  const int64_t terms = kind == NPU_REDUCE_MAX ? 1 : npu_shape_count(&r.folded);
  if (q->by.mult > 0 && terms > (INT64_C(1) << 62) / 255 / q->by.mult)
    return 0;
  int64_t index[NPU_MAX_RANK] = {0};
  do {
    const int64_t v = fold_i8(kind, q->in_zero, &r, in + npu_offset(r.kept.rank, index, r.kept_strides));
    *out++ = (int8_t)npu_clamp_i32(q->out_zero + npu_round(v * q->by.mult, q->by.shift, q->rounding), q->low, q->high);
  } while (npu_next_index(&r.kept, index));
  return 1;
}

static float fold_max(const reduction *r, const float *in) {
  int64_t index[NPU_MAX_RANK] = {0};
  float most = -HUGE_VALF;
  do {
    const float x = in[npu_offset(r->folded.rank, index, r->folded_strides)];
    if (x > most || x != x)
      most = x;
  } while (npu_next_index(&r->folded, index));
  return most;
}

static float fold_min(const reduction *r, const float *in) {
  int64_t index[NPU_MAX_RANK] = {0};
  float least = HUGE_VALF;
  do {
    const float x = in[npu_offset(r->folded.rank, index, r->folded_strides)];
    if (x < least || x != x)
      least = x;
  } while (npu_next_index(&r->folded, index));
  return least;
}

static float fold_sum(const reduction *r, const float *in) {
  int64_t index[NPU_MAX_RANK] = {0}, i = 0;
  npu_lanes sum = {{0}};
  do {
    sum.lane[i++ % NPU_LANES] += in[npu_offset(r->folded.rank, index, r->folded_strides)];
  } while (npu_next_index(&r->folded, index));
  return npu_lanes_sum(&sum);
}

void npu_reduce_f32(npu_reduce_kind kind, const npu_shape *in_shape, uint32_t axes, const float *in, float *out) {
  const reduction r = split(in_shape, axes);
  const float count = (float)npu_shape_count(&r.folded);
  int64_t index[NPU_MAX_RANK] = {0};
  do {
    const float *from = in + npu_offset(r.kept.rank, index, r.kept_strides);
    const float v = kind == NPU_REDUCE_MAX   ? fold_max(&r, from)
                    : kind == NPU_REDUCE_MIN ? fold_min(&r, from)
                                             : fold_sum(&r, from);
    *out++ = kind == NPU_REDUCE_MEAN ? v / count : v;
  } while (npu_next_index(&r.kept, index));
}
