// npu-eval: runs the main function of nn-level IR by the kernels that define the dialect.
#include "compiler/evaluate/Evaluator.h"
#include "compiler/evaluate/NpyTensors.h"
#include "dialects/nn/Nn.h"

#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/SourceMgr.h"
#include <CLI/CLI.hpp>

#include <fstream>

using namespace mlir;

namespace {

struct Options {
  std::string model, outputDir;
  std::vector<std::string> inputs;
};

// The function named main, or the only one.
FailureOr<func::FuncOp> mainFunction(ModuleOp module) {
  if (auto named = module.lookupSymbol<func::FuncOp>("main"))
    return named;
  auto functions = llvm::to_vector(module.getOps<func::FuncOp>());
  if (functions.size() != 1)
    return module.emitError("has no function 'main', and ") << functions.size() << " functions to choose from";
  return functions.front();
}

FailureOr<std::vector<npu::TensorValue>> readInputs(func::FuncOp function, const std::vector<std::string> &paths) {
  if (paths.size() != function.getNumArguments())
    return function.emitError("wants ") << function.getNumArguments() << " --input files, got " << paths.size();
  std::vector<npu::TensorValue> tensors;
  for (auto [index, path] : llvm::enumerate(paths)) {
    std::string error;
    auto array = npu::readNpy(path, error);
    if (!array)
      return function.emitError("input ") << index << ": " << error;
    auto tensor = npu::toTensor(*array, cast<RankedTensorType>(function.getArgument(index).getType()), error);
    if (!tensor)
      return function.emitError("input ") << index << ": '" << path << "' " << error;
    tensors.push_back(std::move(*tensor));
  }
  return tensors;
}

LogicalResult writeOutputs(func::FuncOp function, ArrayRef<npu::TensorValue> results, const std::string &directory) {
  if (std::error_code failed = llvm::sys::fs::create_directories(directory))
    return function.emitError("cannot create '") << directory << "': " << failed.message();
  for (auto [index, result] : llvm::enumerate(results)) {
    const std::string path = directory + "/" + std::to_string(index) + ".npy";
    const std::vector<uint8_t> bytes = npu::encodeNpy(npu::toArray(result));
    std::ofstream file(path, std::ios::binary);
    file.write(reinterpret_cast<const char *>(bytes.data()), std::streamsize(bytes.size()));
    if (!file.flush())
      return function.emitError("cannot write '") << path << "'";
  }
  return success();
}

LogicalResult evaluateModel(const Options &options) {
  DialectRegistry registry;
  registry.insert<func::FuncDialect, quant::QuantDialect, npu::nn::NnDialect>();
  MLIRContext context(registry);
  llvm::SourceMgr sources;
  SourceMgrDiagnosticHandler printer(sources, &context);
  auto module = parseSourceFile<ModuleOp>(options.model, sources, &context);
  if (!module)
    return failure();
  auto function = mainFunction(*module);
  if (failed(function))
    return failure();
  auto inputs = readInputs(*function, options.inputs);
  auto evaluator = npu::Evaluator::create(*function);
  if (failed(inputs) || failed(evaluator))
    return failure();
  auto results = evaluator->run(*inputs);
  return failed(results) ? failure() : writeOutputs(*function, *results, options.outputDir);
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app("npu-eval: evaluates IR of level nn or quantized on tensors");
  app.add_option("model", options.model, "MODEL.mlir")->required();
  app.add_option("--input", options.inputs, "FILE.npy of each argument, in order");
  app.add_option("--output-dir", options.outputDir, "where results go, as <index>.npy")->required();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 1;
  }
  return succeeded(evaluateModel(options)) ? 0 : 1;
}
