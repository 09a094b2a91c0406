#include "dialects/nn/Nn.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
#include "dialects/nn/NnDialect.cpp.inc"
#include "dialects/nn/NnEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/nn/NnAttrs.cpp.inc"
#define GET_OP_CLASSES
#include "dialects/nn/NnOps.cpp.inc"

namespace npu::nn {

void NnDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/nn/NnOps.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/nn/NnAttrs.cpp.inc"
      >();
}

} // namespace npu::nn
