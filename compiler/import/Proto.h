// The protobuf messages of an ONNX file. `::onnx` is theirs, `npu::onnx` our dialect's.
#ifndef COMPILER_IMPORT_PROTO_H
#define COMPILER_IMPORT_PROTO_H

#include <onnx/onnx_pb.h>

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Location.h"

#include <string>

namespace npu {

namespace proto = ::onnx;

/// The IR's element type of an ONNX data type, or null for what it has none for.
mlir::Type elementType(int32_t dataType, mlir::MLIRContext &context);

/// "FLOAT", "UINT8", ... for messages.
std::string dataTypeName(int32_t dataType);

/// A location that is the name of a node or tensor.
inline mlir::Location namedLoc(mlir::MLIRContext &context, llvm::StringRef name) {
  return mlir::NameLoc::get(mlir::StringAttr::get(&context, name));
}

} // namespace npu

#endif
