// A restricted machine behind the compiler's seam, for tests: it has what the reference NPU has, but for symmetric activations only,
// rounding half away from zero, multipliers of 15 bits, and neither tables nor depthwise convolutions.
#ifndef TARGETS_MINI_MINITARGET_H
#define TARGETS_MINI_MINITARGET_H

#include "targets/Target.h"

namespace npu {

const Target &miniTarget();

/// Constraints.cpp: the supported operators and what is asked of each.
llvm::ArrayRef<llvm::StringLiteral> miniOperators();
llvm::ArrayRef<Constraint> miniConstraints();
/// Description.cpp: the reference NPU's keys, and those of the scheme.
mlir::DictionaryAttr describeMini(const nlohmann::json &description, mlir::MLIRContext *context,
                                  const std::function<void(const std::string &)> &error);

} // namespace npu

#endif
