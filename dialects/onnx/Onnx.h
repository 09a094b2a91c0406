// The `onnx` dialect: what did the file say? Operators: OnnxOps.td.
#ifndef DIALECTS_ONNX_ONNX_H
#define DIALECTS_ONNX_ONNX_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/onnx/OnnxDialect.h.inc"
#include "dialects/onnx/OnnxInterfaces.h.inc"
#define GET_OP_CLASSES
#include "dialects/onnx/OnnxOps.h.inc"

#endif
