#include "runtime/tensor.h"

static const struct {
  const char *name;
  uint32_t bytes;
} types[] = {{"?", 0},   {"f32", 4}, {"f16", 2},  {"i8", 1},  {"u8", 1},  {"i16", 2}, {"i32", 4},
             {"i64", 8}, {"bool", 1}, {"f64", 8}, {"u16", 2}, {"u32", 4}, {"u64", 8}};

#define TYPE_COUNT (sizeof types / sizeof types[0])

uint32_t npu_type_bytes(uint32_t type) { return types[type < TYPE_COUNT ? type : 0].bytes; }

const char *npu_type_name(uint32_t type) { return types[type < TYPE_COUNT ? type : 0].name; }

uint64_t npu_tensor_span(uint32_t type, uint32_t rank, const uint64_t *dims, const uint64_t *strides) {
  uint64_t span = npu_type_bytes(type);
  for (uint32_t i = 0; i < rank; ++i) {
    if (dims[i] == 0)
      return UINT64_MAX;
    uint64_t steps = dims[i] - 1;
    if (strides[i] && steps > (UINT64_MAX - span) / strides[i])
      return UINT64_MAX;
    span += steps * strides[i];
  }
  return span;
}

uint64_t npu_tensor_packed_bytes(uint32_t type, uint32_t rank, const uint64_t *dims) {
  uint64_t bytes = npu_type_bytes(type);
  for (uint32_t i = 0; i < rank; ++i) {
    if (dims[i] && bytes > UINT64_MAX / dims[i])
      return UINT64_MAX;
    bytes *= dims[i];
  }
  return bytes;
}
