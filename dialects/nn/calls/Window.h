// The kernels' sliding window from an operator's attributes.
#ifndef DIALECTS_NN_CALLS_WINDOW_H
#define DIALECTS_NN_CALLS_WINDOW_H

#include "runtime/kernels/window.h"

#include "llvm/ADT/ArrayRef.h"

namespace npu::nn {

/// kernel, strides and dilations of rows and columns; pads top, left, bottom, right; shapes [N,H,W,C].
inline npu_window windowOf(llvm::ArrayRef<int64_t> in, llvm::ArrayRef<int64_t> out, llvm::ArrayRef<int64_t> kernel,
                           llvm::ArrayRef<int64_t> strides, llvm::ArrayRef<int64_t> dilations,
                           llvm::ArrayRef<int64_t> pads) {
  auto axis = [&](unsigned i) {
    return npu_axis{in[i + 1], out[i + 1], kernel[i], strides[i], dilations[i], pads[i], pads[i + 2]};
  };
  return {in[0], axis(0), axis(1)};
}

} // namespace npu::nn

#endif
