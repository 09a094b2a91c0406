// Which operators can be imported, and how their nodes become ops.
#ifndef COMPILER_IMPORT_OPERATORS_H
#define COMPILER_IMPORT_OPERATORS_H

#include "compiler/import/Proto.h"

#include "mlir/IR/Builders.h"
#include "mlir/Support/LLVM.h"

namespace npu {

/// How many inputs an operator of opset 21 has; `most` < 0: any number.
struct OperatorRule {
  llvm::StringRef name;
  int least, most;
};

/// The rule of an operator, or null if it cannot be imported.
const OperatorRule *findOperator(llvm::StringRef name);

/// One error with a line for every node of the modernised `graph` that cannot be imported: its
/// operator, the opset, why, and the way out.
mlir::LogicalResult checkSupported(const proto::GraphProto &graph, int64_t opset,
                                   mlir::MLIRContext &context);

/// The op of a supported `node`. `operands` has one value an input, null where left out; `none`
/// makes the value for those. The op has passed its verifier, or there is a diagnostic.
mlir::FailureOr<mlir::Operation *> buildNode(mlir::OpBuilder &builder,
                                             const proto::NodeProto &node,
                                             llvm::ArrayRef<mlir::Value> operands,
                                             llvm::function_ref<mlir::Value()> none);

} // namespace npu

#endif
