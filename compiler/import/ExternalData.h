// Weights that are in files beside the model.
#ifndef COMPILER_IMPORT_EXTERNALDATA_H
#define COMPILER_IMPORT_EXTERNALDATA_H

#include "compiler/import/Proto.h"

#include "mlir/Support/LLVM.h"
#include "llvm/Support/MemoryBuffer.h"

#include <memory>

namespace npu {

/// The bytes of an external `tensor`, aligned to 8, mapped if that alignment allows, or a
/// diagnostic at `loc`. The file must be below `folder`, links followed.
mlir::FailureOr<std::unique_ptr<llvm::MemoryBuffer>>
mapExternalData(const proto::TensorProto &tensor, llvm::StringRef folder, mlir::Location loc);

} // namespace npu

#endif
