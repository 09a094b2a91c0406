#include "compiler/tools/DiagnosticPrinter.h"

#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace npu {

static const char *severityName(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error: return "error";
  case DiagnosticSeverity::Warning: return "warning";
  case DiagnosticSeverity::Remark: return "remark";
  case DiagnosticSeverity::Note: return "note";
  }
  return "";
}

void DiagnosticPrinter::print(Diagnostic &diagnostic) {
  // A place in a text file is worth showing; a name is in the text already.
  if (auto place = diagnostic.getLocation()->findInstanceOf<FileLineColLoc>())
    llvm::errs() << place.getFilename().getValue() << ":" << place.getLine() << ":"
                 << place.getColumn() << ": ";
  llvm::errs() << severityName(diagnostic.getSeverity()) << ": " << diagnostic << "\n";
}

} // namespace npu
