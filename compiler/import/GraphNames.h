// Who defines which tensor, and in which order nodes can be computed.
#ifndef COMPILER_IMPORT_GRAPHNAMES_H
#define COMPILER_IMPORT_GRAPHNAMES_H

#include "compiler/import/Proto.h"

#include "mlir/Support/LLVM.h"

#include <vector>

namespace npu {

/// The nodes of `graph` by index, each after those it reads, else in the file's order. A
/// tensor defined twice or not at all and a cycle are diagnostics, all of a kind in one run.
mlir::FailureOr<std::vector<int>> orderNodes(const proto::GraphProto &graph,
                                             mlir::MLIRContext &context);

} // namespace npu

#endif
