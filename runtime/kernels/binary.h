/* Element by element on two operands of any rank, with ONNX multidirectional broadcasting. */
#ifndef NPU_RUNTIME_KERNELS_BINARY_H
#define NPU_RUNTIME_KERNELS_BINARY_H

#include <stdint.h>

#include "runtime/kernels/rescale.h"
#include "runtime/kernels/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  NPU_ADD = 0,
  NPU_SUB = 1,
  NPU_MUL = 2,
  NPU_MIN = 3,
  NPU_MAX = 4,
  NPU_DIV = 5,
  NPU_EQUAL = 6,
  NPU_GREATER = 7,
  NPU_LESS = 8
} npu_binary_kind;

/* N9, one exact i64 expression and one R, with a' = a - a_zero and b' = b - b_zero:
 *   ADD out_zero + R(a' ma + b' mb, shift)    SUB out_zero + R(a' ma - b' mb, shift)
 *   MUL out_zero + R(a' b' ma, shift)         MIN, MAX out_zero + R(min|max(a' ma, b' mb), shift)
 * then clamped to [low, high].
 *   EQUAL, GREATER, LESS high if a' ma = b' mb, a' ma > b' mb, a' ma < b' mb, otherwise low: what 1 and 0 are there.
 * DIV exists in f32 only. */
typedef struct {
  npu_binary_kind kind;
  int32_t a_zero, b_zero, out_zero;
  int32_t a_mult, b_mult; /* b_mult is unused by MUL */
  uint32_t shift;
  npu_rounding rounding;
  int32_t low, high; /* within i8 */
} npu_binary_quant;

/* The multipliers and the shift of a kind from the three scales (all > 0):
 * all but MUL share one shift; MUL has a_scale * b_scale / out_scale and b_mult 0.
 * mult_bits: N5, of the machine.
 * Returns 0, and leaves the outputs, if the ratios cannot be represented. deviation may be null. */
int npu_binary_mults(npu_binary_kind kind, double a_scale, double b_scale, double out_scale, uint32_t mult_bits,
                     int32_t *a_mult, int32_t *b_mult, uint32_t *shift, double *deviation);

/* Each returns 0, writing nothing, if an operand does not broadcast to `out_shape`; npu_binary_i8 also for DIV. */
int npu_binary_i8(const npu_binary_quant *quant, const npu_shape *a_shape, const int8_t *a, const npu_shape *b_shape,
                  const int8_t *b, const npu_shape *out_shape, int8_t *out);

/* MIN and MAX give NaN if either operand is NaN; EQUAL, GREATER, LESS give 1 or 0. */
int npu_binary_f32(npu_binary_kind kind, const npu_shape *a_shape, const float *a, const npu_shape *b_shape,
                   const float *b, const npu_shape *out_shape, float *out);

#ifdef __cplusplus
}
#endif

#endif
