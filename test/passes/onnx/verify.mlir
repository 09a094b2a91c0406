// RUN: npu-opt %s --onnx-verify -split-input-file -verify-diagnostics

// All offenders of one run are listed: types, forms and quantisation parameters.
func.func @all(%x: tensor<1x3x4x4xf32>, %w: tensor<3x3x1x1xf32>, %s: tensor<f32>) {
  %n = onnx.none
  %zero = onnx.Constant dense<0.0> : tensor<f32> : tensor<f32>
  %nan = onnx.Constant dense<0x7FC00000> : tensor<f32> : tensor<f32>
  %inf = onnx.Constant dense<0x7F800000> : tensor<f32> : tensor<f32> loc("inf")
  %good = onnx.Constant dense<[0.5, -0.5, 0.5]> : tensor<3xf32> : tensor<3xf32>
  // expected-error @+1 {{the result is 'tensor<*xf32>', want a static tensor; run onnx-infer-shapes}}
  %0 = onnx.Relu(%x) : (tensor<1x3x4x4xf32>) -> tensor<*xf32>
  // expected-error @+1 {{the window is not written out; run onnx-simplify}}
  %1 = onnx.Conv(%x, %w, %n) : (tensor<1x3x4x4xf32>, tensor<3x3x1x1xf32>, none) -> tensor<1x3x4x4xf32>
  // expected-error @+1 {{Identity: it does nothing; run onnx-simplify}}
  %2 = onnx.Identity(%x) : (tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32>
  // expected-error @+1 {{scale has 0.000000 at index 0, want a finite number above zero}}
  %3 = onnx.QuantizeLinear(%x, %zero, %n) : (tensor<1x3x4x4xf32>, tensor<f32>, none) -> tensor<1x3x4x4xui8>
  // expected-error @+1 {{scale has nan at index 0}}
  %4 = onnx.QuantizeLinear(%x, %nan, %n) : (tensor<1x3x4x4xf32>, tensor<f32>, none) -> tensor<1x3x4x4xui8>
  // expected-error @+1 {{scale 'inf' has inf at index 0}}
  %5 = onnx.QuantizeLinear(%x, %inf, %n) : (tensor<1x3x4x4xf32>, tensor<f32>, none) -> tensor<1x3x4x4xui8>
  // expected-error @+1 {{scale has -0.500000 at index 1}}
  %6 = onnx.QuantizeLinear(%x, %good, %n) : (tensor<1x3x4x4xf32>, tensor<3xf32>, none) -> tensor<1x3x4x4xui8>
  // expected-error @+1 {{scale is 'tensor<f32>' and not a constant}}
  %7 = onnx.QuantizeLinear(%x, %s, %n) : (tensor<1x3x4x4xf32>, tensor<f32>, none) -> tensor<1x3x4x4xui8>
  return
}

// -----

// A zero point outside int8 makes the quantised type int32, which activations cannot have.
func.func @zero_point(%x: tensor<4xf32>) {
  %s = onnx.Constant dense<0.5> : tensor<f32> : tensor<f32>
  %z = onnx.Constant dense<300> : tensor<i32> : tensor<i32> loc("z")
  // expected-error @+1 {{quantised values are 'i32', want i8 or ui8, zero point 'z' is 300}}
  %0 = onnx.QuantizeLinear(%x, %s, %z) : (tensor<4xf32>, tensor<f32>, tensor<i32>) -> tensor<4xi32>
  // expected-error @+1 {{zero point 'z' is 300, want 0 for int32}}
  %1 = onnx.DequantizeLinear(%0, %s, %z) : (tensor<4xi32>, tensor<f32>, tensor<i32>) -> tensor<4xf32>
  return
}

// -----

// What fits the contract passes.
func.func @good(%x: tensor<4xf32>) -> tensor<4xf32> {
  %s = onnx.Constant dense<0.5> : tensor<f32> : tensor<f32>
  %z = onnx.Constant dense<3> : tensor<i8> : tensor<i8>
  %0 = onnx.QuantizeLinear(%x, %s, %z) : (tensor<4xf32>, tensor<f32>, tensor<i8>) -> tensor<4xi8>
  %1 = onnx.DequantizeLinear(%0, %s, %z) : (tensor<4xi8>, tensor<f32>, tensor<i8>) -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

// Integers are not computed with, and float types not mixed.
func.func @numbers(%x: tensor<4xi8>, %y: tensor<1x4xf32>, %z: tensor<4x2xf16>) {
  // expected-error @+1 {{Relu: computes with 'i8', want f32 or f16; insert a DequantizeLinear}}
  %0 = onnx.Relu(%x) : (tensor<4xi8>) -> tensor<4xi8>
  // expected-error @+1 {{MatMul: operands of 'tensor<1x4xf32>' and 'tensor<4x2xf16>'}}
  %1 = onnx.MatMul(%y, %z) : (tensor<1x4xf32>, tensor<4x2xf16>) -> tensor<1x2xf32>
  %2 = onnx.Flatten(%x) : (tensor<4xi8>) -> tensor<4x1xi8>
  return
}

// -----

// A BatchNormalization that could not be folded has parameters that are no finite constants.
func.func @batch_norm(%x: tensor<1x2xf32>, %p: tensor<2xf32>) -> tensor<1x2xf32> {
  // expected-error @+1 {{BatchNormalization: its scale, B, mean and var are not finite f32 constants with var + epsilon above zero}}
  %0 = onnx.BatchNormalization(%x, %p, %p, %p, %p) : (tensor<1x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}
