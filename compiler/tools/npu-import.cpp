// npu-import: prints the onnx level of an ONNX file, as the importer leaves it.
#include "compiler/driver/Diagnostics.h"
#include "compiler/import/ImportOnnx.h"

#include "mlir/IR/AsmState.h"
#include "mlir/IR/OperationSupport.h"

#include <CLI/CLI.hpp>

static bool parseOptions(const std::vector<std::string> &shapes, npu::ImportOptions &options) {
  for (const std::string &shape : shapes) {
    std::string reason;
    if (!npu::parseInputShape(shape, options, reason)) {
      llvm::errs() << "npu-import: " << reason << "\n";
      return false;
    }
  }
  return true;
}

int main(int argc, char **argv) {
  CLI::App app("npu-import: prints the onnx level of an ONNX file");
  std::string model;
  std::vector<std::string> shapes;
  npu::ImportOptions options;
  int64_t elide = 0;
  bool namesInline = false;
  app.add_option("MODEL", model, "an .onnx file")->required();
  app.add_option("--input-shape", shapes, "NAME:1x3x224x224 fixes open dimensions")
      ->allow_extra_args(false);
  app.add_option("--batch", options.batch, "fixes an open first dimension of every input")
      ->check(CLI::PositiveNumber);
  app.add_option("--elide", elide, "leave out values of constants larger than this");
  app.add_flag("--names-inline", namesInline,
               "print each node's name beside it; leaves out the values of large constants");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &problem) {
    return app.exit(problem) == 0 ? 0 : 1;
  }
  if (!parseOptions(shapes, options))
    return 1;
  mlir::MLIRContext context;
  npu::DiagnosticPrinter printer(context, "npu-import", /*verbose=*/true);
  mlir::OwningOpRef<mlir::ModuleOp> module = npu::importOnnx(model, options, context);
  if (!module)
    return 1;
  mlir::OpPrintingFlags flags;
  if (elide > 0)
    flags.elideLargeElementsAttrs(elide).elideLargeResourceString(elide);
  flags.enableDebugInfo();
  if (namesInline)
    flags.useLocalScope();
  module->print(llvm::outs(), flags);
  return 0;
}
