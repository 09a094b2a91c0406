#include "runtime/kernels/binary.h"
#include "runtime/kernels/calls/attributes.h"
#include "runtime/kernels/calls/check.h"
#include "runtime/kernels/function.h"
#include "runtime/kernels/unary.h"

static const char *check_binary(const npu_call *call) {
  NPU_CHECK(npu_check_form(call, 2, 1, sizeof(npu_attributes_binary_f32)));
  NPU_CHECK(npu_check_type(call, NPU_TYPE_F32));
  const npu_attributes_binary_f32 *a = call->attributes;
  const npu_shape lhs = npu_operand_shape(call, 0), rhs = npu_operand_shape(call, 1), out = npu_operand_shape(call, 2);
  int64_t strides[NPU_MAX_RANK];
  if (!npu_broadcast_strides(&out, &lhs, strides) || !npu_broadcast_strides(&out, &rhs, strides))
    return "has an operand that does not broadcast to the result";
  if (a->kind > NPU_LESS || a->reserved)
    return "is an unknown operator";
  return npu_bounds_sane(a->low, a->high) ? 0 : "has crossed bounds";
}

static const char *run_binary(const npu_call *call) {
  const npu_attributes_binary_f32 *a = call->attributes;
  const npu_shape lhs = npu_operand_shape(call, 0), rhs = npu_operand_shape(call, 1), out = npu_operand_shape(call, 2);
  npu_binary_f32((npu_binary_kind)a->kind, &lhs, call->data[0], &rhs, call->data[1], &out, call->data[2]);
  npu_clip_f32(call->data[2], npu_shape_count(&out), a->low, a->high, call->data[2]);
  return 0;
}

static const char *check_clip(const npu_call *call) {
  NPU_CHECK(npu_check_form(call, 1, 1, sizeof(npu_attributes_clip_f32)));
  NPU_CHECK(npu_check_type(call, NPU_TYPE_F32));
  const npu_attributes_clip_f32 *a = call->attributes;
  if (!npu_same_shape(call, 0, 1))
    return "wants a result of the operand's shape";
  return npu_bounds_sane(a->low, a->high) ? 0 : "has crossed bounds";
}

static const char *run_clip(const npu_call *call) {
  const npu_attributes_clip_f32 *a = call->attributes;
  npu_clip_f32(call->data[0], npu_operand_count(call, 0), a->low, a->high, call->data[1]);
  return 0;
}

static const char *check_function(const npu_call *call) {
  NPU_CHECK(npu_check_form(call, 1, 1, call->attribute_bytes));
  NPU_CHECK(npu_check_type(call, NPU_TYPE_F32));
  if (!npu_same_shape(call, 0, 1))
    return "wants a result of the operand's shape";
  const uint64_t steps = call->attribute_bytes / sizeof(npu_function_step);
  if (call->attribute_bytes % sizeof(npu_function_step) || steps > NPU_FUNCTION_MAX_STEPS)
    return "wants attributes of another size";
  return npu_function_valid(call->attributes, (int64_t)steps) ? 0 : "is no function";
}

static const char *run_function(const npu_call *call) {
  npu_function_f32(call->attributes, (int64_t)(call->attribute_bytes / sizeof(npu_function_step)), call->data[0],
                   npu_operand_count(call, 0), call->data[1]);
  return 0;
}

const npu_kernel npu_kernel_binary_f32 = {"binary_f32", 1, check_binary, run_binary};
const npu_kernel npu_kernel_clip_f32 = {"clip_f32", 1, check_clip, run_clip};
const npu_kernel npu_kernel_function_f32 = {"function_f32", 1, check_function, run_function};
