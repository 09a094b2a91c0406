#include "compiler/pipeline/Pipeline.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Pass/PassRegistry.h"

using namespace mlir;
namespace npu {

// A pass registered on functions nests itself; the textual form does it for us.
static LogicalResult addSteps(Level level, OpPassManager &manager) {
  for (const PipelineStep &step : stepsTo(level))
    if (failed(parsePassPipeline(step.pass, manager)))
      return failure();
  return success();
}

LogicalResult runTo(Level level, ModuleOp module, const PipelineOptions &options) {
  PassManager manager(module.getContext(), ModuleOp::getOperationName(), OpPassManager::Nesting::Implicit);
  if (!options.reproducerPath.empty())
    manager.enableCrashReproducerGeneration(options.reproducerPath, /*genLocalReproducer=*/true);
  if (failed(addSteps(level, manager)) || failed(manager.run(module)))
    return failure();
  module->setAttr("npu.level", StringAttr::get(module.getContext(), nameOf(level)));
  return success();
}

} // namespace npu
