// RUN: npu-opt %s --onnx-fold-constants --canonicalize | FileCheck %s

// Slice: 9:0:-1 stops before 0, 19:0:-3 ends at 1; -2^63 is before the first, 2^63-1 behind the last.
// CHECK-LABEL: func.func @slices
// CHECK-DAG: %[[A:.*]] = onnx.Constant dense<[9, 8, 7, 6, 5, 4, 3, 2, 1]> : tensor<9xi64>
// CHECK-DAG: %[[B:.*]] = onnx.Constant dense<[7, 4, 1]> : tensor<3xi64>
// CHECK-DAG: %[[C:.*]] = onnx.Constant dense<[3, 2, 1, 0]> : tensor<4xi64>
// CHECK-DAG: %[[D:.*]] = onnx.Constant dense<[8, 9]> : tensor<2xi64>
// CHECK-DAG: %[[E:.*]] = onnx.Constant dense<> : tensor<0xi64>
// CHECK: return %[[A]], %[[B]], %[[C]], %[[D]], %[[E]]
func.func @slices() -> (tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xi64>) {
  %none = onnx.none
  %x = onnx.Constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]> : tensor<10xi64> : tensor<10xi64>
  %0 = onnx.Constant dense<0> : tensor<1xi64> : tensor<1xi64>
  %3 = onnx.Constant dense<3> : tensor<1xi64> : tensor<1xi64>
  %5 = onnx.Constant dense<5> : tensor<1xi64> : tensor<1xi64>
  %7 = onnx.Constant dense<7> : tensor<1xi64> : tensor<1xi64>
  %9 = onnx.Constant dense<9> : tensor<1xi64> : tensor<1xi64>
  %m1 = onnx.Constant dense<-1> : tensor<1xi64> : tensor<1xi64>
  %m2 = onnx.Constant dense<-2> : tensor<1xi64> : tensor<1xi64>
  %m3 = onnx.Constant dense<-3> : tensor<1xi64> : tensor<1xi64>
  %least = onnx.Constant dense<-9223372036854775808> : tensor<1xi64> : tensor<1xi64>
  %most = onnx.Constant dense<9223372036854775807> : tensor<1xi64> : tensor<1xi64>
  %a = onnx.Slice(%x, %9, %0, %0, %m1) : (tensor<10xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<*xi64>
  %b = onnx.Slice(%x, %7, %0, %0, %m3) : (tensor<10xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<*xi64>
  %c = onnx.Slice(%x, %3, %least, %m1, %m1) : (tensor<10xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<*xi64>
  %d = onnx.Slice(%x, %m2, %most, %none, %none) : (tensor<10xi64>, tensor<1xi64>, tensor<1xi64>, none, none) -> tensor<*xi64>
  %e = onnx.Slice(%x, %0, %5, %0, %m1) : (tensor<10xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<*xi64>
  return %a, %b, %c, %d, %e : tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xi64>
}

// Three parts of ten are of 4, 4 and 2; sizes that are given may differ.
// CHECK-LABEL: func.func @parts
// CHECK-DAG: %[[A:.*]] = onnx.Constant dense<[8, 9]> : tensor<2xi32>
// CHECK-DAG: %[[B:.*]] = onnx.Constant dense<[1, 2, 3, 4]> : tensor<4xi32>
// CHECK: return %[[A]], %[[B]]
func.func @parts() -> (tensor<*xi32>, tensor<*xi32>) {
  %none = onnx.none
  %x = onnx.Constant dense<[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]> : tensor<10xi32> : tensor<10xi32>
  %sizes = onnx.Constant dense<[1, 4, 5]> : tensor<3xi64> : tensor<3xi64>
  %a = onnx.Split(%x, %none) {num_outputs = 3 : si64, part = 2 : si64} : (tensor<10xi32>, none) -> tensor<*xi32>
  %b = onnx.Split(%x, %sizes) {axis = -1 : si64, num_outputs = 3 : si64, part = 1 : si64} : (tensor<10xi32>, tensor<3xi64>) -> tensor<*xi32>
  return %a, %b : tensor<*xi32>, tensor<*xi32>
}

// Weights move too: a matrix that a Reshape of an initializer makes is one.
// CHECK-LABEL: func.func @weights
// CHECK: %[[W:.*]] = onnx.Constant dense<{{\[\[}}1.000000e+00, 3.000000e+00], [2.000000e+00, 4.000000e+00]]> : tensor<2x2xf32>
// CHECK: onnx.MatMul(%arg0, %[[W]])
func.func @weights(%x: tensor<1x2xf32>) -> tensor<*xf32> {
  %w = onnx.Constant dense<[[[1.0, 2.0, 3.0, 4.0]]]> : tensor<1x1x4xf32> : tensor<1x1x4xf32>
  %shape = onnx.Constant dense<[2, 2]> : tensor<2xi64> : tensor<2xi64>
  %0 = onnx.Reshape(%w, %shape) : (tensor<1x1x4xf32>, tensor<2xi64>) -> tensor<*xf32>
  %1 = onnx.Transpose(%0) : (tensor<*xf32>) -> tensor<*xf32>
  %2 = onnx.MatMul(%x, %1) : (tensor<1x2xf32>, tensor<*xf32>) -> tensor<*xf32>
  return %2 : tensor<*xf32>
}

// Gather counts from the end too; Tile repeats; Range stops before its limit.
// CHECK-LABEL: func.func @picks
// CHECK-DAG: %[[A:.*]] = onnx.Constant dense<{{\[\[}}3, 1], [6, 4]]> : tensor<2x2xi64>
// CHECK-DAG: %[[B:.*]] = onnx.Constant dense<{{\[\[}}1, 2, 3, 1, 2, 3], [4, 5, 6, 4, 5, 6]]> : tensor<2x6xi64>
// CHECK-DAG: %[[C:.*]] = onnx.Constant dense<[10, 6, 2, -2]> : tensor<4xi64>
// CHECK: return %[[A]], %[[B]], %[[C]]
func.func @picks() -> (tensor<*xi64>, tensor<*xi64>, tensor<*xi64>) {
  %x = onnx.Constant dense<[[1, 2, 3], [4, 5, 6]]> : tensor<2x3xi64> : tensor<2x3xi64>
  %i = onnx.Constant dense<[-1, 0]> : tensor<2xi32> : tensor<2xi32>
  %r = onnx.Constant dense<[1, 2]> : tensor<2xi64> : tensor<2xi64>
  %start = onnx.Constant dense<10> : tensor<i64> : tensor<i64>
  %limit = onnx.Constant dense<-3> : tensor<i64> : tensor<i64>
  %delta = onnx.Constant dense<-4> : tensor<i64> : tensor<i64>
  %0 = onnx.Gather(%x, %i) {axis = 1 : si64} : (tensor<2x3xi64>, tensor<2xi32>) -> tensor<*xi64>
  %1 = onnx.Tile(%x, %r) : (tensor<2x3xi64>, tensor<2xi64>) -> tensor<*xi64>
  %2 = onnx.Range(%start, %limit, %delta) : (tensor<i64>, tensor<i64>, tensor<i64>) -> tensor<*xi64>
  return %0, %1, %2 : tensor<*xi64>, tensor<*xi64>, tensor<*xi64>
}
