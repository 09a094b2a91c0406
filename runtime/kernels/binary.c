#include "runtime/kernels/binary.h"

int npu_binary_mults(npu_binary_kind kind, double a_scale, double b_scale, double out_scale, uint32_t mult_bits,
                     int32_t *a_mult, int32_t *b_mult, uint32_t *shift, double *deviation) {
  const int product = kind == NPU_MUL;
  const double ratios[2] = {product ? a_scale * b_scale / out_scale : a_scale / out_scale, b_scale / out_scale};
  int32_t mults[2] = {0, 0};
  if (!npu_rescale_choose_shared(ratios, product ? 1 : 2, mult_bits, mults, shift, deviation))
    return 0;
  *a_mult = mults[0];
  *b_mult = mults[1];
  return 1;
}

static int64_t exact(const npu_binary_quant *q, int64_t a, int64_t b) {
  const int64_t pa = a * q->a_mult, pb = b * q->b_mult;
  switch (q->kind) {
  case NPU_ADD: return pa + pb;
  case NPU_SUB: return pa - pb;
  case NPU_MUL: return a * b * q->a_mult;
  case NPU_MIN: return pa < pb ? pa : pb;
  case NPU_EQUAL: return pa == pb;
  case NPU_GREATER: return pa > pb;
  case NPU_LESS: return pa < pb;
  default: return pa > pb ? pa : pb;
  }
}

int npu_binary_i8(const npu_binary_quant *q, const npu_shape *a_shape, const int8_t *a, const npu_shape *b_shape,
                  const int8_t *b, const npu_shape *out_shape, int8_t *out) {
  int64_t a_strides[NPU_MAX_RANK], b_strides[NPU_MAX_RANK], index[NPU_MAX_RANK] = {0};
  if (q->kind == NPU_DIV || !npu_broadcast_strides(out_shape, a_shape, a_strides) ||
      !npu_broadcast_strides(out_shape, b_shape, b_strides))
    return 0;
  if (npu_shape_count(out_shape) == 0)
    return 1;
  do {
    const int64_t v = exact(q, a[npu_offset(out_shape->rank, index, a_strides)] - q->a_zero,
                            b[npu_offset(out_shape->rank, index, b_strides)] - q->b_zero);
    *out++ = (int8_t)(q->kind >= NPU_EQUAL
                          ? (v ? q->high : q->low)
                          : npu_clamp_i32(q->out_zero + npu_round(v, q->shift, q->rounding), q->low, q->high));
  } while (npu_next_index(out_shape, index));
  return 1;
}

static float combine(npu_binary_kind kind, float a, float b) {
  switch (kind) {
  case NPU_ADD: return a + b;
  case NPU_SUB: return a - b;
  case NPU_MUL: return a * b;
  case NPU_DIV: return a / b;
  case NPU_MIN: return a < b || a != a ? a : b;
  case NPU_EQUAL: return a == b;
  case NPU_GREATER: return a > b;
  case NPU_LESS: return a < b;
  default: return a > b || a != a ? a : b;
  }
}

int npu_binary_f32(npu_binary_kind kind, const npu_shape *a_shape, const float *a, const npu_shape *b_shape,
                   const float *b, const npu_shape *out_shape, float *out) {
  int64_t a_strides[NPU_MAX_RANK], b_strides[NPU_MAX_RANK], index[NPU_MAX_RANK] = {0};
  if (!npu_broadcast_strides(out_shape, a_shape, a_strides) || !npu_broadcast_strides(out_shape, b_shape, b_strides))
    return 0;
  if (npu_shape_count(out_shape) == 0)
    return 1;
  do {
    *out++ = combine(kind, a[npu_offset(out_shape->rank, index, a_strides)],
                     b[npu_offset(out_shape->rank, index, b_strides)]);
  } while (npu_next_index(out_shape, index));
  return 1;
}
