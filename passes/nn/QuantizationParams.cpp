#include "passes/nn/QuantizationParams.h"

#include "mlir/IR/Builders.h"
#include "passes/nn/Tensors.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
namespace npu::nn {

static constexpr llvm::StringLiteral kGiven = "nn.quant_params", kLog = "nn.quantization";

QuantizationParams::QuantizationParams(func::FuncOp function, const Scheme &scheme) : function(function), scheme(scheme) {
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

quantization::Affine QuantizationParams::inScheme(const std::string &tensor, quantization::Affine format,
                                                  quantization::Range range) {
  if (!scheme.symmetricActivations || format.zero == 0)
    return format;
  quantization::Affine symmetric = quantization::symmetric(range);
  costs.push_back(llvm::formatv("'{0}': zero point {1} becomes 0, steps {2:f2} times as wide", tensor, format.zero,
                                symmetric.scale / format.scale));
  return symmetric;
}

quantization::Affine QuantizationParams::constant(const std::string &tensor, quantization::Range values) {
  return inScheme(tensor, quantization::asymmetric(values), values);
}

quantization::Affine QuantizationParams::activation(const std::string &tensor, quantization::Range range) {
  quantization::Affine format = quantization::asymmetric(range);
  if (auto found = given.find({tensor, "activation"}); found != given.end()) {
    format.scale = found->second.getAs<FloatAttr>("scale").getValue().convertToFloat();
    format.zero = static_cast<int32_t>(found->second.getAs<IntegerAttr>("zero_point").getInt());
    range = quantization::rangeOf(format);
    if (format.zero < -128 || format.zero > 127)
      faults.push_back("'" + tensor + "': zero point " + std::to_string(format.zero) + ", wanted one in -128..127");
  }
  format = inScheme(tensor, format, range);
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

void QuantizationParams::biasShift(const std::string &tensor, SmallVectorImpl<float> &shifts) {
  if (auto found = given.find({tensor, "filter"}); found != given.end())
    if (auto wanted = found->second.getAs<DenseF32ArrayAttr>("bias_shift")) {
      auto scales = found->second.getAs<DenseF32ArrayAttr>("scales");
      if (wanted.size() == scales.size())
        shifts.assign(wanted.asArrayRef().begin(), wanted.asArrayRef().end());
      else
        faults.push_back("'" + tensor + "': " + std::to_string(wanted.size()) + " bias shifts, wanted one for each of " +
                         std::to_string(scales.size()) + " output channels");
    }
  if (shifts.empty())
    return;
  Builder builder(function.getContext());
  NamedAttrList row(cast<DictionaryAttr>(rows.back()));
  row.set("bias_shift", builder.getDenseF32ArrayAttr(shifts));
  rows.back() = row.getDictionary(function.getContext());
}

std::string QuantizationParams::nameOf(Operation *op) {
  std::string name = nodeName(op->getLoc());
  int count = ++names[name];
  return count == 1 ? name : name + "#" + std::to_string(count);
}

void QuantizationParams::warnOfCost() {
  if (costs.empty())
    return;
  InFlightDiagnostic warning = emitWarning(UnknownLoc::get(function.getContext()));
  warning << "target '" << scheme.machine << "' takes symmetric activations (zero point 0); resolution is lost in "
          << costs.size() << (costs.size() == 1 ? " tensor:" : " tensors:");
  for (const std::string &cost : costs)
    warning << "\n  " << cost;
}

LogicalResult QuantizationParams::finish() {
  warnOfCost();
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
