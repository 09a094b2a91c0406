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

} // namespace npu
