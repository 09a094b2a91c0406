#include "dialects/nn/Scheme.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringSwitch.h"

#include <optional>

using namespace mlir;
namespace npu::nn {

static LogicalResult readRounding(ModuleOp module, StringRef name, Scheme &scheme) {
  auto rounding = llvm::StringSwitch<std::optional<npu_rounding>>(name)
                      .Case("half-up", NPU_ROUND_HALF_UP)
                      .Case("double", NPU_ROUND_DOUBLE)
                      .Case("half-away", NPU_ROUND_HALF_AWAY)
                      .Case("half-even", NPU_ROUND_HALF_EVEN)
                      .Default(std::nullopt);
  if (!rounding)
    return module.emitError("'npu.target' has rounding '")
           << name << "', wants 'half-up', 'double', 'half-away' or 'half-even'";
  scheme.rounding = *rounding;
  return success();
}

static LogicalResult readMultBits(ModuleOp module, int64_t bits, Scheme &scheme) {
  if (bits < 2 || bits > 31)
    return module.emitError("'npu.target' has mult_bits ") << bits << ", wants 2..31";
  scheme.multBits = static_cast<uint32_t>(bits);
  return success();
}

FailureOr<Scheme> schemeOf(Operation *op) {
  auto module = isa<ModuleOp>(op) ? cast<ModuleOp>(op) : op->getParentOfType<ModuleOp>();
  auto target = module ? module->getAttrOfType<DictionaryAttr>("npu.target") : DictionaryAttr();
  Scheme scheme;
  if (!target)
    return scheme;
  if (auto name = target.getAs<StringAttr>("name"))
    scheme.machine = name.str();
  if (auto symmetric = target.getAs<BoolAttr>("symmetric_activations"))
    scheme.symmetricActivations = symmetric.getValue();
  if (auto rounding = target.getAs<StringAttr>("rounding"))
    if (failed(readRounding(module, rounding, scheme)))
      return failure();
  if (auto bits = target.getAs<IntegerAttr>("mult_bits"))
    if (failed(readMultBits(module, bits.getInt(), scheme)))
      return failure();
  return scheme;
}

} // namespace npu::nn
