// RUN: npu-opt %s --onnx-infer-shapes | FileCheck %s

// The type of the function follows its results.
// CHECK-LABEL: func.func @windows
// CHECK-SAME: -> tensor<1x8x4x1xf32>
func.func @windows(%x: tensor<1x4x9x8xf32>, %w: tensor<8x2x3x3xf32>, %b: tensor<8xf32>) -> tensor<*xf32> {
  // CHECK: onnx.Conv{{.*}} -> tensor<1x8x7x4xf32>
  %0 = onnx.Conv(%x, %w, %b) {dilations = array<i64: 2, 1>, group = 2 : si64, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 1, 2>} :
    (tensor<1x4x9x8xf32>, tensor<8x2x3x3xf32>, tensor<8xf32>) -> tensor<*xf32>
  // A last window that is partial counts with ceil_mode.
  // CHECK: onnx.MaxPool{{.*}} -> tensor<1x8x4x2xf32>
  %1 = onnx.MaxPool(%0) {ceil_mode = 1 : si64, kernel_shape = array<i64: 2, 2>, strides = array<i64: 2, 2>} : (tensor<*xf32>) -> tensor<*xf32>
  // CHECK: onnx.AveragePool{{.*}} -> tensor<1x8x4x1xf32>
  %2 = onnx.AveragePool(%1) {auto_pad = "VALID", kernel_shape = array<i64: 1, 2>} : (tensor<*xf32>) -> tensor<*xf32>
  return %2 : tensor<*xf32>
}

// A partial window that would start in the padding at the end does not count.
// CHECK-LABEL: func.func @starts_in_padding
// CHECK: onnx.MaxPool{{.*}} -> tensor<1x1x2xf32>
func.func @starts_in_padding(%x: tensor<1x1x3xf32>) -> tensor<*xf32> {
  %0 = onnx.MaxPool(%x) {ceil_mode = 1 : si64, kernel_shape = array<i64: 2>, pads = array<i64: 1, 1>, strides = array<i64: 2>} : (tensor<1x1x3xf32>) -> tensor<*xf32>
  %1 = onnx.MaxPool(%x) {ceil_mode = 1 : si64, kernel_shape = array<i64: 1>, pads = array<i64: 0, 2>, strides = array<i64: 3>} : (tensor<1x1x3xf32>) -> tensor<*xf32>
  // CHECK: onnx.MaxPool{{.*}} -> tensor<1x1x2xf32>
  return %0 : tensor<*xf32>
}

// Matrix products: transposed operands, batches that broadcast, vectors.
// CHECK-LABEL: func.func @products
func.func @products(%a: tensor<5x3xf32>, %b: tensor<7x5xf32>, %v: tensor<3xf32>, %m: tensor<2x1x4x3xf32>, %n: tensor<6x3x8xf32>, %c: tensor<7xf32>) {
  // CHECK: onnx.Gemm{{.*}} -> tensor<3x7xf32>
  %0 = onnx.Gemm(%a, %b, %c) {transA = 1 : si64, transB = 1 : si64} : (tensor<5x3xf32>, tensor<7x5xf32>, tensor<7xf32>) -> tensor<*xf32>
  // CHECK: onnx.MatMul{{.*}} -> tensor<2x6x4x8xf32>
  %1 = onnx.MatMul(%m, %n) : (tensor<2x1x4x3xf32>, tensor<6x3x8xf32>) -> tensor<*xf32>
  // CHECK: onnx.MatMul{{.*}} -> tensor<6x8xf32>
  %2 = onnx.MatMul(%v, %n) : (tensor<3xf32>, tensor<6x3x8xf32>) -> tensor<*xf32>
  // CHECK: onnx.MatMul{{.*}} -> tensor<5xf32>
  %3 = onnx.MatMul(%a, %v) : (tensor<5x3xf32>, tensor<3xf32>) -> tensor<*xf32>
  return
}

// Quantised types come from the zero point, ui8 without one; floats from the scale.
// CHECK-LABEL: func.func @quantized
func.func @quantized(%x: tensor<2x3xf32>, %s: tensor<3xf32>, %z: tensor<3xi8>) {
  %none = onnx.none
  // CHECK: onnx.QuantizeLinear{{.*}} -> tensor<2x3xi8>
  %0 = onnx.QuantizeLinear(%x, %s, %z) : (tensor<2x3xf32>, tensor<3xf32>, tensor<3xi8>) -> tensor<*xi8>
  // CHECK: onnx.QuantizeLinear{{.*}} -> tensor<2x3xui8>
  %1 = onnx.QuantizeLinear(%x, %s, %none) : (tensor<2x3xf32>, tensor<3xf32>, none) -> tensor<*xui8>
  // CHECK: onnx.DequantizeLinear{{.*}} -> tensor<2x3xf32>
  %2 = onnx.DequantizeLinear(%1, %s, %none) : (tensor<*xui8>, tensor<3xf32>, none) -> tensor<*xf32>
  return
}

// Functions keep the type; a test makes truth values.
// CHECK-LABEL: func.func @functions
func.func @functions(%x: tensor<2x3xf32>, %y: tensor<3xf32>) {
  // CHECK: onnx.Sigmoid{{.*}} -> tensor<2x3xf32>
  %0 = onnx.Sigmoid(%x) : (tensor<2x3xf32>) -> tensor<*xf32>
  // CHECK: onnx.Equal{{.*}} -> tensor<2x3xi1>
  %1 = onnx.Equal(%0, %y) : (tensor<*xf32>, tensor<3xf32>) -> tensor<*xi1>
  // CHECK: onnx.Cast{{.*}} -> tensor<2x3xf32>
  %2 = onnx.Cast(%1) : (tensor<*xi1>) -> tensor<*xf32>
  return
}
