#include "runtime/kernels/resize.h"

#include "runtime/kernels/calls/check.h"
#include "runtime/kernels/calls/shapes.h"

static const char *check_nearest(const npu_call *call) {
  NPU_CHECK(npu_check_form(call, 1, 1, sizeof(npu_resize)));
  NPU_CHECK(npu_check_type(call, call->operands[0].type));
  return npu_check_resize(call, call->attributes);
}

static const char *run_nearest(const npu_call *call) {
  npu_resize_nearest(call->attributes, npu_element_bytes(call->operands[0].type), call->data[0], call->data[1]);
  return 0;
}

static const char *check_linear(const npu_call *call) {
  NPU_CHECK(check_nearest(call));
  return npu_check_type(call, NPU_TYPE_F32);
}

static const char *run_linear(const npu_call *call) {
  npu_resize_linear_f32(call->attributes, call->data[0], call->data[1]);
  return 0;
}

const npu_kernel npu_kernel_resize_nearest = {"resize_nearest", 1, check_nearest, run_nearest};
const npu_kernel npu_kernel_resize_linear_f32 = {"resize_linear_f32", 1, check_linear, run_linear};
