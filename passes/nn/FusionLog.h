// The rows of report.json's `fusions`, carried by the function as the attribute `nn.fusions`.
#ifndef PASSES_NN_FUSIONLOG_H
#define PASSES_NN_FUSIONLOG_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace npu::nn {

class FusionLog {
public:
  explicit FusionLog(mlir::func::FuncOp function) : function(function) {}

  /// One row: `why` says why it fired, or why it did not.
  void add(llvm::StringRef pattern, mlir::ArrayRef<mlir::Location> nodes, bool fired, llvm::StringRef why);
  /// Appends the rows to the function's attribute.
  void write();

private:
  mlir::func::FuncOp function;
  mlir::SmallVector<mlir::Attribute> rows;
};

} // namespace npu::nn

#endif
