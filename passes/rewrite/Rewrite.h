// Patterns applied until none matches.
#ifndef PASSES_REWRITE_REWRITE_H
#define PASSES_REWRITE_REWRITE_H

#include "mlir/IR/PatternMatch.h"

namespace npu {

/// A value may move by one operator in each round over the function, so the number of rounds is limited by its operators
/// instead of the driver's constant. Failure, with a diagnostic, means that two patterns undo each other.
mlir::LogicalResult applyUntilNoneMatches(mlir::Operation *function, mlir::RewritePatternSet patterns);

} // namespace npu

#endif
