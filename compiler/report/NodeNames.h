// ONNX node names travel in locations: a NameLoc per node, fused where nodes were fused.
#ifndef COMPILER_REPORT_NODENAMES_H
#define COMPILER_REPORT_NODENAMES_H

#include "mlir/IR/Location.h"

#include <string>
#include <vector>

namespace npu {

/// The names in a location, in order, each once; empty when there is none.
std::vector<std::string> nodeNames(mlir::Location location);
/// The same, joined by ';'.
std::string joinedNodeNames(mlir::Location location);

} // namespace npu

#endif
