// Number formats of quantised types, and the constants kernels derive from them.
#ifndef DIALECTS_NN_NUMBERFORMAT_H
#define DIALECTS_NN_NUMBERFORMAT_H

#include "dialects/nn/Scheme.h"

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Operation.h"

#include <optional>

namespace npu::nn {

/// Real value = scale * (q - zero), q within [low, high].
struct NumberFormat {
  double scale;
  int32_t zero, low, high;
  bool isSigned;
  unsigned bytes; ///< of a stored element: 1, 2 or 4
};

/// The format of a type quantised per tensor; nothing for any other type.
std::optional<NumberFormat> formatOf(mlir::Type element);
/// The format of every channel of a type quantised per axis; one format for a type quantised per tensor.
llvm::SmallVector<NumberFormat> channelFormatsOf(mlir::Type element);

/// Whether the type is quantised per tensor with i8 storage.
bool isI8(mlir::Type element);

struct IntegerRange {
  int32_t low, high;
};
struct RealRange {
  float low, high;
};
/// What a fused clamp leaves of a format, by N1. Of crossed bounds the upper wins, as in min(max(x, low), high).
IntegerRange clampRange(std::optional<llvm::APFloat> low, std::optional<llvm::APFloat> high,
                        const NumberFormat &format);
RealRange clampRange(std::optional<llvm::APFloat> low, std::optional<llvm::APFloat> high);

/// N5, with a diagnostic at `op` when the ratio has no representation.
mlir::FailureOr<npu_rescale> chooseRescale(mlir::Operation *op, double ratio, const Scheme &scheme);
/// "cannot rescale by RATIO", at `op`.
mlir::LogicalResult refuseRatio(mlir::Operation *op, double ratio, const Scheme &scheme);

} // namespace npu::nn

#endif
