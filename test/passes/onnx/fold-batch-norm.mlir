// RUN: npu-opt %s --onnx-fold-batch-norm --mlir-print-local-scope --mlir-print-debuginfo | FileCheck %s

// Factors 1, 2 and 0.5: the weight times them by output channel, and (b - mean) * factor + B.
// CHECK-LABEL: func.func @conv
// CHECK-DAG: %[[W:.*]] = onnx.Constant dense<{{\[\[\[\[}}1.000000e+00]], {{\[\[}}2.000000e+00]]], {{\[\[\[}}6.000000e+00]], {{\[\[}}8.000000e+00]]], {{\[\[\[}}2.500000e+00]], {{\[\[}}3.000000e+00]]]]> : tensor<3x2x1x1xf32> : tensor<3x2x1x1xf32> loc("w")
// CHECK-DAG: %[[B:.*]] = onnx.Constant dense<[0.000000e+00, 4.000000e+00, 2.000000e+00]> : tensor<3xf32> : tensor<3xf32> loc("B")
// CHECK: onnx.Conv(%{{.*}}, %[[W]], %[[B]]) {kernel_shape = array<i64: 1, 1>} : {{.*}} loc(fused["/conv", "/bn"])
// CHECK-NOT: BatchNormalization
func.func @conv(%x: tensor<1x2x4x4xf32>) -> tensor<1x3x4x4xf32> {
  %w = onnx.Constant dense<[[[[1.0]], [[2.0]]], [[[3.0]], [[4.0]]], [[[5.0]], [[6.0]]]]> : tensor<3x2x1x1xf32> : tensor<3x2x1x1xf32> loc("w")
  %b = onnx.Constant dense<[1.0, 2.0, 3.0]> : tensor<3xf32> : tensor<3xf32>
  %scale = onnx.Constant dense<[1.0, 4.0, 2.0]> : tensor<3xf32> : tensor<3xf32>
  %B = onnx.Constant dense<[1.0, 2.0, 1.0]> : tensor<3xf32> : tensor<3xf32> loc("B")
  %mean = onnx.Constant dense<[2.0, 1.0, 1.0]> : tensor<3xf32> : tensor<3xf32>
  %var = onnx.Constant dense<[0.0, 3.0, 15.0]> : tensor<3xf32> : tensor<3xf32>
  %0 = onnx.Conv(%x, %w, %b) {kernel_shape = array<i64: 1, 1>} : (tensor<1x2x4x4xf32>, tensor<3x2x1x1xf32>, tensor<3xf32>) -> tensor<1x3x4x4xf32> loc("/conv")
  %1 = onnx.BatchNormalization(%0, %scale, %B, %mean, %var) {epsilon = 1.0 : f32} :
    (tensor<1x3x4x4xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> tensor<1x3x4x4xf32> loc("/bn")
  return %1 : tensor<1x3x4x4xf32>
}

// Groups: axis 0 of the weight counts the output channels of all of them. No bias is zero.
// CHECK-LABEL: func.func @depthwise
// CHECK-DAG: onnx.Constant dense<{{\[\[\[\[}}2.000000e+00, 4.000000e+00]]], {{\[\[\[}}9.000000e+00, 1.200000e+01]]]]> : tensor<2x1x1x2xf32>
// CHECK-DAG: onnx.Constant dense<[-1.000000e+00, -2.000000e+00]> : tensor<2xf32>
// CHECK: onnx.Conv({{.*}} {group = 2 : si64}
func.func @depthwise(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x3xf32> {
  %n = onnx.none
  %w = onnx.Constant dense<[[[[1.0, 2.0]]], [[[3.0, 4.0]]]]> : tensor<2x1x1x2xf32> : tensor<2x1x1x2xf32>
  %scale = onnx.Constant dense<[2.0, 3.0]> : tensor<2xf32> : tensor<2xf32>
  %B = onnx.Constant dense<[1.0, 1.0]> : tensor<2xf32> : tensor<2xf32>
  %mean = onnx.Constant dense<1.0> : tensor<2xf32> : tensor<2xf32>
  %var = onnx.Constant dense<1.0> : tensor<2xf32> : tensor<2xf32>
  %0 = onnx.Conv(%x, %w, %n) {group = 2 : si64} : (tensor<1x2x4x4xf32>, tensor<2x1x1x2xf32>, none) -> tensor<1x2x4x3xf32>
  %1 = onnx.BatchNormalization(%0, %scale, %B, %mean, %var) {epsilon = 0.0 : f32} :
    (tensor<1x2x4x3xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4x3xf32>
  return %1 : tensor<1x2x4x3xf32>
}

// A Gemm's beta moves into its new C.
// CHECK-LABEL: func.func @gemm
// CHECK-DAG: onnx.Constant dense<{{\[\[}}2.000000e+00, 6.000000e+00], [6.000000e+00, 1.200000e+01]]> : tensor<2x2xf32>
// CHECK-DAG: onnx.Constant dense<[3.000000e+00, 4.000000e+00]> : tensor<2xf32>
// CHECK: onnx.Gemm({{.*}}) {alpha = 5.000000e-01 : f32} :
func.func @gemm(%x: tensor<4x2xf32>) -> tensor<4x2xf32> {
  %w = onnx.Constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32> : tensor<2x2xf32>
  %c = onnx.Constant dense<1.0> : tensor<1x2xf32> : tensor<1x2xf32>
  %scale = onnx.Constant dense<[2.0, 3.0]> : tensor<2xf32> : tensor<2xf32>
  %one = onnx.Constant dense<1.0> : tensor<2xf32> : tensor<2xf32>
  %0 = onnx.Gemm(%x, %w, %c) {alpha = 0.5 : f32, beta = 2.0 : f32} : (tensor<4x2xf32>, tensor<2x2xf32>, tensor<1x2xf32>) -> tensor<4x2xf32>
  %1 = onnx.BatchNormalization(%0, %scale, %one, %one, %one) {epsilon = 0.0 : f32} :
    (tensor<4x2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<4x2xf32>
  return %1 : tensor<4x2xf32>
}

// A Conv with another reader stays; the BatchNormalization is a Mul and an Add.
// CHECK-LABEL: func.func @two_readers
// CHECK-DAG: %[[S:.*]] = onnx.Constant dense<5.000000e-01> : tensor<2x1x1xf32>
// CHECK-DAG: %[[T:.*]] = onnx.Constant dense<1.500000e+00> : tensor<2x1x1xf32>
// CHECK: %[[C:.*]] = onnx.Conv
// CHECK: %[[M:.*]] = onnx.Mul(%[[C]], %[[S]])
// CHECK: onnx.Add(%[[M]], %[[T]])
func.func @two_readers(%x: tensor<1x2x4x4xf32>) -> (tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>) {
  %n = onnx.none
  %w = onnx.Constant dense<1.0> : tensor<2x2x1x1xf32> : tensor<2x2x1x1xf32>
  %one = onnx.Constant dense<1.0> : tensor<2xf32> : tensor<2xf32>
  %two = onnx.Constant dense<2.0> : tensor<2xf32> : tensor<2xf32>
  %minus = onnx.Constant dense<-1.0> : tensor<2xf32> : tensor<2xf32>
  %0 = onnx.Conv(%x, %w, %n) : (tensor<1x2x4x4xf32>, tensor<2x2x1x1xf32>, none) -> tensor<1x2x4x4xf32>
  %1 = onnx.BatchNormalization(%0, %one, %one, %minus, %two) {epsilon = 2.0 : f32} :
    (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  return %0, %1 : tensor<1x2x4x4xf32>, tensor<1x2x4x4xf32>
}

// A variance of minus epsilon has no root: nothing happens, and onnx-verify refuses it.
// CHECK-LABEL: func.func @no_root
// CHECK: onnx.BatchNormalization
func.func @no_root(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %one = onnx.Constant dense<1.0> : tensor<2xf32> : tensor<2xf32>
  %minus = onnx.Constant dense<-1.0> : tensor<2xf32> : tensor<2xf32>
  %1 = onnx.BatchNormalization(%x, %one, %one, %one, %minus) {epsilon = 1.0 : f32} :
    (tensor<1x2x4x4xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  return %1 : tensor<1x2x4x4xf32>
}
