// The compiler, pass by pass.
#ifndef COMPILER_PIPELINE_PIPELINE_H
#define COMPILER_PIPELINE_PIPELINE_H

#include "compiler/pipeline/Level.h"
#include "mlir/IR/DialectRegistry.h"

namespace npu {

/// One step of the pipeline: a pass as `npu-opt` knows it, and why it stands where it stands.
struct PipelineStep {
  llvm::StringLiteral pass;
  llvm::StringLiteral why;
  bool fuses = false; ///< left out by --no-fusion: the result is another arrangement of the same function
};

/// The steps that lead to a level from the one before it.
llvm::ArrayRef<PipelineStep> stepsTo(Level level);

/// All dialects of the project and the upstream ones it uses.
void registerDialects(mlir::DialectRegistry &registry);
/// All passes of the project; call once, before runTo or a tool's own parsing.
void registerPasses();

struct PipelineOptions {
  /// Crash reproducer of a pass that fails by our own fault; empty for none.
  std::string reproducerPath;
  bool fusion = true;
};

/// Runs the steps that lead to `level` on a module of the level before it. Diagnostics say what failed.
mlir::LogicalResult runTo(Level level, mlir::ModuleOp module, const PipelineOptions &options);

} // namespace npu

#endif
