#include "runtime/kernels/matmul.h"
#include "runtime/kernels/calls/attributes.h"
#include "runtime/kernels/calls/check.h"
#include "runtime/kernels/unary.h"

/* The leading axes of an operand, and how it is read along those of the output: 0 where it repeats. */
static int batch_strides(npu_shape out, npu_shape operand, int64_t *strides) {
  const int64_t size = operand.dims[operand.rank - 1] * operand.dims[operand.rank - 2];
  out.rank -= 2;
  operand.rank -= 2;
  if (!npu_broadcast_strides(&out, &operand, strides))
    return 0;
  for (uint32_t i = 0; i < out.rank; ++i)
    strides[i] *= size;
  return 1;
}

static npu_matmul matrix_of(const npu_call *call) {
  const npu_attributes_matmul_f32 *t = call->attributes;
  const npu_shape a = npu_operand_shape(call, 0), out = npu_operand_shape(call, 2);
  const npu_matmul m = {1, out.dims[out.rank - 2], a.dims[a.rank - (t->transposed_a ? 2 : 1)], out.dims[out.rank - 1], 0, 0,
                        t->transposed_a, t->transposed_b};
  return m;
}

/* The last two extents are first x second, or the other way round. */
static int is_matrix(const npu_shape *shape, int64_t first, int64_t second, uint32_t transposed) {
  const int64_t *last = shape->dims + shape->rank - 2;
  return last[0] == (transposed ? second : first) && last[1] == (transposed ? first : second);
}

static const char *check(const npu_call *call) {
  NPU_CHECK(npu_check_form(call, 2, 1, sizeof(npu_attributes_matmul_f32)));
  NPU_CHECK(npu_check_type(call, NPU_TYPE_F32));
  const npu_attributes_matmul_f32 *t = call->attributes;
  const npu_shape a = npu_operand_shape(call, 0), b = npu_operand_shape(call, 1), out = npu_operand_shape(call, 2);
  int64_t strides[NPU_MAX_RANK];
  if (a.rank < 2 || a.rank != out.rank || b.rank != out.rank)
    return "wants operands of one rank, 2 or more";
  if (t->transposed_a > 1 || t->transposed_b > 1 || t->reserved[0] || t->reserved[1])
    return "is an unknown operator";
  const npu_matmul m = matrix_of(call);
  if (!is_matrix(&a, m.rows, m.inner, t->transposed_a) || !is_matrix(&b, m.inner, m.columns, t->transposed_b))
    return "has matrices that do not multiply";
  if (!batch_strides(out, a, strides) || !batch_strides(out, b, strides))
    return "has an operand that does not broadcast to the result";
  return npu_bounds_sane(t->low, t->high) ? 0 : "has crossed bounds";
}

static const char *run(const npu_call *call) {
  const npu_attributes_matmul_f32 *t = call->attributes;
  const npu_matmul m = matrix_of(call);
  npu_shape batch = npu_operand_shape(call, 2);
  int64_t a[NPU_MAX_RANK], b[NPU_MAX_RANK], index[NPU_MAX_RANK] = {0};
  batch_strides(batch, npu_operand_shape(call, 0), a);
  batch_strides(batch, npu_operand_shape(call, 1), b);
  batch.rank -= 2;
  float *out = call->data[2];
  const int64_t size = m.rows * m.columns;
  do {
    npu_matmul_f32(&m, (const float *)call->data[0] + npu_offset(batch.rank, index, a),
                   (const float *)call->data[1] + npu_offset(batch.rank, index, b), out);
    for (int64_t i = 0; i < size; ++i)
      out[i] *= t->alpha;
    npu_clip_f32(out, size, t->low, t->high, out);
    out += size;
  } while (npu_next_index(&batch, index));
  return 0;
}

const npu_kernel npu_kernel_matmul_f32 = {"matmul_f32", 1, check, run};
