// The bytes each command reads and writes, within its buffers or, once placed, within their memories.
#ifndef PASSES_NPU_ACCESSES_H
#define PASSES_NPU_ACCESSES_H

#include "passes/npu/Commands.h"

#include "llvm/ADT/SmallVector.h"

namespace npu::npu {

/// Runs of `run` bytes at low + i*stride[0] + j*stride[1] + ..., all strides at least `run` inner ones span.
/// A superset of what the command touches: gaps of a dimension are filled where keeping them would cost too
/// many runs, and windows read their whole input tile.
struct Access {
  mlir::Value buffer;
  bool write = false;
  int64_t low = 0, high = 0; // bytes lie in [low, high), relative to the buffer
  int64_t run = 0;
  llvm::SmallVector<std::pair<int64_t, int64_t>, 4> dims; // (stride, extent), outermost first
};

llvm::SmallVector<Access, 5> accessesOf(mlir::Operation *command);

/// Calls visit(begin, end) for each run, in the buffer's bytes.
template <typename Visit> void forEachRun(const Access &access, Visit visit, size_t dim = 0, int64_t at = 0) {
  if (dim == access.dims.size())
    return visit(access.low + at, access.low + at + access.run);
  for (int64_t i = 0; i < access.dims[dim].second; ++i)
    forEachRun(access, visit, dim + 1, at + i * access.dims[dim].first);
}

} // namespace npu::npu

#endif
