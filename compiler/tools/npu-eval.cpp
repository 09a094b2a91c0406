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

/// The files of all arguments. One whose first axis is N times the argument's holds N samples; all hold as many.
class Inputs {
public:
  static FailureOr<Inputs> read(func::FuncOp function, const std::vector<std::string> &paths) {
    if (paths.size() != function.getNumArguments())
      return function.emitError("wants ") << function.getNumArguments() << " --input files, got " << paths.size();
    Inputs inputs;
    for (auto [index, path] : llvm::enumerate(paths)) {
      std::string error;
      auto array = npu::readNpy(path, error);
      if (!array)
        return function.emitError("input ") << index << ": " << error;
      inputs.types.push_back(cast<RankedTensorType>(function.getArgument(index).getType()));
      inputs.paths.push_back(path);
      inputs.arrays.push_back(std::move(*array));
      uint64_t samples = inputs.samplesOf(index);
      if (index > 0 && samples != inputs.count)
        return function.emitError("input ") << index << ": '" << path << "' holds " << samples << " samples, the others "
                                            << inputs.count;
      inputs.count = samples;
    }
    return inputs;
  }

  uint64_t size() const { return count; }

  FailureOr<std::vector<npu::TensorValue>> sample(func::FuncOp function, uint64_t number) const {
    std::vector<npu::TensorValue> tensors;
    for (auto [index, whole] : llvm::enumerate(arrays)) {
      npu::NpyArray array = whole;
      if (count > 1) {
        size_t bytes = whole.data.size() / count;
        array.shape[0] /= count;
        array.data.assign(whole.data.begin() + number * bytes, whole.data.begin() + (number + 1) * bytes);
      }
      std::string error;
      auto tensor = npu::toTensor(array, types[index], error);
      if (!tensor)
        return function.emitError("input ") << index << ": '" << paths[index] << "' " << error;
      tensors.push_back(std::move(*tensor));
    }
    return tensors;
  }

private:
  uint64_t samplesOf(size_t index) const {
    ArrayRef<int64_t> wanted = types[index].getShape();
    const std::vector<uint64_t> &got = arrays[index].shape;
    bool stacked = got.size() == wanted.size() && !got.empty() && wanted[0] > 0 && got[0] % wanted[0] == 0 && got[0] > 0;
    return stacked ? got[0] / wanted[0] : 1;
  }

  std::vector<npu::NpyArray> arrays;
  std::vector<std::string> paths;
  std::vector<RankedTensorType> types;
  uint64_t count = 1;
};

/// Results of later samples go behind those of the first, along the first axis.
void stack(std::vector<npu::NpyArray> &whole, ArrayRef<npu::TensorValue> results) {
  bool first = whole.empty();
  for (auto [index, result] : llvm::enumerate(results)) {
    npu::NpyArray array = npu::toArray(result);
    if (first) {
      whole.push_back(std::move(array));
      continue;
    }
    whole[index].data.insert(whole[index].data.end(), array.data.begin(), array.data.end());
    if (!array.shape.empty())
      whole[index].shape[0] += array.shape[0];
  }
}

LogicalResult writeOutputs(func::FuncOp function, ArrayRef<npu::NpyArray> results, const std::string &directory) {
  if (std::error_code failed = llvm::sys::fs::create_directories(directory))
    return function.emitError("cannot create '") << directory << "': " << failed.message();
  for (auto [index, result] : llvm::enumerate(results)) {
    const std::string path = directory + "/" + std::to_string(index) + ".npy";
    const std::vector<uint8_t> bytes = npu::encodeNpy(result);
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
  auto inputs = Inputs::read(*function, options.inputs);
  auto evaluator = npu::Evaluator::create(*function);
  if (failed(inputs) || failed(evaluator))
    return failure();
  std::vector<npu::NpyArray> outputs;
  for (uint64_t number = 0; number < inputs->size(); ++number) {
    auto sample = inputs->sample(*function, number);
    auto results = failed(sample) ? FailureOr<std::vector<npu::TensorValue>>() : evaluator->run(*sample);
    if (failed(results))
      return failure();
    stack(outputs, *results);
  }
  return writeOutputs(*function, outputs, options.outputDir);
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  CLI::App app("npu-eval: evaluates IR of level nn or quantized on tensors");
  app.add_option("model", options.model, "MODEL.mlir")->required();
  app.add_option("--input", options.inputs, "FILE.npy of each argument, in order; N times its first axis is N samples, whose results are stacked");
  app.add_option("--output-dir", options.outputDir, "where results go, as <index>.npy")->required();
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    return app.exit(error) == 0 ? 0 : 1;
  }
  return succeeded(evaluateModel(options)) ? 0 : 1;
}
