#include "compiler/driver/Compile.h"
#include "compiler/calibrate/Calibrate.h"
#include "compiler/driver/CompileReport.h"
#include "compiler/driver/Diagnostics.h"
#include "compiler/driver/LoadModel.h"
#include "compiler/driver/QuantParams.h"
#include "compiler/driver/Target.h"
#include "compiler/driver/WholeFile.h"
#include "compiler/pipeline/Pipeline.h"
#include "compiler/verify/VerifyBlob.h"
#include "targets/Target.h"

#include "mlir/Support/FileUtilities.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/ThreadPool.h"

using namespace mlir;
namespace npu {

namespace {

constexpr int kRefused = 1, kOurBug = 2;

/// One compilation: the module on its way through the levels, and what the reports remember.
class Compilation {
public:
  Compilation(const CompileOptions &options, MLIRContext &context)
      : options(options), context(context), diagnostics(context, "npu-compile", options.verbose) {}

  int run();

private:
  bool load();
  int advance(Level level);
  LogicalResult calibrateModel();
  int finish();
  int verify(const std::vector<uint8_t> &blob);
  bool dump(Level level);
  int print();
  std::string outputPath() const;

  const CompileOptions &options;
  MLIRContext &context;
  DiagnosticPrinter diagnostics;
  LoadedModel model;
  OwningOpRef<ModuleOp> reference; ///< the quantised network, before it became commands
  Snapshot snapshot;
  ReportExtras extras;
};

} // namespace

int Compilation::run() {
  if (!load())
    return kRefused;
  for (Level level : allLevels) {
    if (!model.level || level > *model.level)
      if (int status = advance(level))
        return status;
    if (level == Level::Nn && model.level.value_or(Level::Onnx) <= Level::Nn && failed(calibrateModel()))
      return kRefused;
    if (level == Level::Quantized && model.level != Level::Npu && model.level != Level::Placed) {
      recordLayers(*model.module, snapshot);
      reference = model.module->clone();
    }
    if (!dump(level))
      return kRefused;
    if (options.stopAfter == level)
      return print();
  }
  return finish();
}

bool Compilation::load() {
  FailureOr<LoadedModel> loaded = loadModel(options, context);
  if (failed(loaded))
    return false;
  model = std::move(*loaded);
  return succeeded(attachTarget(*model.module, options));
}

int Compilation::advance(Level level) {
  if (level == Level::Onnx)
    recordNodes(*model.module, snapshot);
  PipelineOptions pipeline;
  pipeline.fusion = !options.noFusion;
  if (succeeded(runTo(level, *model.module, pipeline)))
    return 0;
  // A pass that fails has told the user why; one that fails in silence is our bug.
  if (diagnostics.errors() > 0)
    return kRefused;
  llvm::errs() << "npu-compile: internal error on the way to level '" << nameOf(level)
               << "': a pass failed without a reason; please report it with the model\n";
  return kOurBug;
}

LogicalResult Compilation::calibrateModel() {
  if (!options.quantParams.empty() && failed(loadQuantParams(options.quantParams, *model.module)))
    return failure();
  if (options.calibration.empty())
    return success();
  CalibrationOptions calibration;
  calibration.path = options.calibration;
  calibration.preprocess = options.preprocess;
  calibration.skipBad = options.skipBad;
  calibration.percentile = options.percentile;
  calibration.threads = options.jobs;
  bool shown = !options.quiet && llvm::sys::Process::StandardErrIsDisplayed();
  if (shown)
    calibration.progress = [](size_t done, size_t of) {
      llvm::errs() << "\rcalibration: " << done << " of " << of << " samples" << (done == of ? "\n" : "");
    };
  FailureOr<size_t> count = calibrate(*model.module, calibration);
  if (succeeded(count))
    extras.calibrationSamples = *count;
  return count;
}

std::string Compilation::outputPath() const {
  return options.output.empty() ? (llvm::sys::path::stem(options.model) + ".npub").str() : options.output;
}

bool Compilation::dump(Level level) {
  if (options.dumpIr.empty())
    return true;
  std::string text, error;
  llvm::raw_string_ostream stream(text);
  OpPrintingFlags flags;
  flags.elideLargeElementsAttrs(16).elideLargeResourceString(64).enableDebugInfo(true, true);
  model.module->print(stream, flags);
  std::error_code code = llvm::sys::fs::create_directories(options.dumpIr);
  std::string path = options.dumpIr + "/" + std::to_string(static_cast<int>(level) + 1) + "-" + nameOf(level).str() + ".mlir";
  if (!code && writeWholeFile(path, text, error))
    return true;
  llvm::errs() << "npu-compile: error: " << (code ? "cannot make '" + options.dumpIr + "': " + code.message() : error)
               << "\n";
  return false;
}

int Compilation::print() {
  std::string text, error;
  llvm::raw_string_ostream stream(text);
  model.module->print(stream, OpPrintingFlags().enableDebugInfo(true));
  if (options.output.empty() || options.output == "-") {
    llvm::outs() << text;
    return 0;
  }
  if (writeWholeFile(options.output, text, error))
    return 0;
  llvm::errs() << "npu-compile: error: " << error << "\n";
  return kRefused;
}

int Compilation::verify(const std::vector<uint8_t> &blob) {
  if (options.verify == VerifyMode::Off || !reference) {
    extras.verified = reference ? "no: --verify off" : "no: the model was IR below the level 'quantized'";
    return 0;
  }
  FailureOr<std::string> covered = verifyBlob(blob, *reference, options.verify == VerifyMode::Full ? 8 : 1);
  if (failed(covered)) {
    llvm::errs() << "npu-compile: internal error: the blob differs from the reference; it is not written. "
                    "Please report it with the model; --no-verify writes it all the same\n";
    return kOurBug;
  }
  extras.verified = *covered;
  return 0;
}

int Compilation::finish() {
  FailureOr<std::vector<uint8_t>> blob =
      Target::of(*model.module)->emit(*model.module, toolVersion(), blobMetadata(options, *model.module));
  if (failed(blob))
    return diagnostics.errors() > 0 ? kRefused : kOurBug;
  if (int status = verify(*blob))
    return status;
  extras.blobBytes = blob->size();
  extras.warnings = diagnostics.warnings();
  std::string error, path = outputPath();
  StringRef bytes(reinterpret_cast<const char *>(blob->data()), blob->size());
  Json report = buildReport(options, snapshot, *model.module, extras);
  if ((!options.saveQuantParams.empty() &&
       !writeWholeFile(options.saveQuantParams, quantParamsText(report["quantization"]), error)) ||
      !writeWholeFile(path, bytes, error) ||
      (!options.report.empty() && !writeReport(options.report, report, error))) {
    llvm::errs() << "npu-compile: error: " << error << "\n";
    return kRefused;
  }
  if (!options.quiet)
    llvm::outs() << terminalSummary(report) << "  written: " << path << ", " << blob->size() << " bytes\n";
  return 0;
}

int compile(const CompileOptions &options) {
  DialectRegistry registry;
  registerDialects(registry);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  std::optional<llvm::DefaultThreadPool> pool;
  if (options.jobs > 1) {
    pool.emplace(llvm::hardware_concurrency(options.jobs));
    context.setThreadPool(*pool);
  }
  return Compilation(options, context).run();
}

} // namespace npu
