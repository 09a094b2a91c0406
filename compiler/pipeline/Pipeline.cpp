#include "compiler/pipeline/Pipeline.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
namespace npu {

// A pass on functions says so only when it is added, so a manager of functions is asked first.
static LogicalResult addStep(StringRef pass, OpPassManager &manager) {
  llvm::raw_null_ostream silent;
  OpPassManager functions(func::FuncOp::getOperationName());
  if (failed(parsePassPipeline(pass, functions, silent)))
    return parsePassPipeline(pass, manager);
  manager.nest<func::FuncOp>() = std::move(functions);
  return success();
}

static LogicalResult addSteps(Level level, bool fusion, OpPassManager &manager) {
  for (const PipelineStep &step : stepsTo(level))
    if ((fusion || !step.fuses) && failed(addStep(step.pass, manager)))
      return failure();
  return success();
}

LogicalResult runTo(Level level, ModuleOp module, const PipelineOptions &options) {
  PassManager manager(module.getContext(), ModuleOp::getOperationName(), OpPassManager::Nesting::Implicit);
  if (!options.reproducerPath.empty())
    manager.enableCrashReproducerGeneration(options.reproducerPath, /*genLocalReproducer=*/true);
  if (failed(addSteps(level, options.fusion, manager)) || failed(manager.run(module)))
    return failure();
  module->setAttr("npu.level", StringAttr::get(module.getContext(), nameOf(level)));
  return success();
}

} // namespace npu
