// The machine a module is compiled for, as the passes see it: a plain struct, read once
// from the module's attribute `npu.target`, whose keys are those of the target's JSON file.
#ifndef PASSES_NPU_MACHINE_H
#define PASSES_NPU_MACHINE_H

#include <cstdint>
#include <string>

#include "mlir/IR/BuiltinOps.h"

namespace npu {

/// Sizes in bytes, clocks in MHz, throughputs in bytes per cycle of the NPU clock.
struct Machine {
  std::string name, isa, rounding;
  // Memories.
  int64_t sramBytes = 0, sramAlign = 0, sramBanks = 0, dmaAlign = 0;
  int64_t accBytes = 0, wbufBytes = 0, prmRecords = 0, lutBytes = 0;
  // Queues.
  int64_t dmaChannels = 0, dmaOutstanding = 0, engines = 0;
  // Timing, rules T1..T4 of docs/machine.md.
  int64_t px = 0, oc = 0, ic = 0, issueCycles = 0, startCycles = 0;
  int64_t dramReadLatency = 0, dramWriteLatency = 0, dramBurstBytes = 0;
  double clockMhz = 0, dwFactor = 0, sramBytesPerCycle = 0, dramBytesPerCycle = 0;
  double cpePlain = 0, cpeAdd = 0, cpeMul = 0, cpeMaxPool = 0, cpeTable = 0;

  /// Reads `npu.target` of the module that encloses `op`. On a missing attribute, or a
  /// missing or mistyped key, emits a diagnostic on the module and fails.
  static mlir::FailureOr<Machine> of(mlir::Operation *op);
  /// As above, from the dictionary; diagnostics go to `op`.
  static mlir::FailureOr<Machine> parse(mlir::DictionaryAttr description, mlir::Operation *op);
};

/// Name of the module attribute.
inline constexpr llvm::StringLiteral kTargetAttr = "npu.target";

} // namespace npu

#endif
