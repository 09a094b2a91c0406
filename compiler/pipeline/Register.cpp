#include "compiler/pipeline/Pipeline.h"
#include "dialects/nn/Nn.h"
#include "dialects/npu/Npu.h"
#include "dialects/onnx/Onnx.h"
#include "passes/convert/Passes.h"
#include "passes/nn/Passes.h"
#include "passes/npu/Passes.h"
#include "passes/onnx/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Transforms/Passes.h"

namespace npu {

void registerDialects(mlir::DialectRegistry &registry) {
  registry.insert<mlir::func::FuncDialect, mlir::quant::QuantDialect>();
  registry.insert<onnx::OnnxDialect, nn::NnDialect, npu::NpuDialect>();
}

void registerPasses() {
  mlir::registerTransformsPasses();
  registerOnnxPasses();
  registerConvertPasses();
  nn::registerNnPasses();
  npu::registerNpuPasses();
}

} // namespace npu
