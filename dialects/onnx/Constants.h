// Reading constants, whether they are dense, splat or a resource.
#ifndef DIALECTS_ONNX_CONSTANTS_H
#define DIALECTS_ONNX_CONSTANTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Value.h"

#include <cstdint>
#include <optional>

namespace npu::onnx {

/// The elements of the `onnx.Constant` that defines `value`, or null.
mlir::ElementsAttr constantElements(mlir::Value value);

/// Elements of any integer type, row-major, widened (ui8 zero-extends); nullopt for other types.
std::optional<llvm::SmallVector<int64_t>> integers(mlir::ElementsAttr elements);

/// Elements of f32, row-major; nullopt for other types.
std::optional<llvm::SmallVector<float>> floats(mlir::ElementsAttr elements);

/// integers() of the constant that defines `value`; nullopt if it is none or not constant.
std::optional<llvm::SmallVector<int64_t>> constantIntegers(mlir::Value value);

/// Whether an optional operand is left out.
inline bool isNone(mlir::Value value) { return mlir::isa<mlir::NoneType>(value.getType()); }

} // namespace npu::onnx

#endif
