// The graph's inputs get their shapes from the file and the options.
#ifndef COMPILER_IMPORT_INPUTTYPES_H
#define COMPILER_IMPORT_INPUTTYPES_H

#include "compiler/import/ImportOnnx.h"
#include "compiler/import/Proto.h"

#include "mlir/Support/LLVM.h"

namespace npu {

/// The static types of `inputs`, or a diagnostic for every dimension that is open, empty or
/// contradicts an option. A symbol that one input fixes is fixed for all of them.
mlir::FailureOr<std::vector<mlir::RankedTensorType>>
inputTypes(llvm::ArrayRef<const proto::ValueInfoProto *> inputs, const ImportOptions &options,
           mlir::MLIRContext &context);

} // namespace npu

#endif
