#include "dialects/nn/Rounding.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
namespace npu::nn {

FailureOr<npu_rounding> roundingOf(Operation *op) {
  auto module = isa<ModuleOp>(op) ? cast<ModuleOp>(op) : op->getParentOfType<ModuleOp>();
  auto target = module ? module->getAttrOfType<DictionaryAttr>("npu.target") : DictionaryAttr();
  auto name = target ? target.getAs<StringAttr>("rounding") : StringAttr();
  if (!name)
    return NPU_ROUND_HALF_UP;
  auto rounding = llvm::StringSwitch<std::optional<npu_rounding>>(name)
                      .Case("half-up", NPU_ROUND_HALF_UP)
                      .Case("double", NPU_ROUND_DOUBLE)
                      .Case("half-away", NPU_ROUND_HALF_AWAY)
                      .Case("half-even", NPU_ROUND_HALF_EVEN)
                      .Default(std::nullopt);
  if (rounding)
    return *rounding;
  return module.emitError("'npu.target' has rounding '")
         << name.getValue() << "', wants 'half-up', 'double', 'half-away' or 'half-even'";
}

} // namespace npu::nn
