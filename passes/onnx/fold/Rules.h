// Which operators on constants can be computed, and how: one table a family.
#ifndef PASSES_ONNX_FOLD_RULES_H
#define PASSES_ONNX_FOLD_RULES_H

#include "passes/onnx/fold/Tensor.h"

#include "mlir/IR/Operation.h"

#include <optional>

namespace npu::fold {

/// An operator whose result type is inferred; one tensor an operand, null where left out or, for
/// operators that only read types, not constant.
struct Node {
  mlir::Operation *op;
  llvm::ArrayRef<const Tensor *> inputs;
  llvm::ArrayRef<int64_t> shape;
};

/// The result; nullopt where ONNX does not say what it is, as for a division by zero.
using Evaluate = std::optional<Tensor> (*)(const Node &node);

struct Rule {
  llvm::StringLiteral name;
  Evaluate evaluate;
  bool readsTypesOnly = false;
};

llvm::ArrayRef<Rule> makingRules();
llvm::ArrayRef<Rule> movingRules();
llvm::ArrayRef<Rule> arithmeticRules();
llvm::ArrayRef<Rule> logicRules();
llvm::ArrayRef<Rule> reductionRules();

/// The rule of an operator of any family, or null.
const Rule *findRule(llvm::StringRef name);

} // namespace npu::fold

#endif
