// The scales and zero points of a network: measured, or given by the user, and written down by name.
#ifndef PASSES_NN_QUANTIZATIONPARAMS_H
#define PASSES_NN_QUANTIZATIONPARAMS_H

#include "dialects/nn/Scheme.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "passes/quantization/Affine.h"

#include <map>
#include <string>

namespace npu::nn {

/// Rows of the function's attributes: {tensor, kind = "activation", scale : f32, zero_point : i64} or
/// {tensor, kind = "filter", scales : array<f32>, bias_shift : array<f32> or none}. `nn.quant_params` holds those that the user gives, in any order;
/// `nn.quantization` those that were used, in program order.
class QuantizationParams {
public:
  /// Takes the given rows off the function.
  QuantizationParams(mlir::func::FuncOp function, const Scheme &scheme);

  bool anyGiven() const { return !given.empty(); }
  bool hasActivation(const std::string &tensor) const { return given.count({tensor, "activation"}) != 0; }

  /// The format to use for a tensor: the given one, else of the measured range; with zero point 0 where the scheme has
  /// no other. A given zero point that is no i8 is a diagnostic at finish().
  quantization::Affine activation(const std::string &tensor, quantization::Range measured);
  /// Likewise of a constant operand, which nobody gives and no row names.
  quantization::Affine constant(const std::string &tensor, quantization::Range values);
  /// Likewise the scale of each output channel. A given row of another length is a diagnostic at finish().
  void filter(const std::string &tensor, llvm::SmallVectorImpl<float> &measured);

  /// What is added to each output channel's bias, in the row of the filter before; given shifts go before these.
  void biasShift(const std::string &tensor, llvm::SmallVectorImpl<float> &measured);

  /// A name for each value: the node's, and "#2", "#3" where nodes share one.
  std::string nameOf(mlir::Operation *op);

  /// Writes the log. What the scheme costs is a warning. Given rows that no tensor has used, each named, are a
  /// diagnostic.
  mlir::LogicalResult finish();

private:
  using Key = std::pair<std::string, std::string>; ///< tensor, kind
  /// `format` as the scheme has it, to hold `range`; what that costs is noted.
  quantization::Affine inScheme(const std::string &tensor, quantization::Affine format, quantization::Range range);
  void warnOfCost();
  void log(const std::string &tensor, llvm::ArrayRef<mlir::NamedAttribute> fields, llvm::StringRef kind);

  mlir::func::FuncOp function;
  Scheme scheme;
  std::map<Key, mlir::DictionaryAttr> given, unused;
  std::map<std::string, int> names;
  llvm::SmallVector<mlir::Attribute> rows;
  llvm::SmallVector<std::string> faults, costs;
};

} // namespace npu::nn

#endif
