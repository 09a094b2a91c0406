// Opsets 7..20 say some things as attributes that opset 21 says as inputs.
#ifndef COMPILER_IMPORT_MODERNFORMS_H
#define COMPILER_IMPORT_MODERNFORMS_H

#include "compiler/import/Proto.h"

namespace npu {

/// Gives every node without a name the name `<Op>_<index in the file>`.
void nameNodes(proto::GraphProto &graph);

/// Rewrites the nodes of `graph`, written for `opset`, to the forms of opset 21; Constant nodes
/// become initializers. What it does not know stays as it is.
void modernize(proto::GraphProto &graph, int64_t opset);

} // namespace npu

#endif
