// Runs a function of nn operators on tensors, by the kernels that define the dialect.
#ifndef COMPILER_EVALUATE_EVALUATOR_H
#define COMPILER_EVALUATE_EVALUATOR_H

#include "compiler/evaluate/TensorValue.h"
#include "dialects/nn/Scheme.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

#include <functional>

namespace npu {

class Evaluator {
public:
  /// Called after each operator with its results.
  using Observer = std::function<void(mlir::Operation *, llvm::ArrayRef<TensorValue>)>;

  /// The function is one block of nn operators, and outlives the evaluator unchanged. Rescales as the module's
  /// `npu.target` says (nn::Scheme). Every operator that has no value the evaluator can hold is a diagnostic.
  static mlir::FailureOr<Evaluator> create(mlir::func::FuncOp function);

  /// The results for inputs of the argument types. On failure there is a diagnostic at the operator.
  mlir::FailureOr<std::vector<TensorValue>> run(llvm::ArrayRef<TensorValue> inputs,
                                                const Observer &observe = nullptr) const;

private:
  using Values = llvm::DenseMap<mlir::Value, TensorValue>;
  mlir::LogicalResult plan();
  mlir::LogicalResult checkInputs(llvm::ArrayRef<TensorValue> inputs) const;
  mlir::LogicalResult step(mlir::Operation *op, Values &live, const Observer &observe) const;
  const TensorValue &lookUp(mlir::Value value, const Values &live) const;

  mlir::func::FuncOp function;
  nn::Scheme scheme;
  Values constants;
  /// The values that no operator after this one reads.
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Value>> lastReads;
};

} // namespace npu

#endif
