// RUN: npu-opt %s -split-input-file -verify-diagnostics

// A stride of zero never ends; the message names the node.
func.func @f(%x: tensor<1x1x4x4xf32>, %w: tensor<1x1x1x1xf32>, %n: none) -> tensor<*xf32> {
  // expected-error @unknown {{'/head/Conv' (Conv): strides must be at least 1, got 0}}
  %0 = onnx.Conv(%x, %w, %n) {strides = array<i64: 0, 1>} : (tensor<1x1x4x4xf32>, tensor<1x1x1x1xf32>, none) -> tensor<*xf32> loc("/head/Conv")
  return %0 : tensor<*xf32>
}

// -----

func.func @f(%x: tensor<1x1x4x4xf32>, %w: tensor<1x1x1x1xf32>, %n: none) -> tensor<*xf32> {
  // expected-error @+1 {{group must be at least 1, got 0}}
  %0 = onnx.Conv(%x, %w, %n) {group = 0 : si64} : (tensor<1x1x4x4xf32>, tensor<1x1x1x1xf32>, none) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @f(%x: tensor<1x1x4x4xf32>) -> tensor<*xf32> {
  // expected-error @+1 {{auto_pad is 'SAME', want NOTSET, VALID, SAME_UPPER, SAME_LOWER}}
  %0 = onnx.MaxPool(%x) {auto_pad = "SAME", kernel_shape = array<i64: 2, 2>} : (tensor<1x1x4x4xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @f(%x: tensor<1x1x4x4xf32>) -> tensor<*xf32> {
  // expected-error @+1 {{pads must be at least 0, got -1}}
  %0 = onnx.AveragePool(%x) {kernel_shape = array<i64: 2, 2>, pads = array<i64: 0, -1, 0, 0>} : (tensor<1x1x4x4xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @f(%x: tensor<4xf32>, %p: tensor<2xi64>, %n: none) -> tensor<*xf32> {
  // expected-error @+1 {{mode is 'mirror', want constant, reflect, edge, wrap}}
  %0 = onnx.Pad(%x, %p, %n, %n) {mode = "mirror"} : (tensor<4xf32>, tensor<2xi64>, none, none) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @f(%x: tensor<4x3xf32>) -> tensor<*xf32> {
  // expected-error @+1 {{perm [0, 0] is not a permutation}}
  %0 = onnx.Transpose(%x) {perm = array<i64: 0, 0>} : (tensor<4x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @f() -> tensor<*xf32> {
  // expected-error @+1 {{needs at least one input}}
  %0 = onnx.Concat() {axis = 0 : si64} : () -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// -----

func.func @f() -> tensor<2xi8> {
  // expected-error @+1 {{the value is 'tensor<2xui8>', the result 'tensor<2xi8>'}}
  %0 = onnx.Constant dense<1> : tensor<2xui8> : tensor<2xi8>
  return %0 : tensor<2xi8>
}

// -----

func.func @f(%x: tensor<2xf32>) {
  // expected-error @+1 {{approximate is 'sigmoid', want none, tanh}}
  %0 = onnx.Gelu(%x) {approximate = "sigmoid"} : (tensor<2xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<1x2x4xf32>) {
  %n = onnx.none
  // expected-error @+1 {{mode is 'area', want nearest, linear, cubic}}
  %0 = onnx.Resize(%x, %n, %n, %n) {mode = "area"} : (tensor<1x2x4xf32>, none, none, none) -> tensor<*xf32>
  return
}
