#include "runtime/kernels/function.h"

#include <math.h>

#include "runtime/kernels/exp.h"
#include "runtime/kernels/real.h"
#include "runtime/kernels/round_even.h"

int npu_function_arity(uint32_t code) { return code < NPU_FN_NEG ? 0 : code < NPU_FN_ADD ? 1 : 2; }

int npu_function_valid(const npu_function_step *steps, int64_t count) {
  int depth = 0;
  if (count < 1 || count > NPU_FUNCTION_MAX_STEPS)
    return 0;
  for (int64_t i = 0; i < count; ++i) {
    if (steps[i].code >= NPU_FN_CODES || depth < npu_function_arity(steps[i].code))
      return 0;
    depth += 1 - npu_function_arity(steps[i].code);
    if (depth > NPU_FUNCTION_MAX_DEPTH)
      return 0;
  }
  return depth == 1;
}

static double of_one(uint32_t code, double a) {
  switch (code) {
  case NPU_FN_NEG: return -a;
  case NPU_FN_ABS: return fabs(a);
  case NPU_FN_SIGN: return a > 0.0 ? 1.0 : a < 0.0 ? -1.0 : a;
  case NPU_FN_FLOOR: return floor(a);
  case NPU_FN_CEIL: return -floor(-a);
  case NPU_FN_ROUND: return npu_round_even(a);
  case NPU_FN_SQRT: return sqrt(a);
  case NPU_FN_RECIPROCAL: return 1.0 / a;
  case NPU_FN_EXP: return npu_exp_f64(a);
  case NPU_FN_LOG: return npu_log_f64(a);
  case NPU_FN_SIGMOID: return npu_sigmoid_f64(a);
  case NPU_FN_TANH: return npu_tanh_f64(a);
  case NPU_FN_SOFTPLUS: return npu_softplus_f64(a);
  default: return npu_erf_f64(a);
  }
}

/* NaN in either operand of min and max stays. */
static double of_two(uint32_t code, double a, double b) {
  switch (code) {
  case NPU_FN_ADD: return a + b;
  case NPU_FN_SUB: return a - b;
  case NPU_FN_MUL: return a * b;
  case NPU_FN_DIV: return a / b;
  case NPU_FN_MIN: return a < b || a != a ? a : b;
  case NPU_FN_MAX: return a > b || a != a ? a : b;
  case NPU_FN_POW: return npu_pow_f64(a, b);
  case NPU_FN_EQUAL: return a == b;
  case NPU_FN_GREATER: return a > b;
  case NPU_FN_LESS: return a < b;
  case NPU_FN_LEAKY_RELU: return a < 0.0 ? b * a : a;
  default: return a < 0.0 ? b * npu_expm1_f64(a) : a;
  }
}

double npu_function_at(const npu_function_step *steps, int64_t count, double x) {
  double stack[NPU_FUNCTION_MAX_DEPTH];
  int depth = 0;
  for (int64_t i = 0; i < count; ++i) {
    const uint32_t code = steps[i].code;
    switch (npu_function_arity(code)) {
    case 0:
      stack[depth++] = code == NPU_FN_X ? x : (double)steps[i].value;
      break;
    case 1:
      stack[depth - 1] = of_one(code, stack[depth - 1]);
      break;
    default:
      --depth;
      stack[depth - 1] = of_two(code, stack[depth - 1], stack[depth]);
    }
  }
  return stack[0];
}

void npu_function_f32(const npu_function_step *steps, int64_t count, const float *in, int64_t elements, float *out) {
  for (int64_t i = 0; i < elements; ++i)
    out[i] = (float)npu_function_at(steps, count, (double)in[i]);
}
