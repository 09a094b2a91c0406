// What the user asked for, parsed and not yet judged against a model.
#ifndef COMPILER_DRIVER_OPTIONS_H
#define COMPILER_DRIVER_OPTIONS_H

#include "compiler/image/PreprocessOption.h"
#include "compiler/pipeline/Level.h"

#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace npu {

enum class VerifyMode { Auto, Full, Off };

struct CompileOptions {
  std::string model, output; ///< output empty: ./<stem>.npub
  std::string target = "edge-4t";
  std::optional<std::string> sram, dramBandwidth, engines; ///< as typed: "256K", "3.75", "2"
  std::vector<std::string> inputShapes;                     ///< "x:1x3x224x224"
  std::optional<int64_t> batch;                             ///< size of every open first axis
  std::string calibration;          ///< samples of a float network; empty for none
  std::vector<PreprocessOption> preprocess; ///< of its pictures
  bool skipBad = false;
  std::optional<double> percentile; ///< --method percentile:P; none is minmax
  std::string quantParams, saveQuantParams;
  std::optional<Level> stopAfter;
  std::string dumpIr, report;
  VerifyMode verify = VerifyMode::Auto;
  unsigned jobs = 1;
  bool listTargets = false, verbose = false, quiet = false;
  bool noFusion = false; ///< --no-fusion
};

/// Declares every option of npu-compile on the parser; `options` outlives it.
void declareOptions(CLI::App &app, CompileOptions &options);

} // namespace npu

#endif
