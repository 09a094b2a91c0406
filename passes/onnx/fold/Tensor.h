// Constant tensors as plain numbers: what onnx-fold-constants computes with.
#ifndef PASSES_ONNX_FOLD_TENSOR_H
#define PASSES_ONNX_FOLD_TENSOR_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <vector>

namespace npu::fold {

/// Row-major elements: `floats` of f32, or `integers` of any integer type, widened; bool is 0 or 1.
struct Tensor {
  llvm::SmallVector<int64_t> shape;
  bool isFloat = false;
  std::vector<int64_t> integers;
  std::vector<float> floats;

  int64_t count() const { return isFloat ? int64_t(floats.size()) : int64_t(integers.size()); }
  /// Element `i` as a number of either kind.
  template <typename Number>
  Number at(int64_t i) const {
    return isFloat ? Number(floats[size_t(i)]) : Number(integers[size_t(i)]);
  }
};

/// A tensor of `shape` and of the kind of `like`, without elements yet.
Tensor emptyLike(const Tensor &like, llvm::ArrayRef<int64_t> shape);

/// Calls `visit` with the coordinates of each element of `shape`, in row-major order.
void forEach(llvm::ArrayRef<int64_t> shape,
             llvm::function_ref<void(llvm::ArrayRef<int64_t>)> visit);

/// The row-major index of `coordinates` in `shape`.
int64_t indexIn(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> coordinates);

/// The same where `shape` is broadcast: as numpy does, from the last axis, size 1 repeated.
int64_t broadcastIndexIn(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> coordinates);

/// Appends element `index` of `from`, a tensor of the same kind.
void append(Tensor &to, const Tensor &from, int64_t index);

} // namespace npu::fold

#endif
