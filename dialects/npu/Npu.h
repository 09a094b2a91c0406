// The `npu` dialect: what the machine does, where and when. Operators: NpuOps.td.
#ifndef DIALECTS_NPU_NPU_H
#define DIALECTS_NPU_NPU_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/npu/NpuDialect.h.inc"
#include "dialects/npu/NpuEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/npu/NpuAttrs.h.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/npu/NpuTypes.h.inc"
#define GET_OP_CLASSES
#include "dialects/npu/NpuOps.h.inc"

#endif
