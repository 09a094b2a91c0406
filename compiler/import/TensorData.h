// Values of initializers.
#ifndef COMPILER_IMPORT_TENSORDATA_H
#define COMPILER_IMPORT_TENSORDATA_H

#include "compiler/import/Proto.h"

#include "mlir/IR/BuiltinAttributes.h"

namespace npu {

/// The values of `tensor`, or a diagnostic at `loc` that names the tensor. Takes raw data out
/// of the message, so that weights are in memory once. External data is found below `folder`,
/// the model's, and nowhere else, and stays mapped.
mlir::FailureOr<mlir::ElementsAttr> takeTensor(proto::TensorProto &tensor, llvm::StringRef folder,
                                               mlir::Location loc);

} // namespace npu

#endif
