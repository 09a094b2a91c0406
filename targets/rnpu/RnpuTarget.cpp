#include "targets/rnpu/RnpuTarget.h"

#include "targets/rnpu/Emit.h"
#include "targets/rnpu/Presets.inc"

namespace npu {
namespace {

class RnpuTarget final : public Target {
public:
  llvm::StringRef isa() const override { return "rnpu"; }
  llvm::ArrayRef<Preset> presets() const override { return kPresets; }
  llvm::ArrayRef<llvm::StringLiteral> operators() const override { return rnpuOperators(); }
  llvm::ArrayRef<Constraint> constraints() const override { return rnpuConstraints(); }
  double cost(mlir::Operation *op, mlir::DictionaryAttr description) const override {
    return rnpuCost(op, description);
  }
  mlir::DictionaryAttr describe(const nlohmann::json &description, mlir::MLIRContext *context,
                                const std::function<void(const std::string &)> &error) const override {
    return describeRnpu(description, context, error);
  }
  mlir::FailureOr<std::vector<uint8_t>> emit(mlir::ModuleOp module, llvm::StringRef toolVersion,
                                             llvm::StringRef metadata) const override {
    return emitBlob(module, toolVersion, metadata);
  }
};

} // namespace

const Target &rnpuTarget() {
  static const RnpuTarget target;
  return target;
}

} // namespace npu
