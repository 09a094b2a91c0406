// The quantisation scheme of the module's machine: how its integers are rescaled, and which formats it computes on.
#ifndef DIALECTS_NN_SCHEME_H
#define DIALECTS_NN_SCHEME_H

#include "mlir/IR/Operation.h"
#include "runtime/kernels/rescale.h"

#include <string>

namespace npu::nn {

/// Fields of the module's `npu.target`; without a target, or a field, what stands here.
struct Scheme {
  std::string machine;                      ///< `name`
  npu_rounding rounding = NPU_ROUND_HALF_UP; ///< `rounding`: R of N4; half-up, double, half-away or half-even
  uint32_t multBits = 31;                   ///< `mult_bits`: N5, multipliers are below 2^multBits; 2..31
  bool symmetricActivations = false;        ///< `symmetric_activations`: only zero point 0
};

/// Of the module around `op`, or `op` itself. A field with another value is a diagnostic at the module.
mlir::FailureOr<Scheme> schemeOf(mlir::Operation *op);

} // namespace npu::nn

#endif
