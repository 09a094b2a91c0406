#include "runtime/kernels/calls/attributes.h"
#include "runtime/kernels/calls/check.h"
#include "runtime/kernels/calls/shapes.h"
#include "runtime/kernels/unary.h"

static const char *check(const npu_call *call) {
  NPU_CHECK(npu_check_form(call, 1, 1, sizeof(npu_attributes_pool_f32)));
  NPU_CHECK(npu_check_type(call, NPU_TYPE_F32));
  const npu_attributes_pool_f32 *a = call->attributes;
  NPU_CHECK(npu_check_window(call, &a->window, a->channels));
  if (a->kind > NPU_POOL_AVERAGE || a->count_include_pad > 1)
    return "is no maximum or average";
  return npu_bounds_sane(a->low, a->high) ? 0 : "has crossed bounds";
}

static const char *run(const npu_call *call) {
  const npu_attributes_pool_f32 *a = call->attributes;
  const npu_pool pool = {a->window, a->channels, (int)a->count_include_pad};
  if (a->kind == NPU_POOL_MAX)
    npu_max_pool_f32(&pool, call->data[0], call->data[1]);
  else
    npu_average_pool_f32(&pool, call->data[0], call->data[1]);
  npu_clip_f32(call->data[1], npu_operand_count(call, 1), a->low, a->high, call->data[1]);
  return 0;
}

const npu_kernel npu_kernel_pool_f32 = {"pool_f32", 1, check, run};
