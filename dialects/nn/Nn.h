// The `nn` dialect: what is computed, exactly. Operators: NnOps.td.
#ifndef DIALECTS_NN_NN_H
#define DIALECTS_NN_NN_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Dialect/Quant/IR/QuantTypes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/nn/NnDialect.h.inc"
#include "dialects/nn/NnEnums.h.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/nn/NnAttrs.h.inc"
#define GET_OP_CLASSES
#include "dialects/nn/NnOps.h.inc"

namespace npu::nn {
/// Equal, greater, less: the result is 1 or 0, and there is no clamp.
inline bool isComparison(BinaryKind kind) { return kind >= BinaryKind::Equal; }
} // namespace npu::nn

#endif
