// What the reports must remember from levels that later passes consume.
#ifndef COMPILER_REPORT_SNAPSHOT_H
#define COMPILER_REPORT_SNAPSHOT_H

#include "mlir/IR/BuiltinOps.h"

#include <map>
#include <string>
#include <vector>

namespace npu {

/// A node of the user's file.
struct NodeRecord {
  std::string name, op;
};

/// An operator after assignment.
struct LayerRecord {
  std::string name;               ///< location names joined by ';'
  std::vector<std::string> nodes; ///< ONNX nodes it was made from
  std::string op, device, reason, shape, format, plan, storage;
};

struct Snapshot {
  std::vector<NodeRecord> nodes;   ///< file order; empty when the model was IR of a later level
  std::vector<LayerRecord> layers; ///< program order; without constants
  mlir::Attribute fusions;         ///< the fusion log of the nn passes; null without one
  mlir::Attribute quantization;    ///< the scales that nn-quantize used; null when it did nothing
};

/// Call after import, and again after the level `quantized`.
void recordNodes(mlir::ModuleOp module, Snapshot &snapshot);
void recordLayers(mlir::ModuleOp module, Snapshot &snapshot);

} // namespace npu

#endif
