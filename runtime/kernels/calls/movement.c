#include "runtime/kernels/calls/attributes.h"
#include "runtime/kernels/calls/check.h"
#include "runtime/kernels/layout.h"

static uint32_t width(const npu_call *call) { return npu_element_bytes(call->operands[0].type); }

/* One input and one output of one type and of `per_axis` 8-byte attributes an axis after `fixed` bytes. */
static const char *check_moved(const npu_call *call, uint32_t per_axis, uint64_t fixed) {
  NPU_CHECK(npu_check_form(call, 1, 1, fixed + 8u * per_axis * call->operands[0].rank));
  NPU_CHECK(npu_check_type(call, call->operands[0].type));
  return per_axis == 0 || call->operands[0].rank == call->operands[1].rank ? 0 : "wants a result of the operand's rank";
}

static const char *check_reshape(const npu_call *call) {
  NPU_CHECK(check_moved(call, 0, 0));
  return npu_operand_count(call, 0) == npu_operand_count(call, 1) ? 0 : "wants a result of as many elements";
}

static const char *run_reshape(const npu_call *call) {
  npu_reshape(call->data[0], npu_operand_count(call, 0), width(call), call->data[1]);
  return 0;
}

static const char *check_transpose(const npu_call *call) {
  NPU_CHECK(check_moved(call, 1, 0));
  const int64_t *permutation = call->attributes;
  const npu_shape in = npu_operand_shape(call, 0), out = npu_operand_shape(call, 1);
  uint32_t seen = 0;
  for (uint32_t i = 0; i < in.rank; ++i) {
    if (permutation[i] < 0 || permutation[i] >= in.rank || seen >> permutation[i] & 1)
      return "has no permutation of its axes";
    seen |= 1u << permutation[i];
    if (out.dims[i] != in.dims[permutation[i]])
      return "has a result of another shape";
  }
  return 0;
}

static const char *run_transpose(const npu_call *call) {
  const int64_t *permutation = call->attributes;
  const npu_shape in = npu_operand_shape(call, 0);
  uint32_t axes[NPU_MAX_RANK];
  for (uint32_t i = 0; i < in.rank; ++i)
    axes[i] = (uint32_t)permutation[i];
  npu_transpose(&in, axes, width(call), call->data[0], call->data[1]);
  return 0;
}

static const char *check_slice(const npu_call *call) {
  NPU_CHECK(check_moved(call, 2, 0));
  const npu_shape in = npu_operand_shape(call, 0), out = npu_operand_shape(call, 1);
  const int64_t *starts = call->attributes, *steps = starts + in.rank;
  for (uint32_t i = 0; i < in.rank; ++i) {
    const int64_t start = starts[i], step = steps[i];
    if (start < 0 || start >= in.dims[i] || step < -NPU_CALL_MOST || step > NPU_CALL_MOST || out.dims[i] < 1 ||
        out.dims[i] > NPU_CALL_MOST)
      return "starts outside its operand";
    const int64_t last = start + (out.dims[i] - 1) * step;
    if (last < 0 || last >= in.dims[i])
      return "reaches outside its operand";
  }
  return 0;
}

static const char *run_slice(const npu_call *call) {
  const npu_shape in = npu_operand_shape(call, 0), out = npu_operand_shape(call, 1);
  const int64_t *starts = call->attributes;
  npu_slice(&in, starts, starts + in.rank, &out, width(call), call->data[0], call->data[1]);
  return 0;
}

static const char *check_pad(const npu_call *call) {
  NPU_CHECK(check_moved(call, 2, sizeof(npu_attributes_pad)));
  const npu_shape in = npu_operand_shape(call, 0), out = npu_operand_shape(call, 1);
  const int64_t *before = (const int64_t *)((const npu_attributes_pad *)call->attributes + 1), *after = before + in.rank;
  for (uint32_t i = 0; i < in.rank; ++i)
    if (before[i] < 0 || after[i] < 0 || before[i] > out.dims[i] || after[i] > out.dims[i] ||
        before[i] + in.dims[i] + after[i] != out.dims[i])
      return "has pads that do not make the result";
  return 0;
}

static const char *run_pad(const npu_call *call) {
  const npu_shape in = npu_operand_shape(call, 0);
  const npu_attributes_pad *pad = call->attributes;
  const int64_t *before = (const int64_t *)(pad + 1);
  npu_pad(&in, before, before + in.rank, &pad->value, width(call), call->data[0], call->data[1]);
  return 0;
}

static const char *check_concat(const npu_call *call) {
  NPU_CHECK(npu_check_form(call, call->inputs, 1, sizeof(npu_attributes_concat)));
  if (call->inputs == 0)
    return "joins nothing";
  NPU_CHECK(npu_check_type(call, call->operands[0].type));
  const npu_shape out = npu_operand_shape(call, call->inputs);
  const int64_t axis = ((const npu_attributes_concat *)call->attributes)->axis;
  if (axis < 0 || axis >= out.rank)
    return "has no such axis";
  int64_t joined = 0;
  for (uint32_t i = 0; i < call->inputs; ++i) {
    const npu_shape in = npu_operand_shape(call, i);
    for (uint32_t d = 0; d < out.rank && in.rank == out.rank; ++d)
      if (d != axis && in.dims[d] != out.dims[d])
        return "has an operand of other extents";
    if (in.rank != out.rank || in.dims[axis] > out.dims[axis] - joined)
      return "has an operand of other extents";
    joined += in.dims[axis];
  }
  return joined == out.dims[axis] ? 0 : "has a result of another extent";
}

static const char *run_concat(const npu_call *call) {
  npu_shape shapes[NPU_CALL_MAX_OPERANDS];
  for (uint32_t i = 0; i < call->inputs; ++i)
    shapes[i] = npu_operand_shape(call, i);
  npu_concat(shapes, (const void *const *)call->data, call->inputs,
             (uint32_t)((const npu_attributes_concat *)call->attributes)->axis, width(call), call->data[call->inputs]);
  return 0;
}

const npu_kernel npu_kernel_reshape = {"reshape", 1, check_reshape, run_reshape};
const npu_kernel npu_kernel_transpose = {"transpose", 1, check_transpose, run_transpose};
const npu_kernel npu_kernel_slice = {"slice", 1, check_slice, run_slice};
const npu_kernel npu_kernel_pad = {"pad", 1, check_pad, run_pad};
const npu_kernel npu_kernel_concat = {"concat", 1, check_concat, run_concat};
