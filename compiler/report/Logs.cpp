// The logs that passes leave as attributes, as rows.
#include "compiler/report/Report.h"

#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
namespace npu {

static Json toJson(Attribute attribute) {
  if (auto text = dyn_cast<StringAttr>(attribute))
    return text.getValue().str();
  if (auto flag = dyn_cast<BoolAttr>(attribute))
    return flag.getValue();
  if (auto number = dyn_cast<IntegerAttr>(attribute))
    return number.getInt();
  if (auto number = dyn_cast<FloatAttr>(attribute))
    return number.getValueAsDouble();
  Json list = Json::array();
  if (auto numbers = dyn_cast<DenseF32ArrayAttr>(attribute))
    for (float number : numbers.asArrayRef())
      list.push_back(double(number));
  if (auto entries = dyn_cast<ArrayAttr>(attribute))
    for (Attribute entry : entries)
      list.push_back(toJson(entry));
  return list;
}

static Json rowsOf(Attribute log) {
  Json rows = Json::array();
  if (auto entries = dyn_cast_or_null<ArrayAttr>(log))
    for (auto entry : entries.getAsRange<DictionaryAttr>()) {
      Json row = Json::object();
      for (NamedAttribute field : entry)
        row[field.getName().str()] = toJson(field.getValue());
      rows.push_back(row);
    }
  return rows;
}

Json fusionRows(const Snapshot &snapshot) { return rowsOf(snapshot.fusions); }
Json quantizationRows(const Snapshot &snapshot) { return rowsOf(snapshot.quantization); }

} // namespace npu
