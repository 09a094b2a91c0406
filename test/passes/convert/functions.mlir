// RUN: npu-opt %s --convert-onnx-to-nn | FileCheck %s

// A function of each element is an expression in postfix notation; defaults are written out.
// CHECK-LABEL: func @functions(
// CHECK: nn.function "x exp" %arg0 : tensor<2x3xf32> -> tensor<2x3xf32>
// CHECK: nn.function "x 0.00999999978 leaky_relu"
// CHECK: nn.function "x 0.25 mul 0.5 add 0 max 1 min"
// CHECK: nn.function "x 1 elu"
// CHECK: nn.function "x 0.5 mul x x x x mul mul 0.0447149985 mul add 0.797884583 mul tanh 1 add mul"
// CHECK: nn.function "x 1.67326319 elu 1.05070102 mul"
// CHECK: nn.function "x x 1 greater mul"
// CHECK: nn.function "x 2 pow"
// CHECK: nn.function "x 0.5 pow"
func.func @functions(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %two = onnx.Constant dense<2> : tensor<i64> : tensor<i64>
  %half = onnx.Constant dense<0.5> : tensor<1xf32> : tensor<1xf32>
  %0 = onnx.Exp(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = onnx.LeakyRelu(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = onnx.HardSigmoid(%1) {alpha = 0.25 : f32} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = onnx.Elu(%2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = onnx.Gelu(%3) {approximate = "tanh"} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %5 = onnx.Selu(%4) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %6 = onnx.ThresholdedRelu(%5) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %7 = onnx.Pow(%6, %two) : (tensor<2x3xf32>, tensor<i64>) -> tensor<2x3xf32>
  %8 = onnx.Pow(%7, %half) : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<2x3xf32>
  return %8 : tensor<2x3xf32>
}

// Truth values are 1.0 and 0.0; a pick is a sum of which one part is 0.
// CHECK-LABEL: func @tests(
// CHECK: %[[E:.*]] = nn.binary <equal> %arg0, %arg1 : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
// CHECK: %[[N:.*]] = nn.function "x 0 equal" %[[E]]
// CHECK: %[[A:.*]] = nn.binary <mul> %[[E]], %arg0
// CHECK: %[[B:.*]] = nn.binary <mul> %[[N]], %arg1
// CHECK: %[[W:.*]] = nn.binary <add> %[[A]], %[[B]]
// CHECK: %[[L:.*]] = nn.binary <less> %arg0, %arg1
// CHECK: %[[S:.*]] = nn.binary <equal> %arg0, %arg1
// CHECK: %[[LE:.*]] = nn.binary <max> %[[L]], %[[S]]
// CHECK: return %[[E]], %[[W]], %[[LE]]
func.func @tests(%x: tensor<4xf32>, %y: tensor<1xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %0 = onnx.Equal(%x, %y) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xi1>
  %1 = onnx.Cast(%0) : (tensor<4xi1>) -> tensor<4xf32>
  %2 = onnx.Where(%0, %x, %y) : (tensor<4xi1>, tensor<4xf32>, tensor<1xf32>) -> tensor<4xf32>
  %3 = onnx.LessOrEqual(%x, %y) : (tensor<4xf32>, tensor<1xf32>) -> tensor<4xi1>
  %4 = onnx.Cast(%3) : (tensor<4xi1>) -> tensor<4xf32>
  return %1, %2, %4 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

// One slope is a function, many are arithmetic; Max with a number is a clamp.
// CHECK-LABEL: func @slopes(
// CHECK: nn.function "x 0.25 leaky_relu" %arg0
// CHECK: nn.function "x 0 min"
// CHECK: nn.function "x 0 max"
// CHECK: nn.binary <mul>
// CHECK: nn.binary <add>
// CHECK: nn.clamp %{{.*}} {clamp_min = -1.000000e+00 : f32}
func.func @slopes(%x: tensor<1x2x3x3xf32>) -> tensor<1x2x3x3xf32> {
  %one = onnx.Constant dense<0.25> : tensor<1x1x1xf32> : tensor<1x1x1xf32>
  %many = onnx.Constant dense<[[[0.25]], [[0.5]]]> : tensor<2x1x1xf32> : tensor<2x1x1xf32>
  %bound = onnx.Constant dense<-1.0> : tensor<f32> : tensor<f32>
  %0 = onnx.PRelu(%x, %one) : (tensor<1x2x3x3xf32>, tensor<1x1x1xf32>) -> tensor<1x2x3x3xf32>
  %1 = onnx.PRelu(%0, %many) : (tensor<1x2x3x3xf32>, tensor<2x1x1xf32>) -> tensor<1x2x3x3xf32>
  %2 = onnx.Max(%1, %bound) : (tensor<1x2x3x3xf32>, tensor<f32>) -> tensor<1x2x3x3xf32>
  return %2 : tensor<1x2x3x3xf32>
}
