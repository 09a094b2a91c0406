#include "runtime/kernels/calls/attributes.h"
#include "runtime/kernels/calls/check.h"
#include "runtime/kernels/calls/shapes.h"

static const char *check(const npu_call *call) {
  NPU_CHECK(npu_check_form(call, 3, 1, sizeof(npu_attributes_conv_f32)));
  NPU_CHECK(npu_check_type(call, NPU_TYPE_F32));
  const npu_attributes_conv_f32 *a = call->attributes;
  NPU_CHECK(npu_check_conv(call, &a->shape));
  return npu_bounds_sane(a->low, a->high) ? 0 : "has crossed bounds";
}

static const char *run(const npu_call *call) {
  const npu_attributes_conv_f32 *a = call->attributes;
  npu_conv_f32(&a->shape, call->data[0], call->data[1], call->data[2], a->low, a->high, call->data[3]);
  return 0;
}

const npu_kernel npu_kernel_conv_f32 = {"conv_f32", 1, check, run};
