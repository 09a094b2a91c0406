// report.json as npu-compile fills it.
#ifndef COMPILER_DRIVER_COMPILEREPORT_H
#define COMPILER_DRIVER_COMPILEREPORT_H

#include "compiler/driver/Options.h"
#include "compiler/report/Report.h"

namespace npu {

/// What only the driver knows.
struct ReportExtras {
  std::string verified;
  size_t blobBytes = 0;
  size_t calibrationSamples = 0; ///< 0 when there was no calibration
  std::vector<std::string> warnings;
};

std::string toolVersion();

/// The model's name, the options and nothing of this machine: it goes into the blob, which is the same everywhere.
std::string blobMetadata(const CompileOptions &options, mlir::ModuleOp module);

Json buildReport(const CompileOptions &options, const Snapshot &snapshot, mlir::ModuleOp placed,
                 const ReportExtras &extras);

} // namespace npu

#endif
