// The seam between the compiler and a machine: what the machine can run, and why not.
// Machine *data* is a JSON description carried in the module as `npu.target`; machine *code*
// is one implementation of this class per ISA, listed in targets/Registry.cpp.
#ifndef TARGETS_TARGET_H
#define TARGETS_TARGET_H

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/Operation.h"
#include <nlohmann/json_fwd.hpp>

namespace npu {

/// One thing the target demands of an operator. The text is the manual's line and, followed
/// by what was found, the diagnostic.
struct Constraint {
  llvm::StringLiteral op;   ///< operator name, e.g. "nn.conv"
  llvm::StringLiteral text; ///< e.g. "kernel at most 64x64"
  /// What was found instead, e.g. "71x71"; nothing when the constraint holds.
  std::optional<std::string> (*violation)(mlir::Operation *op);
};

/// Answer of Target::supports: true, or why not.
struct Support {
  std::string reason; ///< "takes kernel at most 64x64, got 71x71"; empty when supported
  explicit operator bool() const { return reason.empty(); }
};

/// A description shipped with the compiler.
struct Preset {
  llvm::StringLiteral name;
  llvm::StringLiteral json;
};

class Target {
public:
  virtual ~Target() = default;

  /// Value of the description's key "isa".
  virtual llvm::StringRef isa() const = 0;
  virtual llvm::ArrayRef<Preset> presets() const = 0;
  /// It stands for no machine, and is there so that tests meet what others lack.
  virtual bool isForTests() const { return false; }

  /// Operators the target runs at all.
  virtual llvm::ArrayRef<llvm::StringLiteral> operators() const = 0;
  virtual llvm::ArrayRef<Constraint> constraints() const = 0;
  /// Whether the operator runs on the target: a known operator that violates no constraint.
  Support supports(mlir::Operation *op) const;

  /// Cycles of the operator on the machine described, without data movement (rules T1, T2).
  virtual double cost(mlir::Operation *op, mlir::DictionaryAttr description) const = 0;

  /// Checks a description and makes it the dictionary for `npu.target`. Every unknown, missing
  /// or mistyped key is passed to `error`; null if there was one.
  virtual mlir::DictionaryAttr describe(const nlohmann::json &description, mlir::MLIRContext *context,
                                        const std::function<void(const std::string &)> &error) const = 0;

  /// A placed `npu` module as the bytes of a blob: one operation, one command, nothing decided. `metadata` is JSON or
  /// empty. A value that does not fit its field is a diagnostic at the command.
  virtual mlir::FailureOr<std::vector<uint8_t>> emit(mlir::ModuleOp module, llvm::StringRef toolVersion,
                                                     llvm::StringRef metadata) const = 0;

  /// The target of the module around `op`, by its `npu.target`; null if there is none.
  static const Target *of(mlir::Operation *op);
};

} // namespace npu

#endif
