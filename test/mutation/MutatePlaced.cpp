// mutate_placed FILE.mlir [--input FILE.npy]... [--every N] [--list]: a module placed by the compiler is emitted and
// run; then every wait is removed, every tile origin, address and buffer moved. Exit status 1 when a mutant escapes.
#include "compiler/tools/Npy.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "targets/rnpu/Emit.h"
#include "test/mutation/MoveBuffers.h"

#include <CLI/CLI.hpp>

#include "dialects/npu/Npu.h"

#include <iostream>

namespace {

bool print(const char *name, const mutation::Tally &tally, bool list) {
  std::cout << name << ": " << tally.text() << std::endl;
  for (const std::string &what : tally.escaped)
    std::cout << "  escaped: " << what << '\n';
  if (list)
    for (const std::string &what : tally.equivalents)
      std::cout << "  equivalent: " << what << '\n';
  return tally.escaped.empty();
}

int refuse(const std::string &text) {
  std::cerr << text << '\n';
  return 1;
}

} // namespace

int main(int argc, char **argv) {
  CLI::App app("mutate_placed: damages a compiled program one number at a time and counts what is noticed");
  std::string file, error;
  std::vector<std::string> names;
  uint64_t every = 1;
  bool list = false;
  app.add_option("FILE", file, "a module after npu-insert-waits")->required();
  app.add_option("--input", names, "inputs in order, .npy; missing ones are noise");
  app.add_option("--every", every, "try every N-th mutant of a kind")->check(CLI::PositiveNumber);
  app.add_flag("--list", list, "name the equivalent mutants");
  CLI11_PARSE(app, argc, argv);

  std::vector<std::vector<uint8_t>> inputs;
  for (const std::string &name : names) {
    auto array = npu::readNpy(name, error);
    if (!array)
      return refuse(error);
    inputs.push_back(array->data);
  }
  mlir::MLIRContext context;
  context.loadDialect<npu::npu::NpuDialect>();
  auto module = mlir::parseSourceFile<mlir::ModuleOp>(file, &context);
  auto blob = module ? npu::emitBlob(*module, "test", "") : mlir::FailureOr<std::vector<uint8_t>>();
  if (mlir::failed(blob))
    return refuse(file + ": no blob");
  mutation::Subject subject(*blob, inputs, error);
  if (!error.empty())
    return refuse(file + ": " + error);
  bool good = print("waits removed", subject.run(mutation::Kind::Wait, every), list);
  good &= print("origins moved by 1", subject.run(mutation::Kind::Origin, every), list);
  good &= print("addresses moved by 16", subject.run(mutation::Kind::Address, every), list);
  good &= print("buffers moved onto live ones", moveBuffers(*module, subject, every), list);
  return good ? 0 : 1;
}
