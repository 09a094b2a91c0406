#include "dialects/onnx/Onnx.h"

#include "mlir/IR/Builders.h"

using namespace mlir;

#include "dialects/onnx/OnnxDialect.cpp.inc"

#define GET_OP_CLASSES
#include "dialects/onnx/OnnxOps.cpp.inc"

namespace npu::onnx {

void OnnxDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/onnx/OnnxOps.cpp.inc"
      >();
}

OpFoldResult NoneOp::fold(FoldAdaptor) { return UnitAttr::get(getContext()); }

} // namespace npu::onnx
