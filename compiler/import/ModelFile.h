// The bytes of a file become an ONNX message.
#ifndef COMPILER_IMPORT_MODELFILE_H
#define COMPILER_IMPORT_MODELFILE_H

#include "compiler/import/Proto.h"

#include "mlir/Support/LLVM.h"

namespace npu {

/// The message in the file at `path`, with a graph and an opset of ONNX from 7 to 21, or a
/// diagnostic at `loc`, the name of the file.
mlir::LogicalResult readModel(llvm::StringRef path, mlir::Location loc, proto::ModelProto &model);

/// The version of ONNX's own operators that `model` asks for, 0 if it does not say.
int64_t opsetOf(const proto::ModelProto &model);

/// Whether `domain` is that of ONNX's own operators.
inline bool isOnnxDomain(llvm::StringRef domain) { return domain.empty() || domain == "ai.onnx"; }

} // namespace npu

#endif
