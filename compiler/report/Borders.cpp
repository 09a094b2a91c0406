// Inputs, outputs and the fusion log.
#include "compiler/report/Commands.h"
#include "compiler/report/Report.h"

using namespace mlir;
namespace npu {

static std::string elementText(Type element) {
  std::string text;
  llvm::raw_string_ostream(text) << element;
  return text;
}

static Json borderRow(npu::BorderAttr border) {
  std::vector<int64_t> shape(border.getDims());
  int64_t bytes = (border.getElement().getIntOrFloatBitWidth() + 7) / 8;
  std::vector<int64_t> strides(shape.size());
  for (size_t i = shape.size(); i-- > 0;) {
    strides[i] = bytes;
    bytes *= shape[i];
  }
  Json row = {{"name", border.getName().getValue().str()},
              {"shape", shape},
              {"type", elementText(border.getElement())},
              {"layout", border.getLayout().getValue().str()},
              {"strides", strides},
              {"bytes", bytes}};
  if (double scale = border.getScale().getValueAsDouble()) {
    row["scale"] = scale;
    row["zero_point"] = border.getZeroPoint();
  }
  return row;
}

Json borderRows(ModuleOp placed, bool inputs) {
  Json rows = Json::array();
  for (auto program : placed.getOps<npu::ProgramOp>())
    for (Attribute border : inputs ? program.getInputs() : program.getOutputs())
      rows.push_back(borderRow(cast<npu::BorderAttr>(border)));
  return rows;
}

// The log is an array of dictionaries {pattern, nodes, fired, why}.
Json fusionRows(const Snapshot &snapshot) {
  Json rows = Json::array();
  auto log = dyn_cast_or_null<ArrayAttr>(snapshot.fusions);
  if (!log)
    return rows;
  for (Attribute entry : log) {
    auto fields = dyn_cast<DictionaryAttr>(entry);
    if (!fields)
      continue;
    Json row = Json::object();
    for (StringRef key : {"pattern", "nodes", "why"})
      if (auto text = fields.getAs<StringAttr>(key))
        row[key.str()] = text.getValue().str();
    if (auto fired = fields.getAs<BoolAttr>("fired"))
      row["fired"] = fired.getValue();
    rows.push_back(row);
  }
  return rows;
}

} // namespace npu
