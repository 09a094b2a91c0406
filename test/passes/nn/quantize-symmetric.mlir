// On a machine of symmetric activations every zero point is 0, and the warning says what that costs.
// RUN: npu-opt --nn-quantize %s 2>%t | FileCheck %s
// RUN: FileCheck --check-prefix=WARN %s < %t

// WARN: warning: target 'm' takes symmetric activations (zero point 0); resolution is lost in 4 tensors:
// WARN-NEXT: 'x': zero point -64 becomes 0, steps 1.51 times as wide
// WARN-NEXT: 'operand 1 of ': zero point -128 becomes 0, steps 2.01 times as wide
// WARN-NEXT: '': zero point -128 becomes 0, steps 2.01 times as wide
// WARN-NEXT: '#2': zero point -1 becomes 0, steps 1.00 times as wide
module attributes {npu.target = {name = "m", symmetric_activations = true}} {
  // CHECK-LABEL: func @main
  // CHECK: nn.quantize %arg0 : {{.*}}!quant.uniform<i8:f32, 0.023622047156095505>>
  // CHECK: nn.constant dense<127> : {{.*}}!quant.uniform<i8:f32, 0.015748031437397003>>
  // CHECK: %[[S:.*]] = nn.binary <add>
  // CHECK: nn.quantize %[[S]] : {{.*}}!quant.uniform<i8:f32, 0.04724409431219101>>
  func.func @main(%x: tensor<2xf32> {onnx.name = "x", nn.range = array<f32: -1.0, 3.0>}) -> tensor<2xf32> {
    %c = nn.constant dense<2.0> : tensor<2xf32> : tensor<2xf32>
    %s = nn.binary <add> %x, %c {nn.ranges = array<f32: 0.0, 6.0>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    %y = nn.binary <add> %s, %s {nn.ranges = array<f32: -12.0, 12.0>} : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
    return %y : tensor<2xf32>
  }
}
