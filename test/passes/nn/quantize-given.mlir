// Formats that the user gives.
// RUN: npu-opt --split-input-file --verify-diagnostics --nn-quantize %s | FileCheck %s

// A zero point that is no i8 has no number for padding.
// expected-error@unknown {{quantisation parameters do not fit the network:}}
func.func @outside(%x: tensor<2xf32> {onnx.name = "x"}) -> tensor<2xf32>
    attributes {nn.quant_params = [{tensor = "x", kind = "activation", scale = 0.5 : f32, zero_point = 300 : i64},
                                   {tensor = "", kind = "activation", scale = 0.5 : f32, zero_point = 0 : i64}]} {
  %y = nn.clamp %x {clamp_min = 0.0 : f32} : tensor<2xf32> -> tensor<2xf32>
  return %y : tensor<2xf32>
}

// -----

// On a machine of symmetric activations a given format is widened to its larger side: -32.5..95 becomes steps of 95/127.
// expected-warning@unknown {{target 'm' takes symmetric activations (zero point 0); resolution is lost in 1 tensor:}}
module attributes {npu.target = {name = "m", symmetric_activations = true}} {
  // CHECK-LABEL: func @widened
  // CHECK: nn.quantize %arg0 : {{.*}}!quant.uniform<i8:f32, 0.74803149700164795>>
  // CHECK: nn.quantize %{{.*}} : {{.*}}!quant.uniform<i8:f32, 2.500000e-01>>
  func.func @widened(%x: tensor<2xf32> {onnx.name = "x"}) -> tensor<2xf32>
      attributes {nn.quant_params = [{tensor = "x", kind = "activation", scale = 0.5 : f32, zero_point = -63 : i64},
                                     {tensor = "", kind = "activation", scale = 0.25 : f32, zero_point = 0 : i64}]} {
    %y = nn.clamp %x {clamp_min = 0.0 : f32} : tensor<2xf32> -> tensor<2xf32>
    return %y : tensor<2xf32>
  }
}
