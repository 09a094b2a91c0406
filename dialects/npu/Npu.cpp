#include "dialects/npu/Npu.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
#include "dialects/npu/NpuDialect.cpp.inc"
#include "dialects/npu/NpuEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/npu/NpuAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/npu/NpuTypes.cpp.inc"
#define GET_OP_CLASSES
#include "dialects/npu/NpuOps.cpp.inc"

namespace npu::npu {

void NpuDialect::initialize() {
  addOperations<
#define GET_OP_LIST
#include "dialects/npu/NpuOps.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/npu/NpuTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/npu/NpuAttrs.cpp.inc"
      >();
}

} // namespace npu::npu
