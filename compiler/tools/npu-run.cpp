// npu-run: runs a blob on the simulator, from files to files.
#include "compiler/tools/run/Session.h"

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdio>

namespace {

struct Options {
  std::string blob, outputDir, device = "functional";
  std::vector<std::string> inputs;
  std::optional<uint64_t> random;
  uint64_t repeat = 1, seed = 0;
};

void declare(CLI::App &app, Options &options) {
  app.add_option("BLOB", options.blob, "compiled network (.npub)")->required();
  app.add_option("--input", options.inputs,
                 "NAME=FILE.npy, or NAME=FILE.bin,shape=1x3,strides=12x4,type=f32 (strides in bytes); "
                 "FILE alone when there is one input. A first axis of N batches runs N inferences")
      ->allow_extra_args(false);
  app.add_option("--output-dir", options.outputDir, "folder for <index>_<name>.npy and outputs.json");
  app.add_option("--random", options.random, "draw the inputs not given from this seed");
  app.add_option("--repeat", options.repeat, "run everything N times and tell the mean time")
      ->check(CLI::PositiveNumber);
  app.add_option("--device", options.device,
                 "functional: any legal interleaving; checked: proves that all give the same result")
      ->check(CLI::IsMember({"functional", "checked"}));
  app.add_option("--seed", options.seed, "interleaving of the functional device; 0 is program order");
}

int refuse(const std::string &error) {
  std::fprintf(stderr, "npu-run: error: %s\n", error.c_str());
  return 1;
}

void printSummary(const std::vector<npu::RunOutput> &outputs, uint64_t inferences, double seconds, uint64_t repeat) {
  std::printf("%llu inference%s on the simulator, %.3f ms each (measured on this host, mean of %llu run%s)\n",
              (unsigned long long)inferences, inferences == 1 ? "" : "s", seconds * 1e3 / double(inferences * repeat),
              (unsigned long long)repeat, repeat == 1 ? "" : "s");
  for (size_t i = 0; i < outputs.size(); ++i)
    std::printf("output %zu '%s': %s\n", i, outputs[i].name.c_str(),
                npu::describe(outputs[i].array.type, outputs[i].array.shape).c_str());
}

int run(const Options &options) {
  npu::BlobFile blob;
  std::string error;
  if (!blob.open(options.blob, error))
    return refuse(error);
  if (blob.blob().header->required_features & NPU_FEATURE_UNCALIBRATED)
    std::fprintf(stderr, "npu-run: warning: the blob is uncalibrated: its ranges were invented, outputs mean nothing\n");
  std::vector<std::string> errors;
  std::optional<npu::RunInputs> inputs = npu::readInputs(blob, options.inputs, options.random, errors);
  for (const std::string &text : errors)
    refuse(text);
  if (!inputs)
    return 1;
  npu::Session session;
  if (!session.start(blob, {options.device == "checked", options.seed}, error))
    return refuse("'" + options.blob + "': " + error);
  std::vector<npu::RunOutput> outputs;
  auto begin = std::chrono::steady_clock::now();
  for (uint64_t i = 0; i < options.repeat; ++i)
    if (!session.run(*inputs, outputs, error))
      return refuse("'" + options.blob + "': " + error);
  std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  if (!options.outputDir.empty() && !npu::writeOutputs(options.outputDir, outputs, error))
    return refuse(error);
  printSummary(outputs, inputs->inferences, elapsed.count(), options.repeat);
  return 0;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app{"Runs a compiled network on the simulator"};
  Options options;
  declare(app, options);
  try {
    app.parse(argc, argv);
    return run(options);
  } catch (const CLI::ParseError &failure) {
    return app.exit(failure) == 0 ? 0 : 1;
  } catch (const std::bad_alloc &) {
    return refuse("not enough memory");
  } catch (const std::exception &failure) {
    std::fprintf(stderr, "npu-run: internal error: %s\n", failure.what());
    return 2;
  }
}
