#include "runtime/kernels/calls/attributes.h"
#include "runtime/kernels/calls/check.h"
#include "runtime/kernels/quantize.h"

static int representable(uint32_t type, int32_t low, int32_t high) {
  switch (type) {
  case NPU_TYPE_I8: return low >= INT8_MIN && high <= INT8_MAX;
  case NPU_TYPE_U8: return low >= 0 && high <= UINT8_MAX;
  case NPU_TYPE_I16: return low >= INT16_MIN && high <= INT16_MAX;
  case NPU_TYPE_U16: return low >= 0 && high <= UINT16_MAX;
  default: return type == NPU_TYPE_I32;
  }
}

/* One operand of f32 and one of integers. */
static const char *check_formats(const npu_call *call, uint32_t real, uint32_t integer) {
  NPU_CHECK(npu_check_form(call, 1, 1, call->attribute_bytes));
  const npu_attributes_formats *a = call->attributes;
  if (call->attribute_bytes < sizeof *a || a->inner < 1 || a->count < 1 ||
      (uint64_t)a->count != (call->attribute_bytes - sizeof *a) / sizeof(npu_attributes_format) ||
      (call->attribute_bytes - sizeof *a) % sizeof(npu_attributes_format))
    return "wants attributes of another size";
  if (call->operands[real].type != NPU_TYPE_F32 || !npu_same_shape(call, 0, 1))
    return "wants f32 on one side and integers of the same shape on the other";
  const npu_attributes_format *formats = (const npu_attributes_format *)(a + 1);
  for (int64_t i = 0; i < a->count; ++i)
    if (!(formats[i].scale > 0.0f) || formats[i].low > formats[i].high ||
        !representable(call->operands[integer].type, formats[i].low, formats[i].high))
      return "has a number format that its integers do not hold";
  return 0;
}

static const char *check_quantize(const npu_call *call) { return check_formats(call, 0, 1); }
static const char *check_dequantize(const npu_call *call) { return check_formats(call, 1, 0); }

static int32_t load(const void *data, uint32_t type, int64_t i) {
  switch (type) {
  case NPU_TYPE_I8: return ((const int8_t *)data)[i];
  case NPU_TYPE_U8: return ((const uint8_t *)data)[i];
  case NPU_TYPE_I16: return ((const int16_t *)data)[i];
  case NPU_TYPE_U16: return ((const uint16_t *)data)[i];
  default: return ((const int32_t *)data)[i];
  }
}

static void store(void *data, uint32_t type, int64_t i, int32_t value) {
  switch (type) {
  case NPU_TYPE_I8: ((int8_t *)data)[i] = (int8_t)value; break;
  case NPU_TYPE_U8: ((uint8_t *)data)[i] = (uint8_t)value; break;
  case NPU_TYPE_I16: ((int16_t *)data)[i] = (int16_t)value; break;
  case NPU_TYPE_U16: ((uint16_t *)data)[i] = (uint16_t)value; break;
  default: ((int32_t *)data)[i] = value; break;
  }
}

static const npu_attributes_format *format_at(const npu_call *call, int64_t i) {
  const npu_attributes_formats *a = call->attributes;
  return (const npu_attributes_format *)(a + 1) + i / a->inner % a->count;
}

static const char *run_quantize(const npu_call *call) {
  const float *in = call->data[0];
  for (int64_t i = 0, n = npu_operand_count(call, 0); i < n; ++i) {
    const npu_attributes_format *f = format_at(call, i);
    store(call->data[1], call->operands[1].type, i, npu_quantize(in[i], f->scale, f->zero, f->low, f->high));
  }
  return 0;
}

static const char *run_dequantize(const npu_call *call) {
  float *out = call->data[1];
  for (int64_t i = 0, n = npu_operand_count(call, 0); i < n; ++i) {
    const npu_attributes_format *f = format_at(call, i);
    out[i] = npu_dequantize(load(call->data[0], call->operands[0].type, i), f->scale, f->zero);
  }
  return 0;
}

const npu_kernel npu_kernel_quantize = {"quantize", 1, check_quantize, run_quantize};
const npu_kernel npu_kernel_dequantize = {"dequantize", 1, check_dequantize, run_dequantize};
