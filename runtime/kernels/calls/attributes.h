/* The attributes of each kernel that a blob can call, byte for byte: no implicit padding, little-endian.
 * Extents repeat what the operands say, and check() compares them. low <= high, infinities allowed. */
#ifndef NPU_RUNTIME_KERNELS_CALLS_ATTRIBUTES_H
#define NPU_RUNTIME_KERNELS_CALLS_ATTRIBUTES_H

#include "runtime/kernels/conv.h"
#include "runtime/kernels/pool.h"
#include "runtime/kernels/resize.h"
#include "runtime/kernels/softmax.h"

/* "conv_f32": in, weights, bias -> out, as npu_conv_f32. */
typedef struct {
  npu_conv shape;
  float low, high;
} npu_attributes_conv_f32;

/* "matmul_f32": a, b -> out = clamp(alpha * a * b, low, high); leading axes broadcast. */
typedef struct {
  float alpha, low, high;
  uint8_t transposed_a, transposed_b, reserved[2]; /* 0 or 1: the last two axes are stored the other way round; 0 */
} npu_attributes_matmul_f32;

enum npu_pool_kind { NPU_POOL_MAX = 0, NPU_POOL_AVERAGE = 1 };

/* "pool_f32": in -> out. */
typedef struct {
  npu_window window;
  int64_t channels;
  uint32_t kind;              /* npu_pool_kind */
  uint32_t count_include_pad; /* 0 or 1 */
  float low, high;
} npu_attributes_pool_f32;

/* "binary_f32": a, b -> out, broadcast. */
typedef struct {
  uint32_t kind; /* npu_binary_kind */
  float low, high;
  uint32_t reserved; /* 0 */
} npu_attributes_binary_f32;

/* "clip_f32": in -> out. */
typedef struct {
  float low, high;
} npu_attributes_clip_f32;

/* "function_f32": in -> out; the attributes are npu_function_step[]. */

/* "reduce_f32": in -> out, the reduced axes of extent 1 or left out. */
typedef struct {
  uint32_t kind; /* npu_reduce_kind */
  uint32_t axes; /* bit i: axis i; at least one */
  float low, high;
} npu_attributes_reduce_f32;

/* "softmax_f32": in -> out; npu_softmax. "resize_nearest" (any type) and "resize_linear_f32": in -> out; npu_resize. */

/* "concat", any type: in 0, in 1, ... -> out. */
typedef struct {
  int64_t axis;
} npu_attributes_concat;

/* "reshape", any type: in -> out, no attributes. "transpose": in -> out; int64_t permutation[rank].
 * "slice": in -> out; int64_t starts[rank], steps[rank]. */

/* "pad", any type: in -> out; the value's bytes, then int64_t before[rank], after[rank]. */
typedef struct {
  uint64_t value;
} npu_attributes_pad;

/* "quantize": f32 in -> integers; "dequantize": integers in -> f32; of i8, u8, i16, u16 or i32. Element i has format
 * (i / inner) mod count; `count` npu_attributes_format follow. */
typedef struct {
  int64_t inner, count;
} npu_attributes_formats;
typedef struct {
  float scale; /* > 0 */
  int32_t zero, low, high;
} npu_attributes_format;

#endif
