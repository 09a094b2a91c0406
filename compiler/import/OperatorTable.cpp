// The operators that can be imported, by name.
#include "compiler/import/Operators.h"

namespace npu {

static constexpr OperatorRule operators[] = {
    {"Abs", 1, 1},
    {"Add", 2, 2},
    {"And", 2, 2},
    {"AveragePool", 1, 1},
    {"BatchNormalization", 5, 5},
    {"Cast", 1, 1},
    {"Ceil", 1, 1},
    {"Clip", 1, 3},
    {"Concat", 1, -1},
    {"ConstantOfShape", 1, 2},
    {"Conv", 2, 3},
    {"DequantizeLinear", 2, 3},
    {"Div", 2, 2},
    {"Dropout", 1, 3},
    {"Equal", 2, 2},
    {"Expand", 2, 2},
    {"Flatten", 1, 1},
    {"Floor", 1, 1},
    {"Gather", 2, 2},
    {"Gemm", 2, 3},
    {"GlobalAveragePool", 1, 1},
    {"GlobalMaxPool", 1, 1},
    {"Greater", 2, 2},
    {"GreaterOrEqual", 2, 2},
    {"Identity", 1, 1},
    {"Less", 2, 2},
    {"LessOrEqual", 2, 2},
    {"MatMul", 2, 2},
    {"Max", 1, -1},
    {"MaxPool", 1, 1},
    {"Min", 1, -1},
    {"Mul", 2, 2},
    {"Neg", 1, 1},
    {"Not", 1, 1},
    {"Or", 2, 2},
    {"Pad", 2, 4},
    {"QuantizeLinear", 2, 3},
    {"Range", 3, 3},
    {"ReduceMax", 1, 2},
    {"ReduceMean", 1, 2},
    {"ReduceMin", 1, 2},
    {"ReduceProd", 1, 2},
    {"ReduceSum", 1, 2},
    {"Relu", 1, 1},
    {"Reshape", 2, 2},
    {"Shape", 1, 1},
    {"Size", 1, 1},
    {"Slice", 3, 5},
    {"Softmax", 1, 1},
    {"Split", 1, 2},
    {"Squeeze", 1, 2},
    {"Sub", 2, 2},
    {"Tile", 2, 2},
    {"Transpose", 1, 1},
    {"Unsqueeze", 2, 2},
    {"Where", 3, 3},
};

const OperatorRule *findOperator(llvm::StringRef name) {
  const auto *rule = llvm::find_if(operators, [&](const auto &rule) { return rule.name == name; });
  return rule == std::end(operators) ? nullptr : rule;
}

} // namespace npu
