#include "passes/nn/QuantizationParams.h"

#include "mlir/IR/Builders.h"
#include "passes/nn/Tensors.h"

using namespace mlir;
namespace npu::nn {

static constexpr llvm::StringLiteral kGiven = "nn.quant_params", kLog = "nn.quantization";

QuantizationParams::QuantizationParams(func::FuncOp function) : function(function) {
  if (auto list = function->getAttrOfType<ArrayAttr>(kGiven))
    for (auto row : list.getAsRange<DictionaryAttr>())
      given[{row.getAs<StringAttr>("tensor").str(), row.getAs<StringAttr>("kind").str()}] = row;
  function->removeAttr(kGiven);
  unused = given;
}

void QuantizationParams::log(const std::string &tensor, ArrayRef<NamedAttribute> fields, StringRef kind) {
  Builder builder(function.getContext());
  SmallVector<NamedAttribute> row(fields);
  row.push_back(builder.getNamedAttr("tensor", builder.getStringAttr(tensor)));
  row.push_back(builder.getNamedAttr("kind", builder.getStringAttr(kind)));
  rows.push_back(builder.getDictionaryAttr(row));
  unused.erase({tensor, kind.str()});
}

quantization::Affine QuantizationParams::activation(const std::string &tensor, quantization::Affine format) {
  if (auto found = given.find({tensor, "activation"}); found != given.end()) {
    format.scale = found->second.getAs<FloatAttr>("scale").getValue().convertToFloat();
    format.zero = static_cast<int32_t>(found->second.getAs<IntegerAttr>("zero_point").getInt());
  }
  Builder builder(function.getContext());
  log(tensor, {builder.getNamedAttr("scale", builder.getF32FloatAttr(format.scale)),
               builder.getNamedAttr("zero_point", builder.getI64IntegerAttr(format.zero))}, "activation");
  return format;
}

void QuantizationParams::filter(const std::string &tensor, SmallVectorImpl<float> &scales) {
  if (auto found = given.find({tensor, "filter"}); found != given.end()) {
    ArrayRef<float> wanted = found->second.getAs<DenseF32ArrayAttr>("scales");
    if (wanted.size() == scales.size())
      scales.assign(wanted.begin(), wanted.end());
    else
      faults.push_back("'" + tensor + "': " + std::to_string(wanted.size()) + " filter scales, wanted one for each of " +
                       std::to_string(scales.size()) + " output channels");
  }
  Builder builder(function.getContext());
  log(tensor, builder.getNamedAttr("scales", builder.getDenseF32ArrayAttr(scales)), "filter");
}

std::string QuantizationParams::nameOf(Operation *op) {
  std::string name = nodeName(op->getLoc());
  int count = ++names[name];
  return count == 1 ? name : name + "#" + std::to_string(count);
}

LogicalResult QuantizationParams::finish() {
  for (auto &[key, row] : unused)
    faults.push_back("'" + key.first + "': no " + key.second + " of this network has that name");
  if (!rows.empty())
    function->setAttr(kLog, ArrayAttr::get(function.getContext(), rows));
  if (faults.empty())
    return success();
  InFlightDiagnostic error = emitError(UnknownLoc::get(function.getContext()));
  error << "quantisation parameters do not fit the network:";
  for (const std::string &fault : faults)
    error << "\n  " << fault;
  return error;
}

} // namespace npu::nn
