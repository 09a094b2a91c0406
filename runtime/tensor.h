/* Element types, and where the elements of a bordering tensor lie. */
#ifndef NPU_RUNTIME_TENSOR_H
#define NPU_RUNTIME_TENSOR_H

#include "runtime/format/blob.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bytes of one element; 0 for a number that is no npu_type. */
uint32_t npu_type_bytes(uint32_t type);

/* "f32", "i8", ...; "?" for a number that is no npu_type. */
const char *npu_type_name(uint32_t type);

/* Bytes of all elements without gaps; UINT64_MAX when they overflow. */
uint64_t npu_tensor_packed_bytes(uint32_t type, uint32_t rank, const uint64_t *dims);

/* Bytes from a tensor's first byte to the end of its last element; UINT64_MAX when a
 * dim is 0 or the sum overflows. rank is at most NPU_BLOB_MAX_RANK. */
uint64_t npu_tensor_span(uint32_t type, uint32_t rank, const uint64_t *dims, const uint64_t *strides);

#ifdef __cplusplus
}
#endif

#endif
