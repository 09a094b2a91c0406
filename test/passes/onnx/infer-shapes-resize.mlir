// RUN: npu-opt %s --onnx-infer-shapes -split-input-file -verify-diagnostics | FileCheck %s

// Scales multiply extents and round down, in f32; sizes are extents; an empty list is left out.
// CHECK-LABEL: func.func @extents
func.func @extents(%x: tensor<1x3x10x5xf32>) {
  %n = onnx.none
  %e = onnx.Constant dense<> : tensor<0xf32> : tensor<0xf32>
  %s = onnx.Constant dense<[1.0, 1.0, 0.7, 2.5]> : tensor<4xf32> : tensor<4xf32>
  %z = onnx.Constant dense<[1, 3, 20, 7]> : tensor<4xi64> : tensor<4xi64>
  // CHECK: onnx.Resize{{.*}} -> tensor<1x3x7x12xf32>
  %0 = onnx.Resize(%x, %n, %s, %n) : (tensor<1x3x10x5xf32>, none, tensor<4xf32>, none) -> tensor<*xf32>
  // CHECK: onnx.Resize{{.*}} -> tensor<1x3x20x7xf32>
  %1 = onnx.Resize(%x, %e, %e, %z) : (tensor<1x3x10x5xf32>, tensor<0xf32>, tensor<0xf32>, tensor<4xi64>) -> tensor<*xf32>
  // CHECK: onnx.Upsample{{.*}} -> tensor<1x3x7x12xf32>
  %2 = onnx.Upsample(%x, %s) : (tensor<1x3x10x5xf32>, tensor<4xf32>) -> tensor<*xf32>
  return
}

// -----

// Sizes of some axes; one scale for all of them, the smaller or the larger, halves up.
// CHECK-LABEL: func.func @aspect
func.func @aspect(%x: tensor<1x3x10x5xf32>) {
  %n = onnx.none
  %z = onnx.Constant dense<[9, 25]> : tensor<2xi64> : tensor<2xi64>
  // CHECK: onnx.Resize{{.*}} -> tensor<1x3x25x9xf32>
  %0 = onnx.Resize(%x, %n, %n, %z) {axes = array<i64: 3, -2>} : (tensor<1x3x10x5xf32>, none, none, tensor<2xi64>) -> tensor<*xf32>
  // CHECK: onnx.Resize{{.*}} -> tensor<1x3x18x9xf32>
  %1 = onnx.Resize(%x, %n, %n, %z) {axes = array<i64: 3, 2>, keep_aspect_ratio_policy = "not_larger"} : (tensor<1x3x10x5xf32>, none, none, tensor<2xi64>) -> tensor<*xf32>
  // CHECK: onnx.Resize{{.*}} -> tensor<1x3x25x13xf32>
  %2 = onnx.Resize(%x, %n, %n, %z) {axes = array<i64: 3, 2>, keep_aspect_ratio_policy = "not_smaller"} : (tensor<1x3x10x5xf32>, none, none, tensor<2xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x4xf32>) {
  %n = onnx.none
  // expected-error @+1 {{neither scales nor sizes are given, want one of them}}
  %0 = onnx.Resize(%x, %n, %n, %n) : (tensor<1x3x4xf32>, none, none, none) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x4xf32>) {
  %n = onnx.none
  %s = onnx.Constant dense<[2.0, 2.0]> : tensor<2xf32> : tensor<2xf32>
  // expected-error @+1 {{scales has 2 values, want one for each of 3 axes}}
  %0 = onnx.Resize(%x, %n, %s, %n) : (tensor<1x3x4xf32>, none, tensor<2xf32>, none) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x4xf32>) {
  %n = onnx.none
  %s = onnx.Constant dense<[1.0, 1.0, 0.2]> : tensor<3xf32> : tensor<3xf32>
  // expected-error @+1 {{scale 0.200000 makes axis 2 of 4 0.000000 long, want at least 1 and less than 2^31}}
  %0 = onnx.Resize(%x, %n, %s, %n) : (tensor<1x3x4xf32>, none, tensor<3xf32>, none) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x4xf32>, %s: tensor<3xf32>) {
  %n = onnx.none
  // expected-error @+1 {{scales are not a constant of f32; fix all input shapes (--input-shape), or simplify the model first}}
  %0 = onnx.Resize(%x, %n, %s, %n) : (tensor<1x3x4xf32>, none, tensor<3xf32>, none) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x4xf32>) {
  %n = onnx.none
  %z = onnx.Constant dense<[1, 3, 0]> : tensor<3xi64> : tensor<3xi64>
  // expected-error @+1 {{sizes has 0 for axis 2, want at least 1 and less than 2^31}}
  %0 = onnx.Resize(%x, %n, %n, %z) : (tensor<1x3x4xf32>, none, none, tensor<3xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<1x3x4xf32>) {
  %n = onnx.none
  %z = onnx.Constant dense<[5, 6]> : tensor<2xi64> : tensor<2xi64>
  // expected-error @+1 {{axis 2 is given twice}}
  %0 = onnx.Resize(%x, %n, %n, %z) {axes = array<i64: 2, -1>} : (tensor<1x3x4xf32>, none, none, tensor<2xi64>) -> tensor<*xf32>
  return
}
