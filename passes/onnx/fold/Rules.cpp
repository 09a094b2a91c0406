#include "passes/onnx/fold/Rules.h"

namespace npu::fold {

const Rule *findRule(llvm::StringRef name) {
  for (llvm::ArrayRef<Rule> family : {makingRules(), movingRules(), arithmeticRules(),
                                      logicRules(), reductionRules()})
    for (const Rule &rule : family)
      if (rule.name == name)
        return &rule;
  return nullptr;
}

} // namespace npu::fold
