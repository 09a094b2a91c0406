// One function per operator: its attributes in the kernel's struct.
#ifndef DIALECTS_NN_CALLS_ATTRIBUTES_H
#define DIALECTS_NN_CALLS_ATTRIBUTES_H

#include "dialects/nn/Call.h"
#include "dialects/nn/Nn.h"

#include <cstring>

namespace npu::nn {

using CallTypes = llvm::ArrayRef<mlir::RankedTensorType>;
using MaybeCall = mlir::FailureOr<std::optional<KernelCall>>;

/// A call with the bytes of the structs, one after another. They have no padding, so that equal calls have equal bytes.
template <typename... Structs> KernelCall makeCall(llvm::StringRef kernel, const Structs &...structs) {
  KernelCall call;
  call.kernel = kernel.str();
  auto append = [&](const auto &one) {
    static_assert(std::is_trivially_copyable_v<std::decay_t<decltype(one)>>);
    const auto *bytes = reinterpret_cast<const uint8_t *>(&one);
    call.attributes.insert(call.attributes.end(), bytes, bytes + sizeof one);
  };
  (append(structs), ...);
  return call;
}

template <typename T> void append(KernelCall &call, llvm::ArrayRef<T> values) {
  const auto *bytes = reinterpret_cast<const uint8_t *>(values.data());
  call.attributes.insert(call.attributes.end(), bytes, bytes + values.size() * sizeof(T));
}

/// Whether every type holds f32.
inline bool allF32(CallTypes types) {
  return llvm::all_of(types, [](mlir::RankedTensorType type) { return type.getElementType().isF32(); });
}

// Products.cpp
MaybeCall call(ConvOp op, CallTypes types, const Scheme &scheme);
MaybeCall call(DenseOp op, CallTypes types, const Scheme &scheme);
MaybeCall call(MatmulOp op, CallTypes types, const Scheme &scheme);
// Windows.cpp
MaybeCall call(PoolOp op, CallTypes types, const Scheme &scheme);
MaybeCall call(ResizeOp op, CallTypes types, const Scheme &scheme);
// Elementwise.cpp
MaybeCall call(BinaryOp op, CallTypes types, const Scheme &scheme);
MaybeCall call(ClampOp op, CallTypes types, const Scheme &scheme);
MaybeCall call(FunctionOp op, CallTypes types, const Scheme &scheme);
// Reductions.cpp
MaybeCall call(ReduceOp op, CallTypes types, const Scheme &scheme);
MaybeCall call(SoftmaxOp op, CallTypes types, const Scheme &scheme);
// Formats.cpp
MaybeCall call(QuantizeOp op, CallTypes types, const Scheme &scheme);
MaybeCall call(DequantizeOp op, CallTypes types, const Scheme &scheme);
// Movement.cpp
MaybeCall call(ConcatOp op, CallTypes types, const Scheme &scheme);
MaybeCall call(ReshapeOp op, CallTypes types, const Scheme &scheme);
MaybeCall call(TransposeOp op, CallTypes types, const Scheme &scheme);
MaybeCall call(PadOp op, CallTypes types, const Scheme &scheme);
MaybeCall call(SliceOp op, CallTypes types, const Scheme &scheme);

} // namespace npu::nn

#endif
