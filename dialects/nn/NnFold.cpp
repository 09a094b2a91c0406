// Folders that need no arithmetic.
#include "dialects/nn/Nn.h"

using namespace mlir;
namespace npu::nn {

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValueAttr(); }

OpFoldResult RequantizeOp::fold(FoldAdaptor) {
  return getInput().getType() == getType() ? OpFoldResult(getInput()) : OpFoldResult();
}

OpFoldResult ReshapeOp::fold(FoldAdaptor) {
  return getInput().getType() == getType() ? OpFoldResult(getInput()) : OpFoldResult();
}

OpFoldResult TransposeOp::fold(FoldAdaptor) {
  for (auto [index, axis] : llvm::enumerate(getPerm()))
    if (axis != static_cast<int64_t>(index))
      return {};
  return getInput();
}

} // namespace npu::nn
