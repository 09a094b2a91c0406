// The file of --quant-params and --save-quant-params: scales and zero points by tensor name, to compare, edit and reload.
#ifndef COMPILER_DRIVER_QUANTPARAMS_H
#define COMPILER_DRIVER_QUANTPARAMS_H

#include "compiler/report/Json.h"

#include "mlir/IR/BuiltinOps.h"

namespace npu {

/// Reads FILE.json and puts its rows on `main` as `nn.quant_params`. Every fault of the file is a diagnostic.
mlir::LogicalResult loadQuantParams(const std::string &path, mlir::ModuleOp module);

/// The text of the file: {"version": 1, "tensors": [rows of report.json's `quantization`]}, one tensor a line.
std::string quantParamsText(const Json &rows);

} // namespace npu

#endif
