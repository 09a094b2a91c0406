// Damages a blob one number at a time and asks whether anybody notices.
//
// Every mutant passes the runtime's static check and then checked mode on the simulator, and its outputs are compared
// with those of the intact blob. It is
//   refused     by the static check at load,
//   reported    by checked mode as a race, an uninitialised read or a fault,
//   different   in its outputs, which a comparison with the reference shows,
//   equivalent  when nothing of that happens and random legal interleavings give the intact outputs too,
//   escaped     when checked mode passes it and an interleaving still gives other outputs: a hole in the checks.
#ifndef TEST_MUTATION_MUTATE_H
#define TEST_MUTATION_MUTATE_H

#include "runtime/npu.h"
#include "targets/rnpu/sim/sim.h"
#include "test/mutation/Places.h"

#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace mutation {

enum class Kind {
  Wait,    // each wait of each command removed
  Origin,  // each origin of each window, in and out, rows and columns, one up and one down
  Address  // each address of each command moved by 16 bytes up and down
};

struct Tally {
  uint64_t total = 0, refused = 0, reported = 0, different = 0, equivalent = 0;
  std::vector<std::string> escaped, equivalents; // descriptions
  std::string text() const;
};

/// A blob, its inputs and what it computes.
class Subject {
public:
  using Bytes = std::vector<uint8_t>;

  /// `inputs` in order; missing ones are seeded noise. When the intact blob does not open or does not pass checked
  /// mode, `error` says why and nothing else may be called.
  Subject(const Bytes &blob, std::vector<Bytes> inputs, std::string &error);

  const std::vector<Bytes> &outputs() const { return expected; }
  /// Tries every `every`-th mutant of a kind.
  Tally run(Kind kind, uint64_t every = 1);
  /// Judges the commands of another blob of the same layout, adding to the tally.
  void judgeCommands(const Bytes &mutant, const std::string &what, Tally &tally);

private:
  struct Result {
    npu_status status = NPU_OK;
    std::string text;
    std::vector<Bytes> outputs;
  };
  struct Free {
    void operator()(void *memory) const { std::free(memory); }
  };
  using Memory = std::unique_ptr<uint8_t, Free>;
  using Device = std::unique_ptr<npu_device, void (*)(npu_device *)>;

  static Memory aligned(uint64_t bytes);
  Device makeDevice(rnpu_sim_mode mode, uint64_t seed) const;
  Result infer(npu_device *device);
  void judge(const std::string &what, Tally &tally);
  /// Calls visit for each number to change, with its new value.
  void visit(Kind kind, const std::function<void(const Place &, uint64_t value, const std::string &what)> &visit);

  Memory bytes, workspace;
  npu_blob blob = {};
  uint64_t workspaceBytes = 0;
  std::vector<Bytes> inputs, expected;
  std::vector<Device> devices; // checked mode, then random interleavings
};

} // namespace mutation

#endif
