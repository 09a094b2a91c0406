// RUN: npu-opt %s --convert-onnx-to-nn --split-input-file | FileCheck %s

// Batch axes broadcast from the right; the shorter operand gets axes in front.
// CHECK-LABEL: func @batches(
// CHECK: %[[B:.*]] = nn.reshape %arg1 : tensor<6x3x8xf32> -> tensor<1x6x3x8xf32>
// CHECK: nn.matmul %arg0, %[[B]] : (tensor<2x1x4x3xf32>, tensor<1x6x3x8xf32>) -> tensor<2x6x4x8xf32>
func.func @batches(%a: tensor<2x1x4x3xf32>, %b: tensor<6x3x8xf32>) -> tensor<2x6x4x8xf32> {
  %y = onnx.MatMul(%a, %b) : (tensor<2x1x4x3xf32>, tensor<6x3x8xf32>) -> tensor<2x6x4x8xf32>
  return %y : tensor<2x6x4x8xf32>
}

// -----

// A vector is a row on the left and a column on the right.
// CHECK-LABEL: func @vectors(
// CHECK: %[[R:.*]] = nn.reshape %arg0 : tensor<3xf32> -> tensor<1x3xf32>
// CHECK: %[[C:.*]] = nn.reshape %arg1 : tensor<3xf32> -> tensor<3x1xf32>
// CHECK: %[[P:.*]] = nn.matmul %[[R]], %[[C]] : (tensor<1x3xf32>, tensor<3x1xf32>) -> tensor<1x1xf32>
// CHECK: nn.reshape %[[P]] : tensor<1x1xf32> -> tensor<f32>
func.func @vectors(%a: tensor<3xf32>, %b: tensor<3xf32>) -> tensor<f32> {
  %y = onnx.MatMul(%a, %b) : (tensor<3xf32>, tensor<3xf32>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

// A constant matrix, or vector, on the right is a filter whatever is on the left.
// CHECK-LABEL: func @filters(
// CHECK-DAG: %[[R:.*]] = nn.reshape %arg0 : tensor<2xf32> -> tensor<1x2xf32>
// CHECK-DAG: %[[W:.*]] = nn.constant dense<{{\[\[}}1.000000e+00, 2.000000e+00]]> : tensor<1x2xf32>
// CHECK: nn.dense(%[[R]], %[[W]],
func.func @filters(%a: tensor<2xf32>) -> tensor<f32> {
  %w = onnx.Constant dense<[1.0, 2.0]> : tensor<2xf32> : tensor<2xf32>
  %y = onnx.MatMul(%a, %w) : (tensor<2xf32>, tensor<2xf32>) -> tensor<f32>
  return %y : tensor<f32>
}

// -----

// A Gemm of computed matrices transposes them by itself, has alpha, and adds what no bias holds.
// CHECK-LABEL: func @gemm(
// CHECK: %[[P:.*]] = nn.matmul %arg0, %arg1 {alpha = 5.000000e-01 : f32, transpose_lhs, transpose_rhs} : (tensor<3x2xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
// CHECK: %[[C:.*]] = nn.binary <mul> %arg2,
// CHECK: nn.binary <add> %[[P]], %[[C]]
func.func @gemm(%a: tensor<3x2xf32>, %b: tensor<4x3xf32>, %c: tensor<4xf32>) -> tensor<2x4xf32> {
  %y = onnx.Gemm(%a, %b, %c) {transA = 1 : si64, transB = 1 : si64, alpha = 0.5 : f32, beta = 3.0 : f32}
    : (tensor<3x2xf32>, tensor<4x3xf32>, tensor<4xf32>) -> tensor<2x4xf32>
  return %y : tensor<2x4xf32>
}

// -----

// The operator has positive numbers only; a computed C is added to a product with a filter, too.
// CHECK-LABEL: func @signs(
// CHECK: %[[P:.*]] = nn.matmul %arg0, %arg0 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
// CHECK: %[[N:.*]] = nn.binary <mul> %[[P]],
// CHECK: %[[D:.*]] = nn.dense(%[[N]],
// CHECK: nn.binary <add> %[[D]], %arg1
func.func @signs(%a: tensor<2x2xf32>, %c: tensor<2xf32>) -> tensor<2x2xf32> {
  %none = onnx.none
  %w = onnx.Constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32> : tensor<2x2xf32>
  %0 = onnx.Gemm(%a, %a, %none) {alpha = -1.0 : f32} : (tensor<2x2xf32>, tensor<2x2xf32>, none) -> tensor<2x2xf32>
  %y = onnx.Gemm(%0, %w, %c) : (tensor<2x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}
