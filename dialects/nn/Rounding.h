// The rounding R of N4 that the quantised operators of a module use.
#ifndef DIALECTS_NN_ROUNDING_H
#define DIALECTS_NN_ROUNDING_H

#include "mlir/IR/Operation.h"
#include "runtime/kernels/rescale.h"

namespace npu::nn {

/// As the module's `npu.target` names it: half-up, double, half-away or half-even; half-up without a target.
/// Any other name is a diagnostic at the module.
mlir::FailureOr<npu_rounding> roundingOf(mlir::Operation *op);

} // namespace npu::nn

#endif
