// RUN: npu-opt %s --onnx-infer-shapes | FileCheck %s

// Reshape: 0 keeps an axis, -1 takes the rest; a scalar has the empty shape.
// CHECK-LABEL: func.func @reshape
func.func @reshape(%x: tensor<2x3x4xf32>, %one: tensor<1xf32>) {
  %s = onnx.Constant dense<[0, -1, 6]> : tensor<3xi64> : tensor<3xi64>
  %e = onnx.Constant dense<> : tensor<0xi64> : tensor<0xi64>
  // CHECK: onnx.Reshape{{.*}} -> tensor<2x2x6xf32>
  %0 = onnx.Reshape(%x, %s) : (tensor<2x3x4xf32>, tensor<3xi64>) -> tensor<*xf32>
  // CHECK: onnx.Reshape{{.*}} -> tensor<f32>
  %1 = onnx.Reshape(%one, %e) : (tensor<1xf32>, tensor<0xi64>) -> tensor<*xf32>
  // CHECK: onnx.Flatten{{.*}} -> tensor<2x12xf32>
  %2 = onnx.Flatten(%x) : (tensor<2x3x4xf32>) -> tensor<*xf32>
  // CHECK: onnx.Flatten{{.*}} -> tensor<24x1xf32>
  %3 = onnx.Flatten(%x) {axis = 3 : si64} : (tensor<2x3x4xf32>) -> tensor<*xf32>
  return
}

// Axes may be negative and in any order; without them all axes of size 1 go.
// CHECK-LABEL: func.func @axes
func.func @axes(%x: tensor<1x3x1x4xf32>) {
  %none = onnx.none
  %a = onnx.Constant dense<[-2, 0]> : tensor<2xi64> : tensor<2xi64>
  // CHECK: onnx.Squeeze{{.*}} -> tensor<3x4xf32>
  %0 = onnx.Squeeze(%x, %none) : (tensor<1x3x1x4xf32>, none) -> tensor<*xf32>
  // CHECK: onnx.Squeeze{{.*}} -> tensor<3x4xf32>
  %1 = onnx.Squeeze(%x, %a) : (tensor<1x3x1x4xf32>, tensor<2xi64>) -> tensor<*xf32>
  // CHECK: onnx.Unsqueeze{{.*}} -> tensor<1x3x1x4xf32>
  %2 = onnx.Unsqueeze(%1, %a) : (tensor<*xf32>, tensor<2xi64>) -> tensor<*xf32>
  // CHECK: onnx.ReduceMean{{.*}} -> tensor<3x4xf32>
  %3 = onnx.ReduceMean(%x, %a) {keepdims = 0 : si64} : (tensor<1x3x1x4xf32>, tensor<2xi64>) -> tensor<*xf32>
  // CHECK: onnx.ReduceMean{{.*}} -> tensor<1x1x1x1xf32>
  %4 = onnx.ReduceMean(%x, %none) : (tensor<1x3x1x4xf32>, none) -> tensor<*xf32>
  // CHECK: onnx.ReduceMean{{.*}} -> tensor<1x3x1x4xf32>
  %5 = onnx.ReduceMean(%x, %none) {noop_with_empty_axes = 1 : si64} : (tensor<1x3x1x4xf32>, none) -> tensor<*xf32>
  return
}

// Pads follow the order of axes; negative pads cut.
// CHECK-LABEL: func.func @border
func.func @border(%x: tensor<2x3x4xf32>) {
  %none = onnx.none
  %p = onnx.Constant dense<[1, 0, 2, -1]> : tensor<4xi64> : tensor<4xi64>
  %a = onnx.Constant dense<[2, -2]> : tensor<2xi64> : tensor<2xi64>
  // CHECK: onnx.Pad{{.*}} -> tensor<2x2x7xf32>
  %0 = onnx.Pad(%x, %p, %none, %a) : (tensor<2x3x4xf32>, tensor<4xi64>, none, tensor<2xi64>) -> tensor<*xf32>
  // CHECK: onnx.Concat{{.*}} -> tensor<2x6x4xf32>
  %1 = onnx.Concat(%x, %x) {axis = -2 : si64} : (tensor<2x3x4xf32>, tensor<2x3x4xf32>) -> tensor<*xf32>
  // CHECK: onnx.Transpose{{.*}} -> tensor<4x3x2xf32>
  %2 = onnx.Transpose(%x) : (tensor<2x3x4xf32>) -> tensor<*xf32>
  // CHECK: onnx.Transpose{{.*}} -> tensor<3x4x2xf32>
  %3 = onnx.Transpose(%x) {perm = array<i64: 1, 2, 0>} : (tensor<2x3x4xf32>) -> tensor<*xf32>
  return
}
