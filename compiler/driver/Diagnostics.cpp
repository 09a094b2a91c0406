#include "compiler/driver/Diagnostics.h"
#include "compiler/report/NodeNames.h"

using namespace mlir;
namespace npu {

DiagnosticPrinter::DiagnosticPrinter(MLIRContext &context, std::string toolName, bool verboseOutput)
    : tool(std::move(toolName)), verbose(verboseOutput),
      handler(&context, [this](Diagnostic &diagnostic) { return print(diagnostic); }) {
  // An operation may carry a scale per channel: pages that name nothing the user wrote.
  context.printOpOnDiagnostic(verbose);
}

// Where: the ONNX nodes, or line and column of an IR file, or nothing.
static std::string place(Location location) {
  std::string names = joinedNodeNames(location);
  if (!names.empty())
    return "'" + names + "'";
  if (auto file = dyn_cast<FileLineColLoc>(location))
    return file.getFilename().str() + ":" + std::to_string(file.getLine()) + ":" + std::to_string(file.getColumn());
  return "";
}

static StringRef severityText(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return "error";
  case DiagnosticSeverity::Warning:
    return "warning";
  case DiagnosticSeverity::Remark:
    return "remark";
  case DiagnosticSeverity::Note:
    return "note";
  }
  return "";
}

LogicalResult DiagnosticPrinter::print(Diagnostic &diagnostic) {
  std::string where = place(diagnostic.getLocation()), text = diagnostic.str();
  // Many messages begin with the node already.
  bool named = where.empty() || StringRef(text).starts_with("'");
  std::string line = named ? text : where + ": " + text;
  if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
    ++errorCount;
  if (diagnostic.getSeverity() == DiagnosticSeverity::Warning)
    warningTexts.push_back(line);
  bool quiet = diagnostic.getSeverity() == DiagnosticSeverity::Remark && !verbose;
  if (!quiet)
    llvm::errs() << tool << ": " << severityText(diagnostic.getSeverity()) << ": " << line << "\n";
  for (Diagnostic &note : diagnostic.getNotes())
    if (!quiet)
      llvm::errs() << tool << ": note: " << note.str() << "\n";
  return success();
}

} // namespace npu
