// RUN: npu-opt %s --onnx-infer-shapes -split-input-file -verify-diagnostics

// A window larger than the input has no position; what reads it stays silent.
func.func @f(%x: tensor<1x3x5x5xf32>, %w: tensor<2x3x3x3xf32>) {
  %n = onnx.none
  // expected-error @+1 {{a window of 9 does not fit spatial axis 0 of size 5 with pads 0 and 0; reduce kernel_shape or dilations, or enlarge the input}}
  %0 = onnx.Conv(%x, %w, %n) {dilations = array<i64: 4, 4>} : (tensor<1x3x5x5xf32>, tensor<2x3x3x3xf32>, none) -> tensor<*xf32>
  %1 = onnx.Relu(%0) : (tensor<*xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x5x5xf32>, %w: tensor<2x3x3x3xf32>) {
  %n = onnx.none
  // expected-error @+1 {{the weight is for 3 channels in group 1, the input has 4}}
  %0 = onnx.Conv(%x, %w, %n) : (tensor<1x4x5x5xf32>, tensor<2x3x3x3xf32>, none) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x5x5xf32>, %w: tensor<3x2x3x3xf32>) {
  %n = onnx.none
  // expected-error @+1 {{group 2 divides neither or not both of 4 input and 3 output channels}}
  %0 = onnx.Conv(%x, %w, %n) {group = 2 : si64} : (tensor<1x4x5x5xf32>, tensor<3x2x3x3xf32>, none) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x5x5xf32>, %w: tensor<3x4x3x3xf32>, %b: tensor<4xf32>) {
  // expected-error @+1 {{the bias has type 'tensor<4xf32>', want 3 elements}}
  %0 = onnx.Conv(%x, %w, %b) : (tensor<1x4x5x5xf32>, tensor<3x4x3x3xf32>, tensor<4xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x5x5xf32>, %w: tensor<3x4x3x3xf32>) {
  %n = onnx.none
  // expected-error @+1 {{kernel_shape [5, 3], but the weight has [3, 3]}}
  %0 = onnx.Conv(%x, %w, %n) {kernel_shape = array<i64: 5, 3>} : (tensor<1x4x5x5xf32>, tensor<3x4x3x3xf32>, none) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<1x4x5x5xf32>) {
  // expected-error @+1 {{strides has 1 values, want 2}}
  %0 = onnx.MaxPool(%x) {kernel_shape = array<i64: 2, 2>, strides = array<i64: 2>} : (tensor<1x4x5x5xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<4x5xf32>) {
  %n = onnx.none
  // expected-error @+1 {{A has 3 columns, B has 4 rows}}
  %0 = onnx.Gemm(%a, %b, %n) : (tensor<2x3xf32>, tensor<4x5xf32>, none) -> tensor<*xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x4xf32>) {
  // expected-error @+1 {{shapes [2, 3] and [2, 4] do not broadcast}}
  %0 = onnx.Add(%a, %b) : (tensor<2x3xf32>, tensor<2x4xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%a: tensor<2x3xf32>, %b: tensor<2x3xf16>) {
  // expected-error @+1 {{operands of 'f32' and 'f16'; insert a Cast}}
  %0 = onnx.Mul(%a, %b) : (tensor<2x3xf32>, tensor<2x3xf16>) -> tensor<*xf32>
  return
}

// -----

// A shape that is computed at run time has a way out.
func.func @f(%x: tensor<2x3xf32>, %s: tensor<2xi64>) {
  // expected-error @+1 {{shape is computed at run time; only a constant is supported}}
  %0 = onnx.Reshape(%x, %s) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  %s = onnx.Constant dense<[4, -1]> : tensor<2xi64> : tensor<2xi64>
  // expected-error @+1 {{6 elements cannot be shaped: the other sizes multiply to 4}}
  %0 = onnx.Reshape(%x, %s) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  %s = onnx.Constant dense<[4]> : tensor<1xi64> : tensor<1xi64>
  // expected-error @+1 {{the input has 6 elements, shape [4] has 4}}
  %0 = onnx.Reshape(%x, %s) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  %a = onnx.Constant dense<[1]> : tensor<1xi64> : tensor<1xi64>
  // expected-error @+1 {{axis 1 has size 3, only size 1 can go}}
  %0 = onnx.Squeeze(%x, %a) : (tensor<2x3xf32>, tensor<1xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  %a = onnx.Constant dense<[1, -1]> : tensor<2xi64> : tensor<2xi64>
  %n = onnx.none
  // expected-error @+1 {{axis 1 is given twice}}
  %0 = onnx.ReduceMean(%x, %a) : (tensor<2x3xf32>, tensor<2xi64>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{axis 2 is not an axis of a tensor of rank 2}}
  %0 = onnx.Softmax(%x) {axis = 2 : si64} : (tensor<2x3xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %y: tensor<3x3xf32>) {
  // expected-error @+1 {{inputs of types 'tensor<2x3xf32>' and 'tensor<3x3xf32>' cannot be joined along axis 1}}
  %0 = onnx.Concat(%x, %y) {axis = 1 : si64} : (tensor<2x3xf32>, tensor<3x3xf32>) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>) {
  %p = onnx.Constant dense<[0, -2, 0, -1]> : tensor<4xi64> : tensor<4xi64>
  %n = onnx.none
  // expected-error @+1 {{has no elements}}
  %0 = onnx.Pad(%x, %p, %n, %n) : (tensor<2x3xf32>, tensor<4xi64>, none, none) -> tensor<*xf32>
  return
}

// -----

func.func @f(%x: tensor<2x3xf32>, %s: tensor<2xf32>) {
  %n = onnx.none
  // expected-error @+1 {{the scale has 2 elements, axis 1 of the input 3}}
  %0 = onnx.QuantizeLinear(%x, %s, %n) : (tensor<2x3xf32>, tensor<2xf32>, none) -> tensor<*xui8>
  return
}

// -----

// A type that the IR declares must be the inferred one.
func.func @f(%x: tensor<2x3xf32>) {
  // expected-error @+1 {{the result is 'tensor<2x3xf32>', but declared as 'tensor<2x4xf32>'}}
  %0 = onnx.Relu(%x) : (tensor<2x3xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @f(%x: tensor<1x2x4xf32>, %p: tensor<2xf32>, %q: tensor<3xf32>) {
  // expected-error @+1 {{mean has type 'tensor<3xf32>', want 2 elements, one a channel}}
  %0 = onnx.BatchNormalization(%x, %p, %p, %q, %p) : (tensor<1x2x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<3xf32>, tensor<2xf32>) -> tensor<*xf32>
  return
}
