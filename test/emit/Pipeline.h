// The back of the compiler on a text of the npu level.
#ifndef TEST_EMIT_PIPELINE_H
#define TEST_EMIT_PIPELINE_H

#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "passes/npu/Passes.h"
#include "targets/rnpu/Emit.h"

#include <string>

namespace emit_test {

/// A context, a module in it, and everything reported so far.
class Pipeline {
public:
  Pipeline() : handler(&context, [this](mlir::Diagnostic &d) { diagnostics += d.str() + "\n"; }) {
    context.loadDialect<npu::npu::NpuDialect>();
  }

  bool parse(const std::string &text) {
    module = mlir::parseSourceString<mlir::ModuleOp>(text, &context);
    return bool(module);
  }
  bool parseFile(const std::string &path) {
    module = mlir::parseSourceFile<mlir::ModuleOp>(path, &context);
    return bool(module);
  }

  bool run(bool hoist = true) {
    mlir::PassManager passes(&context);
    if (hoist)
      passes.addPass(npu::npu::createHoistLoads());
    passes.addPass(npu::npu::createPlaceBuffers());
    passes.addPass(npu::npu::createAssignQueues());
    passes.addPass(npu::npu::createInsertWaits());
    passes.addPass(npu::npu::createVerifyPlaced());
    return mlir::succeeded(passes.run(*module));
  }

  /// Empty on failure.
  std::vector<uint8_t> emit(const std::string &metadata = "") {
    auto blob = npu::emitBlob(*module, "test", metadata);
    return mlir::succeeded(blob) ? *blob : std::vector<uint8_t>();
  }

  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  std::string diagnostics;

private:
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace emit_test

#endif
