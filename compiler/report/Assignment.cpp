// One row for every node of the file: where it went and why.
#include "compiler/report/Commands.h"
#include "compiler/report/NodeNames.h"
#include "compiler/report/Report.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
namespace npu {

// Layers by the node they were made from; a node may have become several.
static std::map<std::string, std::vector<const LayerRecord *>> layersByNode(const Snapshot &snapshot) {
  std::map<std::string, std::vector<const LayerRecord *>> map;
  for (const LayerRecord &layer : snapshot.layers)
    for (const std::string &node : layer.nodes)
      map[node].push_back(&layer);
  return map;
}

static std::map<std::string, int64_t> macsByNode(ModuleOp placed) {
  std::map<std::string, int64_t> macs;
  for (Operation *command : commandsOf(placed))
    if (int64_t count = macsOf(command))
      for (const std::string &node : nodeNames(command->getLoc()))
        macs[node] += count;
  return macs;
}

static Json folded(const NodeRecord &node) {
  return {{"node", node.name}, {"op", node.op}, {"device", "folded"},
          {"reason", "evaluated or absorbed at compile time: nothing of it runs"}};
}

Json assignmentRows(const Snapshot &snapshot, ModuleOp placed) {
  auto layers = layersByNode(snapshot);
  auto macs = macsByNode(placed);
  Json rows = Json::array();
  for (const NodeRecord &node : snapshot.nodes) {
    auto found = layers.find(node.name);
    if (found == layers.end()) {
      rows.push_back(folded(node));
      continue;
    }
    const LayerRecord &layer = *found->second.front();
    Json row = {{"node", node.name}, {"op", node.op}, {"device", layer.device}, {"reason", layer.reason.empty() ? "meets every constraint of the target" : layer.reason}};
    if (layer.nodes.size() > 1)
      row["layer"] = layer.name;
    // A fused layer's work belongs to the node that multiplies.
    if (auto count = macs.find(node.name); count != macs.end() && (node.op == "Conv" || node.op == "Gemm" || node.op == "MatMul"))
      row["macs"] = count->second;
    rows.push_back(row);
  }
  return rows;
}

} // namespace npu
