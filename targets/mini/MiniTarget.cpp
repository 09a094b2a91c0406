#include "targets/mini/MiniTarget.h"

#include "targets/mini/Presets.inc"
#include "targets/mini/isa.h"
#include "targets/rnpu/Emit.h"
#include "targets/rnpu/RnpuTarget.h"

namespace npu {
namespace {

class MiniTarget final : public Target {
public:
  llvm::StringRef isa() const override { return "mini"; }
  llvm::ArrayRef<Preset> presets() const override { return kPresets; }
  bool isForTests() const override { return true; }
  llvm::ArrayRef<llvm::StringLiteral> operators() const override { return miniOperators(); }
  llvm::ArrayRef<Constraint> constraints() const override { return miniConstraints(); }
  double cost(mlir::Operation *op, mlir::DictionaryAttr description) const override {
    return rnpuCost(op, description);
  }
  mlir::DictionaryAttr describe(const nlohmann::json &description, mlir::MLIRContext *context,
                                const std::function<void(const std::string &)> &error) const override {
    return describeMini(description, context, error);
  }
  mlir::FailureOr<std::vector<uint8_t>> emit(mlir::ModuleOp module, llvm::StringRef toolVersion,
                                             llvm::StringRef metadata) const override {
    return emitBlob(module, toolVersion, metadata, NPU_ISA_MINI);
  }
};

} // namespace

const Target &miniTarget() {
  static const MiniTarget target;
  return target;
}

} // namespace npu
