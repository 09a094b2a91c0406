/* Shapes of dense row-major tensors, and how an operand broadcasts. */
#ifndef NPU_RUNTIME_KERNELS_SHAPE_H
#define NPU_RUNTIME_KERNELS_SHAPE_H

#include <stdint.h>

#define NPU_MAX_RANK 8u

typedef struct {
  uint32_t rank; /* 0 .. NPU_MAX_RANK; 0 is a scalar */
  int64_t dims[NPU_MAX_RANK];
} npu_shape;

static inline int64_t npu_shape_count(const npu_shape *shape) {
  int64_t count = 1;
  for (uint32_t i = 0; i < shape->rank; ++i)
    count *= shape->dims[i];
  return count;
}

/* Element strides of a row-major tensor, outermost first. */
static inline void npu_row_major(const npu_shape *shape, int64_t *strides) {
  int64_t stride = 1;
  for (uint32_t i = shape->rank; i-- > 0; stride *= shape->dims[i])
    strides[i] = stride;
}

/* Element strides with which `operand` is read along the axes of `out`: 0 where it repeats (ONNX
 * multidirectional broadcasting: right-aligned, an extent of 1 repeats). Returns 0 if it does not
 * broadcast to `out`. */
static inline int npu_broadcast_strides(const npu_shape *out, const npu_shape *operand, int64_t *strides) {
  if (operand->rank > out->rank)
    return 0;
  const uint32_t missing = out->rank - operand->rank;
  int64_t stride = 1;
  for (uint32_t i = 0; i < missing; ++i)
    strides[i] = 0;
  for (uint32_t i = operand->rank; i-- > 0; stride *= operand->dims[i]) {
    if (operand->dims[i] != 1 && operand->dims[i] != out->dims[missing + i])
      return 0;
    strides[missing + i] = operand->dims[i] == 1 ? 0 : stride;
  }
  return 1;
}

/* Steps `index` to the next element in row-major order; returns 0 after the last. */
static inline int npu_next_index(const npu_shape *shape, int64_t *index) {
  for (uint32_t i = shape->rank; i-- > 0; index[i] = 0)
    if (++index[i] < shape->dims[i])
      return 1;
  return 0;
}

static inline int64_t npu_offset(uint32_t rank, const int64_t *index, const int64_t *strides) {
  int64_t offset = 0;
  for (uint32_t i = 0; i < rank; ++i)
    offset += index[i] * strides[i];
  return offset;
}

#endif
