// Spatial kernels are channels-last; operators before nn-insert-layout need not be.
#ifndef COMPILER_EVALUATE_CHANNELSLAST_H
#define COMPILER_EVALUATE_CHANNELSLAST_H

#include "compiler/evaluate/TensorValue.h"

namespace npu {

/// The same elements with their axes permuted: axis i is axis perm[i] of the input.
TensorValue permuted(const TensorValue &in, llvm::ArrayRef<int64_t> perm);

/// [N,C,H,W] -> [N,H,W,C] and back.
TensorValue toChannelsLast(const TensorValue &in);
TensorValue toChannelsFirst(const TensorValue &in);

} // namespace npu

#endif
