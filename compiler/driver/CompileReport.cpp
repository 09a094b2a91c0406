#include "compiler/driver/CompileReport.h"
#include "llvm/Support/Path.h"
#include "runtime/npu.h"

#include <sys/resource.h>
#include <time.h>

using namespace mlir;
namespace npu {

std::string toolVersion() {
  return std::to_string(NPU_VERSION_MAJOR) + "." + std::to_string(NPU_VERSION_MINOR) + "." +
         std::to_string(NPU_VERSION_PATCH);
}

static Json modelFields(const CompileOptions &options, ModuleOp module) {
  Json model = {{"name", llvm::sys::path::stem(options.model).str()}};
  if (auto hash = module->getAttrOfType<StringAttr>("onnx.sha256"))
    model["sha256"] = hash.getValue().str();
  if (auto opset = module->getAttrOfType<IntegerAttr>("onnx.opset"))
    model["opset"] = opset.getInt();
  return model;
}

static std::string targetName(ModuleOp module) {
  auto machine = module->getAttrOfType<DictionaryAttr>("npu.target");
  auto name = machine ? machine.getAs<StringAttr>("name") : StringAttr();
  return name ? name.getValue().str() : "";
}

// Only options that decide what the blob does.
static Json optionFields(const CompileOptions &options) {
  Json fields = {{"target", llvm::sys::path::filename(options.target).str()}};
  if (options.sram)
    fields["sram"] = *options.sram;
  if (options.dramBandwidth)
    fields["dram_bandwidth"] = *options.dramBandwidth;
  if (options.engines)
    fields["engines"] = *options.engines;
  if (!options.inputShapes.empty())
    fields["input_shape"] = options.inputShapes;
  return fields;
}

// How the scales came about is in the report only: the same scales give the same blob.
static Json reportOptions(const CompileOptions &options) {
  Json fields = optionFields(options);
  if (!options.calibration.empty())
    fields["method"] = options.percentile ? "percentile:" + Json(*options.percentile).dump() : "minmax";
  for (const PreprocessOption &option : options.preprocess)
    fields["preprocess"].push_back(option.text);
  return fields;
}

std::string blobMetadata(const CompileOptions &options, ModuleOp module) {
  return Json({{"model", modelFields(options, module)}, {"options", optionFields(options)}}).dump();
}

static double cpuSeconds() {
  timespec time;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return double(time.tv_sec) + double(time.tv_nsec) * 1e-9;
}

static int64_t peakBytes() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return int64_t(usage.ru_maxrss) * 1024;
}

Json buildReport(const CompileOptions &options, const Snapshot &snapshot, ModuleOp placed, const ReportExtras &extras) {
  Json sums = totals(snapshot, placed);
  sums["blob_bytes"] = extras.blobBytes;
  sums["compile_seconds"] = cpuSeconds();
  sums["peak_rss_bytes"] = peakBytes();
  sums["verified"] = extras.verified;
  Json warnings = Json::array();
  for (const std::string &text : extras.warnings)
    warnings.push_back({{"text", text}});
  return {{"schema_version", 1},
          {"tool", "npu-compile"},
          {"version", toolVersion()},
          {"options", reportOptions(options)},
          {"target", targetName(placed)},
          {"model", modelFields(options, placed)},
          {"inputs", borderRows(placed, true)},
          {"outputs", borderRows(placed, false)},
          {"totals", sums},
          {"assignment", assignmentRows(snapshot, placed)},
          {"layers", layerRows(snapshot, placed)},
          {"memory", memoryRows(placed)},
          {"copies", copyRows(placed)},
          {"fusions", fusionRows(snapshot)},
          {"quantization", quantizationRows(snapshot)},
          {"warnings", warnings}};
}

} // namespace npu
