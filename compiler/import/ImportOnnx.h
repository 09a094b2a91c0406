// From an ONNX file to a module of the `onnx` dialect.
#ifndef COMPILER_IMPORT_IMPORTONNX_H
#define COMPILER_IMPORT_IMPORTONNX_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace npu {

/// How to fix what the file leaves open.
struct ImportOptions {
  /// Sizes of an input by its name: --input-shape NAME:1x3x224x224.
  std::map<std::string, std::vector<int64_t>> inputShapes;
  /// The first axis of every input whose first axis is open: --batch.
  std::optional<int64_t> batch;
};

/// Adds one `--input-shape` value to `options`; false and a reason if it is not NAME:1x2x3,
/// or names an input a second time. The name ends at the last colon.
bool parseInputShape(llvm::StringRef text, ImportOptions &options, std::string &reason);

/// The module, with `func.func @main`, or null after diagnostics at the nodes and tensors of
/// the file. Every node that cannot be imported is listed in one run. Types of results are
/// `tensor<*xT>`: run onnx-infer-shapes next. Weights keep no reference to the file, except
/// that external data stays mapped.
mlir::OwningOpRef<mlir::ModuleOp> importOnnx(llvm::StringRef path, const ImportOptions &options,
                                             mlir::MLIRContext &context);

} // namespace npu

#endif
