// report.json and its tables. Fields are those of docs/report.schema.json; what was not measured is absent.
#ifndef COMPILER_REPORT_REPORT_H
#define COMPILER_REPORT_REPORT_H

#include "compiler/report/Json.h"
#include "compiler/report/Snapshot.h"
#include "mlir/IR/BuiltinOps.h"

#include <string>

namespace npu {

// Each returns one member of report.json.
Json borderRows(mlir::ModuleOp placed, bool inputs);
Json assignmentRows(const Snapshot &snapshot, mlir::ModuleOp placed);
Json layerRows(const Snapshot &snapshot, mlir::ModuleOp placed);
Json memoryRows(mlir::ModuleOp placed);
Json copyRows(mlir::ModuleOp placed);
Json fusionRows(const Snapshot &snapshot);
Json quantizationRows(const Snapshot &snapshot);
Json totals(const Snapshot &snapshot, mlir::ModuleOp placed);

/// Writes report.json, summary.csv, assignment.csv, layers.csv and memory.csv into `folder`, which is made when
/// missing; each file appears whole or not at all. False with the error.
bool writeReport(const std::string &folder, const Json &report, std::string &error);

/// A table as CSV: the columns in order, arrays joined by ';', absent fields empty.
std::string csvTable(const Json &rows, const std::vector<std::string> &columns);

/// What a person sees after a compilation; plain text, 80 columns.
std::string terminalSummary(const Json &report);

} // namespace npu

#endif
