// npu-compile: a trained network in, a blob for the NPU out.
#include "compiler/driver/Compile.h"
#include "compiler/driver/Target.h"
#include "compiler/pipeline/Pipeline.h"

#include <CLI/CLI.hpp>
#include <cstdio>

int main(int argc, char **argv) {
  CLI::App app{"Compiles a trained network (.onnx) into a blob for the NPU (.npub)", "npu-compile"};
  npu::CompileOptions options;
  npu::declareOptions(app, options);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError &error) {
    if (error.get_exit_code() == 0)
      return app.exit(error);
    std::fprintf(stderr, "npu-compile: error: %s (see --help)\n", error.what());
    return 1;
  }
  if (options.listTargets)
    return npu::listTargets();
  if (options.model.empty()) {
    std::fprintf(stderr, "npu-compile: error: no model given; want npu-compile MODEL.onnx (see --help)\n");
    return 1;
  }
  if (!options.preprocess.empty() && options.calibration.empty()) {
    std::fprintf(stderr, "npu-compile: error: --preprocess is for the samples of --calibration, which is not given\n");
    return 1;
  }
  npu::registerPasses();
  return npu::compile(options);
}
