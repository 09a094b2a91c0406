// A model from a file of any kind, and the level it stands at.
#ifndef COMPILER_DRIVER_LOADMODEL_H
#define COMPILER_DRIVER_LOADMODEL_H

#include "compiler/driver/Options.h"
#include "mlir/IR/OwningOpRef.h"

namespace npu {

struct LoadedModel {
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::optional<Level> level; ///< none: freshly imported, before the steps to Level::Onnx
};

/// Reads .onnx, .mlir or .mlirbc. Failures are diagnostics of the context.
mlir::FailureOr<LoadedModel> loadModel(const CompileOptions &options, mlir::MLIRContext &context);

} // namespace npu

#endif
