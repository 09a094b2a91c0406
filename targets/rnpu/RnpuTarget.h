// The reference NPU behind the compiler's seam.
#ifndef TARGETS_RNPU_RNPUTARGET_H
#define TARGETS_RNPU_RNPUTARGET_H

#include "targets/Target.h"

namespace npu {

const Target &rnpuTarget();

/// Constraints.cpp: the supported operators and what is asked of each.
llvm::ArrayRef<llvm::StringLiteral> rnpuOperators();
llvm::ArrayRef<Constraint> rnpuConstraints();
/// Description.cpp: checks a JSON description against the fields of rnpu_config.
mlir::DictionaryAttr describeRnpu(const nlohmann::json &description, mlir::MLIRContext *context,
                                  const std::function<void(const std::string &)> &error);
/// Cost.cpp: rules T1 and T2.
double rnpuCost(mlir::Operation *op, mlir::DictionaryAttr description);

} // namespace npu

#endif
