// Calibration: a float network runs on samples, and what its values were is written down as attributes.
#ifndef COMPILER_CALIBRATE_CALIBRATE_H
#define COMPILER_CALIBRATE_CALIBRATE_H

#include "compiler/calibrate/Samples.h"

#include "mlir/IR/BuiltinOps.h"

#include <functional>
#include <optional>

namespace npu {

struct CalibrationOptions {
  std::string path;                 ///< --calibration
  std::vector<PreprocessOption> preprocess;
  bool skipBad = false;             ///< --skip-bad: bad samples are counted, not refused
  std::optional<double> percentile; ///< --method percentile:P; none is minmax
  unsigned threads = 1;             ///< the result does not depend on it
  std::function<void(size_t done, size_t of)> progress;
};

/// Runs `main` of a module of level `nn` on every sample and writes `nn.ranges` on its operators and `nn.range` on its
/// arguments: [low, high] of each f32 value. Bad samples are diagnostics, all in one run. Returns the number of samples.
mlir::FailureOr<size_t> calibrate(mlir::ModuleOp module, const CalibrationOptions &options);

} // namespace npu

#endif
