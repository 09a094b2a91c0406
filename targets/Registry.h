// Every target and preset the compiler knows, and reading a description by name or file.
#ifndef TARGETS_REGISTRY_H
#define TARGETS_REGISTRY_H

#include <vector>

#include "targets/Target.h"

namespace npu {

inline constexpr llvm::StringLiteral kDefaultPreset = "edge-4t";

/// Single fields of a description that the command line replaces, as typed by the user.
struct TargetOverrides {
  std::optional<std::string> sram;          ///< bytes, or with suffix K or M: "32K"
  std::optional<std::string> dramBandwidth; ///< bytes per cycle: "3.75"
  std::optional<std::string> engines;       ///< 1..4
};

llvm::ArrayRef<const Target *> allTargets();
/// Null when no target has this ISA.
const Target *findTarget(llvm::StringRef isa);
/// Names of all presets, in the order of docs/machine.md.
std::vector<std::string> presetNames();

/// The dictionary for `npu.target`: of a preset, or of a JSON file (a name that ends in .json).
/// On failure every fault is passed to `error`, and the result is null.
mlir::DictionaryAttr loadTarget(llvm::StringRef nameOrFile, const TargetOverrides &overrides,
                                mlir::MLIRContext *context, const std::function<void(const std::string &)> &error);

} // namespace npu

#endif
