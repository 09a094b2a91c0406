// Operators as calls of the kernels that define them: what the evaluator runs, and what a blob's CPU steps say.
#ifndef DIALECTS_NN_CALL_H
#define DIALECTS_NN_CALL_H

#include "dialects/nn/Scheme.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

#include <optional>
#include <string>
#include <vector>

namespace npu::nn {

/// Names a kernel of runtime/kernels/calls. Its operands are the operator's operands, then its results.
struct KernelCall {
  std::string kernel;
  uint32_t version = 1;
  std::vector<uint8_t> attributes; ///< the kernel's struct of runtime/kernels/calls/attributes.h
};

/// The call that computes `op`. Operators with a layout are channels-last. `types` are those of its operands and then its
/// results; they may differ from the IR's in axis order only. Nothing for an operator or element type that no kernel
/// takes. On failure there is a diagnostic at the operator.
mlir::FailureOr<std::optional<KernelCall>> callOf(mlir::Operation *op, llvm::ArrayRef<mlir::RankedTensorType> types,
                                                  const Scheme &scheme);

/// The types of the operator itself, as callOf takes them.
llvm::SmallVector<mlir::RankedTensorType> callTypes(mlir::Operation *op);

/// npu_type of a stored element; 0 when blobs hold no such elements.
uint32_t storedType(mlir::Type element);

} // namespace npu::nn

#endif
