// npu-inspect: what a blob holds, for people and (--json) for programs.
#include "compiler/tools/inspect/Text.h"
#include "compiler/tools/inspect/Views.h"

#include <CLI/CLI.hpp>
#include <cstdio>

namespace {

struct Options {
  std::string blob;
  bool tensors = false, schedule = false, memory = false, sections = false, json = false;
};

void declare(CLI::App &app, Options &options) {
  app.add_option("BLOB", options.blob, "compiled network (.npub)")->required();
  app.add_flag("--tensors", options.tensors, "inputs and outputs: name, type, shape, layout, strides, scale");
  app.add_flag("--schedule", options.schedule, "every command with its queue, operands, waits and ONNX nodes");
  app.add_flag("--memory", options.memory, "bytes of each memory region");
  app.add_flag("--sections", options.sections, "the file's sections");
  app.add_flag("--json", options.json, "one JSON object instead of text");
}

void print(const npu::inspect::Json &views, bool asJson) {
  std::string text;
  if (asJson)
    text = views.dump(2, ' ', false, npu::inspect::Json::error_handler_t::replace) + "\n";
  for (const auto &view : views.items()) {
    if (asJson)
      break;
    text += text.empty() ? "" : "\n";
    text += view.value().is_array() ? view.key() + "\n" + npu::inspect::tableText(view.value())
                                    : npu::inspect::objectText(view.value());
  }
  std::fwrite(text.data(), 1, text.size(), stdout);
}

int inspect(const Options &options) {
  npu::BlobFile blob;
  std::string error;
  if (!blob.open(options.blob, error)) {
    std::fprintf(stderr, "npu-inspect: error: %s\n", error.c_str());
    return 1;
  }
  npu::inspect::Json views;
  if (!(options.tensors || options.schedule || options.memory || options.sections))
    views["blob"] = npu::inspect::summary(blob);
  if (options.tensors)
    views["tensors"] = npu::inspect::tensors(blob);
  if (options.schedule)
    views["schedule"] = npu::inspect::schedule(blob, error);
  if (options.memory)
    views["memory"] = npu::inspect::memory(blob);
  if (options.sections)
    views["sections"] = npu::inspect::sections(blob);
  if (blob.blob().header->required_features & NPU_FEATURE_UNCALIBRATED)
    std::fprintf(stderr, "npu-inspect: warning: the blob is uncalibrated: its ranges were invented\n");
  print(views, options.json);
  if (!error.empty())
    std::fprintf(stderr, "npu-inspect: error: '%s': %s\n", options.blob.c_str(), error.c_str());
  return error.empty() ? 0 : 1;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app{"Shows what a compiled network holds"};
  Options options;
  declare(app, options);
  try {
    app.parse(argc, argv);
    return inspect(options);
  } catch (const CLI::ParseError &failure) {
    return app.exit(failure) == 0 ? 0 : 1;
  } catch (const std::exception &failure) {
    std::fprintf(stderr, "npu-inspect: internal error: %s\n", failure.what());
    return 2;
  }
}
