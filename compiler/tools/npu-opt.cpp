// npu-opt: runs passes on IR of any level; `npu-opt --help` lists them.
#include "dialects/nn/Nn.h"
#include "dialects/npu/Npu.h"
#include "dialects/onnx/Onnx.h"
#include "passes/convert/Passes.h"
#include "passes/nn/Passes.h"
#include "passes/onnx/Passes.h"
#include "passes/npu/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Quant/IR/Quant.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "mlir/Transforms/Passes.h"

int main(int argc, char **argv) {
  mlir::DialectRegistry registry;
  registry.insert<mlir::func::FuncDialect, mlir::quant::QuantDialect>();
  registry.insert<npu::onnx::OnnxDialect, npu::nn::NnDialect, npu::npu::NpuDialect>();
  mlir::registerTransformsPasses();
  npu::registerOnnxPasses();
  npu::registerConvertPasses();
  npu::nn::registerNnPasses();
  npu::npu::registerNpuPasses();
  return mlir::asMainReturnCode(
      mlir::MlirOptMain(argc, argv, "npu-opt: passes on IR\n", registry));
}
