// The levels of the IR, from file to placed program. Every level prints, parses,
// verifies, and is a place to stop and to start again.
#ifndef COMPILER_PIPELINE_LEVEL_H
#define COMPILER_PIPELINE_LEVEL_H

#include "mlir/IR/BuiltinOps.h"

#include <optional>
#include <string>

namespace npu {

enum class Level { Onnx, Nn, Quantized, Npu, Placed };

inline constexpr Level allLevels[] = {Level::Onnx, Level::Nn, Level::Quantized, Level::Npu, Level::Placed};

/// "onnx", "nn", "quantized", "npu", "placed": the values of --stop-after.
llvm::StringRef nameOf(Level level);
std::optional<Level> parseLevel(llvm::StringRef name);

/// The level a module stands at, told by its operations: an `onnx` op means Onnx, unplaced buffers mean Npu,
/// placed ones Placed; `nn` ops mean Nn, or Quantized when the module says so (attribute `npu.level`).
/// A module with no main function or program, or of mixed levels, is a diagnostic.
mlir::FailureOr<Level> levelOf(mlir::ModuleOp module);

} // namespace npu

#endif
