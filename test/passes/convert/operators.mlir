// RUN: npu-opt %s --convert-onnx-to-nn | FileCheck %s

// Filters become [K,R,S,C/group] beneath their dequantise; a missing bias is zero; uint8 is int8, 128 lower.
// CHECK-LABEL: func @conv(
// CHECK-DAG: %[[W:.*]] = nn.constant dense<{{\[}}{{\[}}{{\[}}[-127, 0], [-126, 1]]], {{\[}}{{\[}}[-124, 3], [-123, 127]]]]> : tensor<2x1x2x2xi8> : tensor<2x1x2x2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01:-1}>>
// CHECK-DAG: %[[F:.*]] = nn.dequantize %[[W]]
// CHECK-DAG: %[[B:.*]] = nn.constant dense<0.000000e+00> : tensor<2xf32>
// CHECK: nn.conv(%arg0, %[[F]], %[[B]]) {channels_first, dilations = array<i64: 1, 1>, group = 1 : i64, pads = array<i64: 0, 1, 0, 0>, strides = array<i64: 1, 2>}
func.func @conv(%x: tensor<1x2x3x5xf32>) -> tensor<1x2x3x3xf32> {
  %none = onnx.none
  %w = onnx.Constant dense<[[[[1, 2]], [[128, 129]]], [[[4, 5]], [[131, 255]]]]> : tensor<2x2x1x2xui8> : tensor<2x2x1x2xui8>
  %s = onnx.Constant dense<[0.5, 0.25]> : tensor<2xf32> : tensor<2xf32>
  %z = onnx.Constant dense<[128, 127]> : tensor<2xui8> : tensor<2xui8>
  %f = onnx.DequantizeLinear(%w, %s, %z) {axis = 0 : si64} : (tensor<2x2x1x2xui8>, tensor<2xf32>, tensor<2xui8>) -> tensor<2x2x1x2xf32>
  %y = onnx.Conv(%x, %f, %none) {kernel_shape = array<i64: 1, 2>, strides = array<i64: 1, 2>,
    dilations = array<i64: 1, 1>, pads = array<i64: 0, 1, 0, 0>}
    : (tensor<1x2x3x5xf32>, tensor<2x2x1x2xf32>, none) -> tensor<1x2x3x3xf32>
  return %y : tensor<1x2x3x3xf32>
}

