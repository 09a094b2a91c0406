// From what the file says to what is computed.
#ifndef PASSES_CONVERT_PASSES_TD
#define PASSES_CONVERT_PASSES_TD

include "mlir/Pass/PassBase.td"

def ConvertOnnxToNn : Pass<"convert-onnx-to-nn", "::mlir::func::FuncOp"> {
  let summary = "ONNX operators become nn operators, in the layout of the file";
  let description = [{
    Spatial operators keep `channels_first` data and take their filters as [K,R,S,C/group]; one-dimensional
    ones become two-dimensional with one row. uint8 becomes int8 with every zero point 128 lower, exactly.
    Every node that has no nn form is listed, with the reason, in one error.
    *Requires* what onnx-verify checks. *Ensures* no onnx operator is left.
    *Example* `onnx.Relu(x)` -> `nn.clamp x {clamp_min = 0.0}`
  }];
  let dependentDialects = ["::npu::nn::NnDialect"];
}

#endif
