#include "compiler/driver/LoadModel.h"
#include "compiler/import/ImportOnnx.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
namespace npu {

static FailureOr<LoadedModel> parseIr(StringRef path, MLIRContext &context) {
  LoadedModel model;
  model.module = parseSourceFile<ModuleOp>(path, &context);
  if (!model.module)
    return failure();
  FailureOr<Level> level = levelOf(*model.module);
  if (failed(level))
    return failure();
  model.level = *level;
  return model;
}

static LogicalResult fixShapes(const CompileOptions &options, ImportOptions &importOptions, MLIRContext &context) {
  bool good = true;
  for (const std::string &text : options.inputShapes) {
    std::string reason;
    if (parseInputShape(text, importOptions, reason))
      continue;
    emitError(UnknownLoc::get(&context)) << reason;
    good = false;
  }
  importOptions.batch = options.batch;
  return success(good);
}

FailureOr<LoadedModel> loadModel(const CompileOptions &options, MLIRContext &context) {
  StringRef path = options.model;
  if (!llvm::sys::fs::exists(path)) {
    emitError(UnknownLoc::get(&context)) << "cannot read '" << path << "': no such file";
    return failure();
  }
  if (path.ends_with(".mlir") || path.ends_with(".mlirbc"))
    return parseIr(path, context);
  ImportOptions importOptions;
  if (failed(fixShapes(options, importOptions, context)))
    return failure();
  LoadedModel model;
  model.module = importOnnx(path, importOptions, context);
  if (!model.module)
    return failure();
  return model;
}

} // namespace npu
