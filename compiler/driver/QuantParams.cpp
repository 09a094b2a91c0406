#include "compiler/driver/QuantParams.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

using namespace mlir;
namespace npu {
namespace {

bool isScale(const Json &value) {
  if (!value.is_number())
    return false;
  auto scale = static_cast<float>(value.get<double>());
  return std::isfinite(scale) && scale >= std::numeric_limits<float>::min();
}

/// What is wrong with a row; empty when nothing is.
std::string faultOf(const Json &row) {
  if (!row.is_object() || !row.contains("tensor") || !row["tensor"].is_string())
    return "wants an object with the member 'tensor', a string";
  const Json none, &kind = row.contains("kind") ? row["kind"] : none;
  if (kind == "activation") {
    const Json &zero = row.contains("zero_point") ? row["zero_point"] : none;
    if (!row.contains("scale") || !isScale(row["scale"]))
      return "'scale' wants a positive float32 number";
    if (!zero.is_number_integer() || zero.get<int64_t>() < -128 || zero.get<int64_t>() > 127)
      return "'zero_point' wants an integer, -128..127";
    return "";
  }
  if (kind == "filter") {
    const Json &scales = row.contains("scales") ? row["scales"] : none;
    bool good = scales.is_array() && !scales.empty();
    for (const Json &scale : scales)
      good = good && isScale(scale);
    if (!good)
      return "'scales' wants a list of positive float32 numbers";
    const Json &shifts = row.contains("bias_shift") ? row["bias_shift"] : none;
    good = shifts.is_null() || shifts.is_array();
    for (const Json &shift : shifts)
      good = good && shift.is_number() && std::isfinite(static_cast<float>(shift.get<double>()));
    return good ? "" : "'bias_shift' wants a list of float32 numbers";
  }
  return "'kind' wants \"activation\" or \"filter\"";
}

Attribute attributeOf(const Json &row, Builder &builder) {
  std::string kind = row["kind"];
  SmallVector<NamedAttribute> fields = {
      builder.getNamedAttr("tensor", builder.getStringAttr(row["tensor"].get<std::string>())),
      builder.getNamedAttr("kind", builder.getStringAttr(kind))};
  if (kind == "activation") {
    fields.push_back(builder.getNamedAttr("scale", builder.getF32FloatAttr(static_cast<float>(row["scale"].get<double>()))));
    fields.push_back(builder.getNamedAttr("zero_point", builder.getI64IntegerAttr(row["zero_point"].get<int64_t>())));
    return builder.getDictionaryAttr(fields);
  }
  for (const char *name : {"scales", "bias_shift"}) {
    if (!row.contains(name))
      continue;
    SmallVector<float> numbers;
    for (const Json &number : row[name])
      numbers.push_back(static_cast<float>(number.get<double>()));
    fields.push_back(builder.getNamedAttr(name, builder.getDenseF32ArrayAttr(numbers)));
  }
  return builder.getDictionaryAttr(fields);
}

} // namespace

LogicalResult loadQuantParams(const std::string &path, ModuleOp module) {
  std::string prefix = "--quant-params '" + path + "': ";
  Location nowhere = UnknownLoc::get(module.getContext());
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  if (!file)
    return emitError(nowhere) << prefix << "cannot be read";
  Json content = Json::parse(text.str(), nullptr, /*allow_exceptions=*/false);
  if (!content.is_object() || content.value("version", Json()) != 1 || !content.contains("tensors") ||
      !content["tensors"].is_array())
    return emitError(nowhere) << prefix << "wants {\"version\": 1, \"tensors\": [...]}, as --save-quant-params writes it";
  auto function = module.lookupSymbol<func::FuncOp>("main");
  if (!function)
    return module.emitError("has no function 'main'");
  Builder builder(module.getContext());
  SmallVector<Attribute> rows;
  std::string faults;
  for (const Json &row : content["tensors"]) {
    std::string fault = faultOf(row);
    if (fault.empty())
      rows.push_back(attributeOf(row, builder));
    else
      faults += "\n  " + (row.is_object() ? row.value("tensor", Json()).dump() : row.dump()) + ": " + fault;
  }
  if (!faults.empty())
    return emitError(nowhere) << prefix << "rows that cannot be used:" << faults;
  function->setAttr("nn.quant_params", builder.getArrayAttr(rows));
  return success();
}

std::string quantParamsText(const Json &rows) {
  std::string text = "{\n \"version\": 1,\n \"tensors\": [";
  for (size_t i = 0; i < rows.size(); ++i)
    text += (i ? ",\n  " : "\n  ") + rows[i].dump();
  return text + "\n ]\n}\n";
}

} // namespace npu
