// RUN: npu-opt %s --convert-onnx-to-nn | FileCheck %s

// A function that nn does not know is a kernel of its name; all attributes are written out.
// CHECK-LABEL: func @functions(
// CHECK: nn.kernel "Exp"(%arg0) {} : (tensor<2x3xf32>) -> tensor<2x3xf32>
// CHECK: nn.kernel "LeakyRelu"(%{{.*}}) {alpha = 0.00999999977 : f32}
// CHECK: nn.kernel "HardSigmoid"(%{{.*}}) {alpha = 2.500000e-01 : f32, beta = 5.000000e-01 : f32}
// CHECK: nn.kernel "Elu"(%{{.*}}) {alpha = 1.000000e+00 : f32}
// CHECK: nn.kernel "Gelu"(%{{.*}}) {approximate = "tanh"}
func.func @functions(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %0 = onnx.Exp(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = onnx.LeakyRelu(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = onnx.HardSigmoid(%1) {alpha = 0.25 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = onnx.Elu(%2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = onnx.Gelu(%3) {approximate = "tanh"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %4 : tensor<2x3xf32>
}

// Truth values live between a test and what asks for it.
// CHECK-LABEL: func @tests(
// CHECK: %[[E:.*]] = nn.kernel "Equal"(%arg0, %arg1) {} : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xi1>
// CHECK: nn.kernel "Cast"(%[[E]]) {} : (tensor<4xi1>) -> tensor<4xf32>
// CHECK: nn.kernel "Where"(%[[E]], %arg0, %arg1) {} : (tensor<4xi1>, tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
func.func @tests(%x: tensor<4xf32>, %y: tensor<1xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = onnx.Equal(%x, %y) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xi1>
  %1 = onnx.Cast(%0) : (tensor<4xi1>) -> tensor<4xf32>
  %2 = onnx.Where(%0, %x, %y) : (tensor<4xi1>, tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  return %1, %2 : tensor<4xf32>, tensor<4xf32>
}
