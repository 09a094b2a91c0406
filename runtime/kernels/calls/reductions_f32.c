#include "runtime/kernels/calls/attributes.h"
#include "runtime/kernels/calls/check.h"
#include "runtime/kernels/reduce.h"
#include "runtime/kernels/unary.h"

static const char *check_reduce(const npu_call *call) {
  NPU_CHECK(npu_check_form(call, 1, 1, sizeof(npu_attributes_reduce_f32)));
  NPU_CHECK(npu_check_type(call, NPU_TYPE_F32));
  const npu_attributes_reduce_f32 *a = call->attributes;
  const npu_shape in = npu_operand_shape(call, 0);
  if (a->kind > NPU_REDUCE_MIN || a->axes == 0 || a->axes >> in.rank)
    return "reduces in an unknown way, or over axes that are not there";
  if (npu_shape_count(&in) == 0)
    return "reduces nothing";
  if (npu_shape_count(&in) / npu_reduced_count(&in, a->axes) != npu_operand_count(call, 1))
    return "has a result of another size than what it reduces to";
  return npu_bounds_sane(a->low, a->high) ? 0 : "has crossed bounds";
}

static const char *run_reduce(const npu_call *call) {
  const npu_attributes_reduce_f32 *a = call->attributes;
  const npu_shape in = npu_operand_shape(call, 0);
  npu_reduce_f32((npu_reduce_kind)a->kind, &in, a->axes, call->data[0], call->data[1]);
  npu_clip_f32(call->data[1], npu_operand_count(call, 1), a->low, a->high, call->data[1]);
  return 0;
}

static const char *check_softmax(const npu_call *call) {
  NPU_CHECK(npu_check_form(call, 1, 1, sizeof(npu_softmax)));
  NPU_CHECK(npu_check_type(call, NPU_TYPE_F32));
  const npu_softmax *a = call->attributes;
  const int64_t extents[] = {a->outer, a->extent, a->inner};
  NPU_CHECK(npu_check_extents(call, 0, extents, 3));
  return npu_check_extents(call, 1, extents, 3);
}

static const char *run_softmax(const npu_call *call) {
  npu_softmax_f32(call->attributes, call->data[0], call->data[1]);
  return 0;
}

const npu_kernel npu_kernel_reduce_f32 = {"reduce_f32", 1, check_reduce, run_reduce};
const npu_kernel npu_kernel_softmax_f32 = {"softmax_f32", 1, check_softmax, run_softmax};
