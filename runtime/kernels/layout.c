#include "runtime/kernels/layout.h"

static void copy_bytes(uint8_t *to, const uint8_t *from, int64_t count) {
  for (int64_t i = 0; i < count; ++i)
    to[i] = from[i];
}

/* Copies an element for every index of `shape`, with element strides on both sides. */
static void copy_strided(const npu_shape *shape, size_t bytes, const uint8_t *in, const int64_t *in_strides,
                         uint8_t *out, const int64_t *out_strides) {
  if (npu_shape_count(shape) == 0)
    return;
  const int64_t size = (int64_t)bytes;
  int64_t index[NPU_MAX_RANK] = {0};
  do {
    copy_bytes(out + npu_offset(shape->rank, index, out_strides) * size,
               in + npu_offset(shape->rank, index, in_strides) * size, size);
  } while (npu_next_index(shape, index));
}

void npu_reshape(const void *in, int64_t count, size_t bytes, void *out) {
  copy_bytes((uint8_t *)out, (const uint8_t *)in, count * (int64_t)bytes);
}

void npu_transpose(const npu_shape *in_shape, const uint32_t *permutation, size_t bytes, const void *in, void *out) {
  int64_t in_strides[NPU_MAX_RANK], read[NPU_MAX_RANK], written[NPU_MAX_RANK];
  npu_shape out_shape = {in_shape->rank, {0}};
  npu_row_major(in_shape, in_strides);
  for (uint32_t i = 0; i < in_shape->rank; ++i) {
    out_shape.dims[i] = in_shape->dims[permutation[i]];
    read[i] = in_strides[permutation[i]];
  }
  npu_row_major(&out_shape, written);
  copy_strided(&out_shape, bytes, (const uint8_t *)in, read, (uint8_t *)out, written);
}

void npu_slice(const npu_shape *in_shape, const int64_t *starts, const int64_t *steps, const npu_shape *out_shape,
               size_t bytes, const void *in, void *out) {
  int64_t in_strides[NPU_MAX_RANK], read[NPU_MAX_RANK], written[NPU_MAX_RANK], first = 0;
  npu_row_major(in_shape, in_strides);
  npu_row_major(out_shape, written);
  for (uint32_t i = 0; i < in_shape->rank; ++i) {
    first += starts[i] * in_strides[i];
    read[i] = steps[i] * in_strides[i];
  }
  copy_strided(out_shape, bytes, (const uint8_t *)in + first * (int64_t)bytes, read, (uint8_t *)out, written);
}

void npu_pad(const npu_shape *in_shape, const int64_t *before, const int64_t *after, const void *value, size_t bytes,
             const void *in, void *out) {
  npu_shape out_shape = {in_shape->rank, {0}};
  for (uint32_t i = 0; i < in_shape->rank; ++i)
    out_shape.dims[i] = before[i] + in_shape->dims[i] + after[i];
  int64_t read[NPU_MAX_RANK], written[NPU_MAX_RANK];
  const int64_t nowhere[NPU_MAX_RANK] = {0};
  npu_row_major(in_shape, read);
  npu_row_major(&out_shape, written);
  copy_strided(&out_shape, bytes, (const uint8_t *)value, nowhere, (uint8_t *)out, written);
  const int64_t inner = npu_offset(in_shape->rank, before, written);
  copy_strided(in_shape, bytes, (const uint8_t *)in, read, (uint8_t *)out + inner * (int64_t)bytes, written);
}

void npu_concat(const npu_shape *in_shapes, const void *const *ins, size_t count, uint32_t axis, size_t bytes,
                void *out) {
  npu_shape out_shape = in_shapes[0];
  for (size_t i = 1; i < count; ++i)
    out_shape.dims[axis] += in_shapes[i].dims[axis];
  int64_t read[NPU_MAX_RANK], written[NPU_MAX_RANK], position = 0;
  npu_row_major(&out_shape, written);
  for (size_t i = 0; i < count; position += in_shapes[i++].dims[axis]) {
    npu_row_major(&in_shapes[i], read);
    copy_strided(&in_shapes[i], bytes, (const uint8_t *)ins[i], read,
                 (uint8_t *)out + position * written[axis] * (int64_t)bytes, written);
  }
}
