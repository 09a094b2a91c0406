// How tools show diagnostics: text only, since a text about a model names its node.
#ifndef COMPILER_TOOLS_DIAGNOSTICPRINTER_H
#define COMPILER_TOOLS_DIAGNOSTICPRINTER_H

#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"

namespace npu {

/// While it lives, prints every diagnostic of `context` and its notes to stderr, remarks too
/// (MLIR shows none of these without a handler).
class DiagnosticPrinter : public mlir::ScopedDiagnosticHandler {
public:
  explicit DiagnosticPrinter(mlir::MLIRContext &context) : ScopedDiagnosticHandler(&context) {
    setHandler([](mlir::Diagnostic &diagnostic) {
      print(diagnostic);
      for (mlir::Diagnostic &note : diagnostic.getNotes())
        print(note);
    });
  }

private:
  static void print(mlir::Diagnostic &diagnostic);
};

} // namespace npu

#endif
