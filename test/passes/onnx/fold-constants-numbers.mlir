// RUN: npu-opt %s --onnx-fold-constants --canonicalize | FileCheck %s

// Integers wrap in their own width, and a quotient is cut towards zero.
// CHECK-LABEL: func.func @integers
// CHECK-DAG: %[[A:.*]] = onnx.Constant dense<[-2147483648, 4]> : tensor<2xi32>
// CHECK-DAG: %[[B:.*]] = onnx.Constant dense<[-3, 2]> : tensor<2xi64>
// CHECK-DAG: %[[C:.*]] = onnx.Constant dense<[7, -4]> : tensor<2xi64>
// CHECK: return %[[A]], %[[B]], %[[C]]
func.func @integers() -> (tensor<*xi32>, tensor<*xi64>, tensor<*xi64>) {
  %x = onnx.Constant dense<[2147483647, 3]> : tensor<2xi32> : tensor<2xi32>
  %one = onnx.Constant dense<1> : tensor<i32> : tensor<i32>
  %y = onnx.Constant dense<[-7, 4]> : tensor<2xi64> : tensor<2xi64>
  %two = onnx.Constant dense<2> : tensor<i64> : tensor<i64>
  %0 = onnx.Add(%x, %one) : (tensor<2xi32>, tensor<i32>) -> tensor<*xi32>
  %1 = onnx.Div(%y, %two) : (tensor<2xi64>, tensor<i64>) -> tensor<*xi64>
  %2 = onnx.Neg(%y) : (tensor<2xi64>) -> tensor<*xi64>
  return %0, %1, %2 : tensor<*xi32>, tensor<*xi64>, tensor<*xi64>
}

// Cast to an integer cuts, to bool asks whether it is zero, to a narrower integer wraps; a float
// that no int64 can hold stays.
// CHECK-LABEL: func.func @casts
// CHECK-DAG: %[[A:.*]] = onnx.Constant dense<[-2, 2]> : tensor<2xi64>
// CHECK-DAG: %[[B:.*]] = onnx.Constant dense<[true, false]> : tensor<2xi1>
// CHECK-DAG: %[[C:.*]] = onnx.Constant dense<[0, -1]> : tensor<2xi8>
// CHECK: %[[D:.*]] = onnx.Cast
// CHECK: return %[[A]], %[[B]], %[[C]], %[[D]]
func.func @casts() -> (tensor<*xi64>, tensor<*xi1>, tensor<*xi8>, tensor<*xi64>) {
  %x = onnx.Constant dense<[-2.75, 2.75]> : tensor<2xf32> : tensor<2xf32>
  %y = onnx.Constant dense<[256, 0]> : tensor<2xi64> : tensor<2xi64>
  %z = onnx.Constant dense<[256, 255]> : tensor<2xi64> : tensor<2xi64>
  %large = onnx.Constant dense<1.0e19> : tensor<f32> : tensor<f32>
  %0 = onnx.Cast(%x) : (tensor<2xf32>) -> tensor<*xi64>
  %1 = onnx.Cast(%y) : (tensor<2xi64>) -> tensor<*xi1>
  %2 = onnx.Cast(%z) : (tensor<2xi64>) -> tensor<*xi8>
  %3 = onnx.Cast(%large) : (tensor<f32>) -> tensor<*xi64>
  return %0, %1, %2, %3 : tensor<*xi64>, tensor<*xi1>, tensor<*xi8>, tensor<*xi64>
}

// Tests, and what follows from them.
// CHECK-LABEL: func.func @logic
// CHECK-DAG: %[[A:.*]] = onnx.Constant dense<[true, false, true]> : tensor<3xi1>
// CHECK-DAG: %[[B:.*]] = onnx.Constant dense<[false, true, false]> : tensor<3xi1>
// CHECK: return %[[A]], %[[B]]
func.func @logic() -> (tensor<*xi1>, tensor<*xi1>) {
  %x = onnx.Constant dense<[1, 2, 3]> : tensor<3xi64> : tensor<3xi64>
  %two = onnx.Constant dense<2> : tensor<i64> : tensor<i64>
  %0 = onnx.Greater(%x, %two) : (tensor<3xi64>, tensor<i64>) -> tensor<*xi1>
  %1 = onnx.Less(%x, %two) : (tensor<3xi64>, tensor<i64>) -> tensor<*xi1>
  %2 = onnx.Or(%0, %1) : (tensor<*xi1>, tensor<*xi1>) -> tensor<*xi1>
  %3 = onnx.Not(%2) : (tensor<*xi1>) -> tensor<*xi1>
  return %2, %3 : tensor<*xi1>, tensor<*xi1>
}
