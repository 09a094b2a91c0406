#include "compiler/report/Snapshot.h"
#include "compiler/report/NodeNames.h"
#include "dialects/nn/Nn.h"

using namespace mlir;
namespace npu {

// The operator's name in the file: "onnx.Conv" was Conv.
static std::string onnxName(Operation *op) { return op->getName().stripDialect().str(); }

void recordNodes(ModuleOp module, Snapshot &snapshot) {
  module.walk([&](Operation *op) {
    if (op->getName().getDialectNamespace() != "onnx")
      return;
    for (const std::string &name : nodeNames(op->getLoc()))
      snapshot.nodes.push_back({name, onnxName(op)});
  });
}

static std::string shapeText(RankedTensorType type) {
  std::string text;
  for (int64_t extent : type.getShape())
    text += (text.empty() ? "" : "x") + std::to_string(extent);
  return text;
}

static std::string formatText(Type element) {
  if (auto quantized = dyn_cast<quant::QuantizedType>(element))
    return (quantized.isSigned() ? "i" : "u") + std::to_string(quantized.getStorageTypeIntegralWidth());
  std::string text;
  llvm::raw_string_ostream(text) << element;
  return text;
}

static std::string stringAttr(Operation *op, StringRef name) {
  auto attr = op->getAttrOfType<StringAttr>(name);
  return attr ? attr.getValue().str() : "";
}

static LayerRecord layerOf(Operation *op) {
  LayerRecord layer;
  layer.nodes = nodeNames(op->getLoc());
  layer.name = joinedNodeNames(op->getLoc());
  layer.op = op->getName().getStringRef().str();
  layer.device = stringAttr(op, "nn.device");
  layer.reason = stringAttr(op, "nn.reason");
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  layer.shape = shapeText(type);
  layer.format = formatText(type.getElementType());
  return layer;
}

void recordLayers(ModuleOp module, Snapshot &snapshot) {
  snapshot.layers.clear();
  module.walk([&](Operation *op) {
    if (op->getName().getDialectNamespace() == "nn" && !isa<nn::ConstantOp>(op))
      snapshot.layers.push_back(layerOf(op));
  });
  for (auto function : module.getOps<func::FuncOp>()) {
    snapshot.fusions = function->getAttr("nn.fusions");
    snapshot.quantization = function->getAttr("nn.quantization");
  }
}

} // namespace npu
