// How Resize and Upsample change every axis.
#ifndef DIALECTS_ONNX_SCALES_H
#define DIALECTS_ONNX_SCALES_H

#include "dialects/onnx/Onnx.h"

#include <optional>

namespace npu::onnx {

/// A positive fraction in lowest terms.
struct Fraction {
  int64_t numerator = 1, denominator = 1;
};

/// One axis. Extents are below 2^31.
struct AxisScale {
  int64_t in, out;
  float given = 1; ///< the file's scale; out/in where it gives sizes
  /// The scale as it was meant: out/in where that is `given` in f32, else `given` itself, else the simplest fraction
  /// that is `given` in f32. Nothing if that has a denominator above kMostScaleDenominator.
  std::optional<Fraction> scale = Fraction();

  bool changes() const { return in != out || !scale || scale->numerator != scale->denominator; }
  /// in * scale is the extent of the result, and not rounded to it.
  bool isWhole() const { return scale && in * scale->numerator == out * scale->denominator; }
};

inline constexpr int64_t kMostScaleDenominator = 4096;

/// One entry an axis of the static input, or a diagnostic at the op. Scales and sizes must be constant.
mlir::FailureOr<llvm::SmallVector<AxisScale>> scalesOf(ResizeOp op);
mlir::FailureOr<llvm::SmallVector<AxisScale>> scalesOf(UpsampleOp op);

} // namespace npu::onnx

#endif