// CHECK-LABEL: func @gemm(
// CHECK-DAG: %[[W:.*]] = nn.constant dense<{{\[}}[2.000000e+00, 6.000000e+00], [4.000000e+00, 8.000000e+00]]> : tensor<2x2xf32>
// CHECK-DAG: %[[B:.*]] = nn.constant dense<[1.500000e+00, 2.500000e+00]> : tensor<2xf32>
// CHECK-DAG: %[[A:.*]] = nn.transpose %arg0 {perm = array<i64: 1, 0>}
// CHECK: nn.dense(%[[A]], %[[W]], %[[B]])
func.func @gemm(%a: tensor<2x3xf32>) -> tensor<3x2xf32> {
  %b = onnx.Constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32> : tensor<2x2xf32>
  %c = onnx.Constant dense<[3.0, 5.0]> : tensor<2xf32> : tensor<2xf32>
  %y = onnx.Gemm(%a, %b, %c) {transA = 1 : si64, alpha = 2.0 : f32, beta = 0.5 : f32}
    : (tensor<2x3xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  return %y : tensor<3x2xf32>
}

// A negative pad cuts.
// CHECK-LABEL: func @pad(
// CHECK: %[[S:.*]] = nn.slice %arg0 {offsets = array<i64: 0, 1>, strides = array<i64: 1, 1>} : tensor<2x5xf32> -> tensor<2x4xf32>
// CHECK: nn.pad %[[S]] {high = array<i64: 0, 2>, low = array<i64: 1, 0>, value = 7.000000e+00 : f32} : tensor<2x4xf32> -> tensor<3x6xf32>
func.func @pad(%x: tensor<2x5xf32>) -> tensor<3x6xf32> {
  %none = onnx.none
  %p = onnx.Constant dense<[1, -1, 0, 2]> : tensor<4xi64> : tensor<4xi64>
  %v = onnx.Constant dense<7.0> : tensor<f32> : tensor<f32>
  %y = onnx.Pad(%x, %p, %v, %none) : (tensor<2x5xf32>, tensor<4xi64>, tensor<f32>, none) -> tensor<3x6xf32>
  return %y : tensor<3x6xf32>
}

// One spatial axis is two with one row; axes that are not kept leave by a reshape.
// CHECK-LABEL: func @line(
// CHECK: %[[R:.*]] = nn.reshape %arg0 : tensor<1x3x8xf32> -> tensor<1x3x1x8xf32>
// CHECK: nn.pool <average> %[[R]] {channels_first, count_include_pad, dilations = array<i64: 1, 1>, kernel = array<i64: 1, 3>, pads = array<i64: 0, 1, 0, 0>, strides = array<i64: 1, 2>} : tensor<1x3x1x8xf32> -> tensor<1x3x1x4xf32>
// CHECK: nn.clamp {{.*}} {clamp_max = 6.000000e+00 : f32}
// CHECK: %[[M:.*]] = nn.reduce <mean> {{.*}} {axes = array<i64: 1, 2>} : tensor<1x3x4xf32> -> tensor<1x1x1xf32>
// CHECK: nn.reshape %[[M]] : tensor<1x1x1xf32> -> tensor<1xf32>
func.func @line(%x: tensor<1x3x8xf32>) -> tensor<1xf32> {
  %none = onnx.none
  %six = onnx.Constant dense<6.0> : tensor<f32> : tensor<f32>
  %axes = onnx.Constant dense<[-1, 1]> : tensor<2xi64> : tensor<2xi64>
  %0 = onnx.AveragePool(%x) {kernel_shape = array<i64: 3>, strides = array<i64: 2>, dilations = array<i64: 1>,
    pads = array<i64: 1, 0>, count_include_pad = 1 : si64} : (tensor<1x3x8xf32>) -> tensor<1x3x4xf32>
  %1 = onnx.Clip(%0, %none, %six) : (tensor<1x3x4xf32>, none, tensor<f32>) -> tensor<1x3x4xf32>
  %2 = onnx.ReduceMean(%1, %axes) {keepdims = 0 : si64} : (tensor<1x3x4xf32>, tensor<2xi64>) -> tensor<1xf32>
  return %2 : tensor<1xf32>
}

// uint8 lives at the borders of the network only: one requantise in, one out.
// CHECK-LABEL: func @unsigned_ends(%arg0: tensor<2x3x!quant.uniform<u8:f32, 5.000000e-01:130>>)
// CHECK-SAME: -> tensor<2x3x!quant.uniform<u8:f32, 2.500000e-01>>
// CHECK: %[[X:.*]] = nn.requantize %arg0 : tensor<2x3x!quant.uniform<u8:f32, 5.000000e-01:130>> -> tensor<2x3x!quant.uniform<i8:f32, 5.000000e-01:2>>
// CHECK: nn.dequantize %[[X]]
// CHECK: %[[Y:.*]] = nn.quantize %{{.*}} -> tensor<2x3x!quant.uniform<i8:f32, 2.500000e-01:-128>>
// CHECK: nn.requantize %[[Y]] : {{.*}} -> tensor<2x3x!quant.uniform<u8:f32, 2.500000e-01>>
func.func @unsigned_ends(%x: tensor<2x3xui8>) -> tensor<2x3xui8> {
  %none = onnx.none
  %s = onnx.Constant dense<0.5> : tensor<f32> : tensor<f32>
  %z = onnx.Constant dense<130> : tensor<ui8> : tensor<ui8>
  %t = onnx.Constant dense<0.25> : tensor<f32> : tensor<f32>
  %0 = onnx.DequantizeLinear(%x, %s, %z) : (tensor<2x3xui8>, tensor<f32>, tensor<ui8>) -> tensor<2x3xf32>
  %1 = onnx.Relu(%0) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %2 = onnx.QuantizeLinear(%1, %t, %none) : (tensor<2x3xf32>, tensor<f32>, none) -> tensor<2x3xui8>
  return %2 : tensor<2x3xui8>
}
