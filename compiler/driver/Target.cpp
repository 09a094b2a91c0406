#include "compiler/driver/Target.h"
#include "targets/Registry.h"

using namespace mlir;
namespace npu {

LogicalResult attachTarget(ModuleOp module, const CompileOptions &options) {
  bool asked = options.sram || options.dramBandwidth || options.engines || options.target != kDefaultPreset;
  if (module->hasAttr("npu.target")) {
    if (!asked)
      return success();
    return module.emitError("the IR already carries its target ('npu.target'); leave --target and its overrides out");
  }
  DictionaryAttr target =
      loadTarget(options.target, {options.sram, options.dramBandwidth, options.engines}, module.getContext(),
                 [&](const std::string &text) { mlir::emitError(UnknownLoc::get(module.getContext())) << text; });
  if (!target)
    return failure();
  module->setAttr("npu.target", target);
  return success();
}

int listTargets() {
  for (const Target *target : allTargets())
    for (const Preset &preset : target->presets())
      llvm::outs() << preset.name << (preset.name == kDefaultPreset ? " (default)" : "")
                   << (target->isForTests() ? " (for tests)\n" : "\n");
  return 0;
}

} // namespace npu
