// mutate_blob BLOB [--input FILE.npy]... [--every N] [--list]: the mutations of Mutate.h on any blob. Exit status 1
// when a mutant escapes or the intact blob does not pass checked mode.
#include "compiler/tools/Npy.h"
#include "test/mutation/Mutate.h"

#include <CLI/CLI.hpp>

#include <fstream>
#include <iostream>
#include <iterator>

int main(int argc, char **argv) {
  CLI::App app("mutate_blob: damages a blob one number at a time and counts what is noticed");
  std::string file;
  std::vector<std::string> names;
  uint64_t every = 1;
  bool list = false;
  app.add_option("BLOB", file)->required();
  app.add_option("--input", names, "inputs in order, .npy; missing ones are noise");
  app.add_option("--every", every, "try every N-th mutant of a kind")->check(CLI::PositiveNumber);
  app.add_flag("--list", list, "name the equivalent mutants");
  CLI11_PARSE(app, argc, argv);

  std::ifstream in(file, std::ios::binary);
  std::vector<uint8_t> bytes{std::istreambuf_iterator<char>(in), {}};
  std::vector<std::vector<uint8_t>> inputs;
  std::string error;
  for (const std::string &name : names) {
    auto array = npu::readNpy(name, error);
    if (!array) {
      std::cerr << error << '\n';
      return 1;
    }
    inputs.push_back(array->data);
  }
  mutation::Subject subject(bytes, inputs, error);
  if (!error.empty()) {
    std::cerr << file << ": " << error << '\n';
    return 1;
  }
  bool escaped = false;
  const std::pair<mutation::Kind, const char *> kinds[] = {{mutation::Kind::Wait, "waits removed"},
                                                           {mutation::Kind::Origin, "origins moved by 1"},
                                                           {mutation::Kind::Address, "addresses moved by 16"}};
  for (auto [kind, name] : kinds) {
    mutation::Tally tally = subject.run(kind, every);
    std::cout << name << ": " << tally.text() << std::endl;
    for (const std::string &what : tally.escaped)
      std::cout << "  escaped: " << what << '\n';
    for (const std::string &what : list ? tally.equivalents : std::vector<std::string>())
      std::cout << "  equivalent: " << what << '\n';
    escaped |= !tally.escaped.empty();
  }
  return escaped ? 1 : 0;
}
