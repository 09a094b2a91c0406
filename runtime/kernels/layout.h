/* Operators that move elements without computing. Tensors are dense and row-major; an element is `bytes` bytes;
 * input and output do not overlap. Shapes of rank up to NPU_MAX_RANK. */
#ifndef NPU_RUNTIME_KERNELS_LAYOUT_H
#define NPU_RUNTIME_KERNELS_LAYOUT_H

#include <stddef.h>
#include <stdint.h>

#include "runtime/kernels/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/* reshape, squeeze, unsqueeze, flatten: the elements keep their order. */
void npu_reshape(const void *in, int64_t count, size_t bytes, void *out);

/* Axis i of the output is axis permutation[i] of the input. */
void npu_transpose(const npu_shape *in_shape, const uint32_t *permutation, size_t bytes, const void *in, void *out);

/* Element (i0, i1, ..) of the output is element (starts + i * steps) of the input; steps may be negative or 0.
 * The caller vouches that every position lies in the input. */
void npu_slice(const npu_shape *in_shape, const int64_t *starts, const int64_t *steps, const npu_shape *out_shape,
               size_t bytes, const void *in, void *out);

/* Output extent of axis i is before[i] + in + after[i], all pads >= 0; new elements are `*value`. */
void npu_pad(const npu_shape *in_shape, const int64_t *before, const int64_t *after, const void *value, size_t bytes,
             const void *in, void *out);

/* Joins `count` tensors along `axis`; their other extents are equal. */
void npu_concat(const npu_shape *in_shapes, const void *const *ins, size_t count, uint32_t axis, size_t bytes,
                void *out);

#ifdef __cplusplus
}
#endif

#endif
