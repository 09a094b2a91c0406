#include "runtime/kernels/calls/check.h"

uint32_t npu_element_bytes(uint32_t type) {
  switch (type) {
  case NPU_TYPE_I8: case NPU_TYPE_U8: case NPU_TYPE_BOOL: return 1;
  case NPU_TYPE_F16: case NPU_TYPE_I16: case NPU_TYPE_U16: return 2;
  case NPU_TYPE_F32: case NPU_TYPE_I32: case NPU_TYPE_U32: return 4;
  case NPU_TYPE_I64: case NPU_TYPE_F64: case NPU_TYPE_U64: return 8;
  default: return 0;
  }
}

npu_shape npu_operand_shape(const npu_call *call, uint32_t operand) {
  const npu_blob_operand *o = &call->operands[operand];
  npu_shape shape = {o->rank, {0}};
  for (uint32_t i = 0; i < o->rank; ++i)
    shape.dims[i] = (int64_t)o->dims[i];
  return shape;
}

int64_t npu_operand_count(const npu_call *call, uint32_t operand) {
  const npu_shape shape = npu_operand_shape(call, operand);
  return npu_shape_count(&shape);
}

int npu_same_shape(const npu_call *call, uint32_t a, uint32_t b) {
  const npu_blob_operand *x = &call->operands[a], *y = &call->operands[b];
  for (uint32_t i = 0; i < x->rank && x->rank == y->rank; ++i)
    if (x->dims[i] != y->dims[i])
      return 0;
  return x->rank == y->rank;
}

const char *npu_check_form(const npu_call *call, uint32_t inputs, uint32_t outputs, uint64_t attribute_bytes) {
  if (call->inputs != inputs || call->outputs != outputs)
    return "wants other numbers of inputs and outputs";
  return call->attribute_bytes == attribute_bytes ? 0 : "wants attributes of another size";
}

const char *npu_check_type(const npu_call *call, uint32_t type) {
  for (uint32_t i = 0; i < call->inputs + call->outputs; ++i)
    if (call->operands[i].type != type)
      return "wants operands of another type";
  return 0;
}

const char *npu_check_extents(const npu_call *call, uint32_t operand, const int64_t *extents, uint32_t count) {
  int64_t left = npu_operand_count(call, operand);
  for (uint32_t i = 0; i < count; ++i) {
    if (extents[i] < 1 || extents[i] > NPU_CALL_MOST || left % extents[i] != 0)
      return "has extents that are not its operands'";
    left /= extents[i];
  }
  return left == 1 ? 0 : "has extents that are not its operands'";
}

static int within(int64_t v, int64_t low) { return v >= low && v <= NPU_CALL_MOST; }

int npu_axis_sane(const npu_axis *a) {
  return within(a->in, 1) && within(a->out, 1) && within(a->kernel, 1) && within(a->stride, 1) &&
         within(a->dilation, 1) && within(a->pad_before, -NPU_CALL_MOST) && within(a->pad_after, -NPU_CALL_MOST);
}

int npu_bounds_sane(float low, float high) { return low <= high; }
