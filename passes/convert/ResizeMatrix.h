// One axis of a resize as a constant matrix: for what no sampling at two neighbours can say.
#ifndef PASSES_CONVERT_RESIZEMATRIX_H
#define PASSES_CONVERT_RESIZEMATRIX_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>

namespace npu::convert {

/// How the samples around a position make one value.
struct Interpolation {
  llvm::StringRef mode;     ///< "nearest", "linear" or "cubic"
  llvm::StringRef rounding; ///< ONNX's nearest_mode, and "simple"
  double cubicA = -0.75;    ///< ONNX's cubic_coeff_a
  bool excludeOutside = false;
  bool antialias = false;
  /// What a position outside [0, in - 1] gives; without it, the samples go on as they end.
  std::optional<float> extrapolation = std::nullopt;
};

/// output[i] = sum of weights[i * in + j] * input[j] + bias[i].
struct AxisMatrix {
  llvm::SmallVector<float> weights, bias;
};

/// ONNX's interpolation of an axis of `in` samples at one position for each output; `scale` is out/in as the file
/// means it. Weights are computed in double.
AxisMatrix axisMatrix(llvm::ArrayRef<double> positions, int64_t in, double scale, const Interpolation &interpolation);

} // namespace npu::convert

#endif
