// The reference NPU behind the compiler's seam.
#ifndef TARGETS_RNPU_RNPUTARGET_H
#define TARGETS_RNPU_RNPUTARGET_H

#include "targets/Target.h"

namespace npu {

const Target &rnpuTarget();

/// Constraints.cpp: the supported operators and what is asked of each.
llvm::ArrayRef<llvm::StringLiteral> rnpuOperators();
llvm::ArrayRef<Constraint> rnpuConstraints();
/// Description.cpp: checks a JSON description against the fields of rnpu_config. `rounding` is the machine's only one,
/// `leastLut` the smallest table memory it may have.
mlir::DictionaryAttr describeRnpu(const nlohmann::json &description, mlir::MLIRContext *context,
                                  const std::function<void(const std::string &)> &error,
                                  llvm::StringRef rounding = "half-up", int64_t leastLut = 1024);
/// Cost.cpp: rules T1 and T2.
double rnpuCost(mlir::Operation *op, mlir::DictionaryAttr description);

} // namespace npu

#endif
