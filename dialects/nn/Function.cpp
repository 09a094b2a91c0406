#include "dialects/nn/Function.h"

#include "dialects/nn/Nn.h"
#include "runtime/kernels/unary.h"

#include "llvm/ADT/StringExtras.h"

#include <cstdio>

using namespace mlir;
namespace npu::nn {

static constexpr llvm::StringLiteral kNames[] = {
    "x",    "",    "neg",     "abs",  "sign",     "floor", "ceil", "round", "sqrt", "reciprocal", "exp",   "log",     "sigmoid",
    "tanh", "softplus", "erf", "add", "sub", "mul", "div",  "min",  "max",   "pow",  "equal",      "greater", "less", "leaky_relu",
    "elu"};
static_assert(std::size(kNames) == NPU_FN_CODES, "one name a code");

static bool parseStep(StringRef token, npu_function_step &step) {
  double number = 0;
  if (!token.getAsDouble(number)) {
    step = {NPU_FN_NUMBER, static_cast<float>(number)};
    return true;
  }
  for (uint32_t code = 0; code < NPU_FN_CODES; ++code)
    if (kNames[code] == token) {
      step = {code, 0};
      return true;
    }
  return false;
}

FunctionSteps parseFunction(StringRef text, std::string &reason) {
  FunctionSteps steps;
  SmallVector<StringRef> tokens;
  text.split(tokens, ' ', -1, /*KeepEmpty=*/false);
  for (StringRef token : tokens) {
    npu_function_step step;
    if (!parseStep(token, step)) {
      reason = "'" + token.str() + "' is no function and no number";
      return {};
    }
    steps.push_back(step);
  }
  if (npu_function_valid(steps.data(), static_cast<int64_t>(steps.size())))
    return steps;
  reason = "is no postfix expression of one value, of at most " + std::to_string(NPU_FUNCTION_MAX_STEPS) +
           " steps and " + std::to_string(NPU_FUNCTION_MAX_DEPTH) + " values at a time";
  return {};
}

std::string printNumber(float value) {
  char number[32];
  std::snprintf(number, sizeof number, "%.9g", static_cast<double>(value));
  return number;
}

std::string printFunction(ArrayRef<npu_function_step> steps) {
  std::string text;
  for (npu_function_step step : steps)
    text += (text.empty() ? "" : " ") + (step.code == NPU_FN_NUMBER ? printNumber(step.value) : kNames[step.code].str());
  return text;
}

FunctionSteps composed(ArrayRef<npu_function_step> inner, ArrayRef<npu_function_step> outer) {
  FunctionSteps steps;
  for (npu_function_step step : outer)
    if (step.code == NPU_FN_X)
      steps.append(inner.begin(), inner.end());
    else
      steps.push_back(step);
  if (!npu_function_valid(steps.data(), static_cast<int64_t>(steps.size())))
    steps.clear();
  return steps;
}

FunctionSteps stepsOf(FunctionOp op) {
  std::string reason;
  return parseFunction(op.getExpression(), reason);
}

void fillTable(FunctionOp op, int8_t table[256]) {
  auto format = [](Value value) {
    return cast<quant::UniformQuantizedType>(cast<RankedTensorType>(value.getType()).getElementType());
  };
  quant::UniformQuantizedType in = format(op.getInput()), out = format(op.getOutput());
  const npu_lut8_format lut = {in.getScale(), out.getScale(), static_cast<int32_t>(in.getZeroPoint()),
                               static_cast<int32_t>(out.getZeroPoint()), -128, 127};
  FunctionSteps steps = stepsOf(op);
  auto at = [](double x, const void *context) {
    auto &program = *static_cast<const FunctionSteps *>(context);
    return npu_function_at(program.data(), static_cast<int64_t>(program.size()), x);
  };
  npu_lut8_build(&lut, at, &steps, table);
}

} // namespace npu::nn
