#include "dialects/onnx/Diagnostics.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"

using namespace mlir;

namespace npu::onnx {

StringRef nodeName(Location loc) {
  if (auto named = dyn_cast<NameLoc>(loc))
    return named.getName().getValue();
  if (auto fused = dyn_cast<FusedLoc>(loc))
    for (Location part : fused.getLocations())
      if (StringRef name = nodeName(part); !name.empty())
        return name;
  return "";
}

static IntegerAttr opsetOf(Operation *op) {
  auto module = op->getParentOfType<ModuleOp>();
  return module ? module->getAttrOfType<IntegerAttr>("onnx.opset") : IntegerAttr();
}

std::string describeNode(Operation *op) {
  std::string kind = op->getName().stripDialect().str();
  if (IntegerAttr opset = opsetOf(op))
    kind += ", opset " + std::to_string(opset.getInt());
  StringRef name = nodeName(op->getLoc());
  return name.empty() ? kind : "'" + name.str() + "' (" + kind + ")";
}

InFlightDiagnostic nodeError(Operation *op) {
  return emitError(op->getLoc()) << describeNode(op) << ": ";
}

} // namespace npu::onnx
