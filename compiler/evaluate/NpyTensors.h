// Between .npy arrays and the evaluator's tensors.
#ifndef COMPILER_EVALUATE_NPYTENSORS_H
#define COMPILER_EVALUATE_NPYTENSORS_H

#include "compiler/evaluate/TensorValue.h"
#include "compiler/tools/Npy.h"

#include <optional>
#include <string>

namespace npu {

/// The array's element type for a tensor's storage elements; nothing if .npy has none.
std::optional<npu_type> npyTypeOf(mlir::Type element);

/// On failure nothing, and error says got and wanted.
std::optional<TensorValue> toTensor(const NpyArray &array, mlir::RankedTensorType type, std::string &error);

/// Storage elements as they are.
NpyArray toArray(const TensorValue &tensor);

} // namespace npu

#endif
