// Evaluates functions written as text.
#ifndef TEST_EVALUATE_EVALUATETEXT_H
#define TEST_EVALUATE_EVALUATETEXT_H

#include "compiler/evaluate/Evaluator.h"
#include "dialects/nn/Nn.h"

#include "mlir/Parser/Parser.h"
#include <gtest/gtest.h>

#include <cstring>
#include <string>

namespace npu::test {

/// One function, parsed and verified; keeps the diagnostics it causes.
class TextFunction {
public:
  explicit TextFunction(const std::string &text) {
    context.loadDialect<mlir::func::FuncDialect, mlir::quant::QuantDialect, nn::NnDialect>();
    context.getDiagEngine().registerHandler([this](mlir::Diagnostic &diagnostic) {
      diagnostics += diagnostic.str() + "\n";
      return mlir::success();
    });
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    EXPECT_TRUE(module) << diagnostics;
    if (module)
      function = *module->getOps<mlir::func::FuncOp>().begin();
  }

  /// The only result for inputs given as their storage elements; empty on failure.
  template <typename Out, typename In> std::vector<Out> run(const std::vector<std::vector<In>> &inputs) {
    auto evaluator = Evaluator::create(function);
    if (failed(evaluator))
      return {};
    std::vector<TensorValue> tensors;
    for (size_t i = 0; i < inputs.size(); ++i) {
      auto type = mlir::cast<mlir::RankedTensorType>(function.getArgument(unsigned(i)).getType());
      const auto *bytes = reinterpret_cast<const uint8_t *>(inputs[i].data());
      tensors.push_back({type, std::vector<uint8_t>(bytes, bytes + inputs[i].size() * sizeof(In))});
    }
    auto results = evaluator->run(tensors);
    if (failed(results))
      return {};
    std::vector<Out> out(results->front().bytes.size() / sizeof(Out));
    std::memcpy(out.data(), results->front().bytes.data(), results->front().bytes.size());
    return out;
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp function;
  std::string diagnostics;
};

} // namespace npu::test

#endif
