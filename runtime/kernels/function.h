/* A function of one real number as a program in postfix notation: "x x sigmoid mul" is x * sigmoid(x).
 * It is what an elementwise operator of one operand computes, alone or several in a row. */
#ifndef NPU_RUNTIME_KERNELS_FUNCTION_H
#define NPU_RUNTIME_KERNELS_FUNCTION_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  NPU_FN_X,      /* the argument */
  NPU_FN_NUMBER, /* `value` */
  /* of the topmost value */
  NPU_FN_NEG,
  NPU_FN_ABS,
  NPU_FN_SIGN,
  NPU_FN_FLOOR,
  NPU_FN_CEIL,
  NPU_FN_ROUND, /* half to even */
  NPU_FN_SQRT,
  NPU_FN_RECIPROCAL,
  NPU_FN_EXP,
  NPU_FN_LOG,
  NPU_FN_SIGMOID,
  NPU_FN_TANH,
  NPU_FN_SOFTPLUS,
  NPU_FN_ERF,
  /* of the two topmost values, a below b */
  NPU_FN_ADD,
  NPU_FN_SUB,
  NPU_FN_MUL,
  NPU_FN_DIV,
  NPU_FN_MIN,
  NPU_FN_MAX,
  NPU_FN_POW,
  NPU_FN_EQUAL, /* 1 or 0 */
  NPU_FN_GREATER,
  NPU_FN_LESS,
  NPU_FN_LEAKY_RELU, /* a, below zero b * a */
  NPU_FN_ELU,        /* a, below zero b * (exp(a) - 1) */
  NPU_FN_CODES
} npu_function_code;

typedef struct {
  uint32_t code; /* npu_function_code */
  float value;   /* of NPU_FN_NUMBER, else 0 */
} npu_function_step;

#define NPU_FUNCTION_MAX_STEPS 64
#define NPU_FUNCTION_MAX_DEPTH 8

/* Values a code takes from the stack: 0, 1 or 2. */
int npu_function_arity(uint32_t code);

/* 1 when the steps are known, at most NPU_FUNCTION_MAX_STEPS, never take what is not there, never stack more than
 * NPU_FUNCTION_MAX_DEPTH, and leave one value. */
int npu_function_valid(const npu_function_step *steps, int64_t count);

/* In f64 throughout (N7, N13). The steps are valid. */
double npu_function_at(const npu_function_step *steps, int64_t count, double x);

/* The value in f64, rounded once to f32. In place is allowed. */
void npu_function_f32(const npu_function_step *steps, int64_t count, const float *in, int64_t elements, float *out);

#ifdef __cplusplus
}
#endif

#endif
