// The one table of npu-compile's options: --help and docs/npu-compile.md come from it.
#include "compiler/driver/Options.h"

#include <CLI/CLI.hpp>

#include <cstdio>

namespace npu {

static void declareMachine(CLI::App &app, CompileOptions &options) {
  app.add_option("--target", options.target, "preset name (--list-targets) or description FILE.json")
      ->capture_default_str()
      ->group("Target");
  app.add_flag("--list-targets", options.listTargets, "print the presets and stop")->group("Target");
  app.add_option("--sram", options.sram, "override the SRAM size: bytes, or 32K, 2M")->group("Target");
  app.add_option("--dram-bandwidth", options.dramBandwidth, "override the DRAM bandwidth: bytes per cycle")
      ->group("Target");
  app.add_option("--engines", options.engines, "override the number of MXU + VXU pairs: 1..4")->group("Target");
}

static void declareModel(CLI::App &app, CompileOptions &options) {
  app.add_option("MODEL", options.model, "network: .onnx, or .mlir/.mlirbc of any level");
  app.add_option("-o,--output", options.output, "blob to write; default ./<stem>.npub");
  app.add_option("--input-shape", options.inputShapes, "NAME:1x3x224x224; fixes symbolic dimensions")
      ->allow_extra_args(false)
      ->group("Model");
  app.add_option("--batch", options.batch, "size of every open first axis")
      ->check(CLI::PositiveNumber)
      ->group("Model");
}

static std::string parseMethod(const std::string &text, std::optional<double> &percentile) {
  percentile.reset();
  if (text == "minmax")
    return "";
  double value = 0;
  char end = 0;
  if (std::sscanf(text.c_str(), "percentile:%lf%c", &value, &end) == 1 && value > 50 && value <= 100) {
    percentile = value;
    return "";
  }
  return "--method '" + text + "': wants minmax, or percentile:P with 50 < P <= 100";
}

static void declareQuantisation(CLI::App &app, CompileOptions &options) {
  app.add_option("--calibration", options.calibration,
                 "samples of a float network, for its int8 ranges: .npy, .npz, .png or .jpg, a folder of them, or a .txt list, "
                 "one sample a line, one file per input")
      ->group("Quantisation");
  app.add_option_function<std::vector<std::string>>(
         "--preprocess",
         [&options](const std::vector<std::string> &texts) {
           for (const std::string &text : texts) {
             std::string error;
             std::optional<PreprocessOption> parsed = parsePreprocess(text, error);
             if (!parsed)
               throw CLI::ValidationError(error);
             options.preprocess.push_back(*parsed);
           }
         },
         "[NAME:]KEY=V,... how pictures and u8 arrays become an input, in this order: color=rgb|bgr|gray; "
         "resize=none|stretch|letterbox|crop:F, interp=bilinear|area|nearest, pad=114; unit=1 (pixel / 255), mean=A/B/C, "
         "std=A/B/C of 0..255; preset=yolo is letterbox,std=255, preset=imagenet is crop:0.875,unit=1 with its mean and std")
      ->allow_extra_args(false)
      ->group("Quantisation");
  app.add_flag("--skip-bad", options.skipBad, "go on without samples that cannot be used; they are counted")
      ->group("Quantisation");
  app.add_option_function<std::string>(
         "--method",
         [&options](const std::string &text) {
           if (std::string fault = parseMethod(text, options.percentile); !fault.empty())
             throw CLI::ValidationError(fault);
         },
         "activation ranges: minmax (default), or percentile:P, which leaves out the outer (100 - P) %")
      ->group("Quantisation");
}

static void declareQuantParams(CLI::App &app, CompileOptions &options) {
  app.add_option("--quant-params", options.quantParams,
                 "scales and zero points of this FILE.json; they go before what --calibration measures")
      ->group("Quantisation");
  app.add_option("--save-quant-params", options.saveQuantParams, "write the scales and zero points used to this FILE.json")
      ->group("Quantisation");
}

static void declareStages(CLI::App &app, CompileOptions &options) {
  app.add_option_function<std::string>(
         "--stop-after", [&options](const std::string &name) { options.stopAfter = parseLevel(name); },
         "print the IR of a level and stop: onnx, nn, quantized, npu, placed")
      ->check(CLI::IsMember({"onnx", "nn", "quantized", "npu", "placed"}))
      ->group("Stages");
  app.add_option("--dump-ir", options.dumpIr, "write the IR of every level into this folder")->group("Stages");
  app.add_flag("--no-fusion", options.noFusion, "leave scales, functions and activations their own operators, to see what fusing them is worth")
      ->group("Stages");
  static const std::map<std::string, VerifyMode> modes = {
      {"auto", VerifyMode::Auto}, {"full", VerifyMode::Full}, {"off", VerifyMode::Off}};
  app.add_option("--verify", options.verify,
                 "run the finished blob on the simulator against the reference, bit for bit: auto, full, off")
      ->transform(CLI::CheckedTransformer(modes, CLI::ignore_case).description("auto|full|off"))
      ->group("Stages");
  app.add_flag_callback("--no-verify", [&options] { options.verify = VerifyMode::Off; }, "the same as --verify off")
      ->group("Stages");
}

void declareOptions(CLI::App &app, CompileOptions &options) {
  declareModel(app, options);
  declareMachine(app, options);
  declareQuantisation(app, options);
  declareQuantParams(app, options);
  declareStages(app, options);
  app.add_option("--report", options.report, "write report.json and its tables into this folder")->group("Output");
  app.add_option("-j,--jobs", options.jobs, "threads; the blob does not depend on it")
      ->check(CLI::Range(1, 256))
      ->capture_default_str()
      ->group("Output");
  app.add_flag("--verbose", options.verbose, "remarks too")->group("Output");
  app.add_flag("--quiet", options.quiet, "errors and warnings only")->group("Output");
}

} // namespace npu
