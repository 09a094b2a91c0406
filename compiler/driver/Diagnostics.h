// Diagnostics as the user reads them: "npu-compile: error: '/head/Conv': text".
#ifndef COMPILER_DRIVER_DIAGNOSTICS_H
#define COMPILER_DRIVER_DIAGNOSTICS_H

#include "mlir/IR/Diagnostics.h"

#include <string>
#include <vector>

namespace npu {

/// Prints every diagnostic of the context to stderr while it lives, and counts the errors.
/// Remarks and notes without an error before them are shown only when verbose.
class DiagnosticPrinter {
public:
  DiagnosticPrinter(mlir::MLIRContext &context, std::string tool, bool verbose);
  int errors() const { return errorCount; }
  /// Texts of the warnings, for the report.
  const std::vector<std::string> &warnings() const { return warningTexts; }

private:
  mlir::LogicalResult print(mlir::Diagnostic &diagnostic);

  std::string tool;
  bool verbose;
  int errorCount = 0;
  std::vector<std::string> warningTexts;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace npu

#endif
