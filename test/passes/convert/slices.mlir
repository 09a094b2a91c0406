// RUN: npu-opt %s --convert-onnx-to-nn | FileCheck %s

// Slice: negative starts count from the end, a step may go back, ends lie inside after all.
// CHECK-LABEL: func @slice(
// CHECK: nn.slice %arg0 {offsets = array<i64: 0, 2, 9>, strides = array<i64: 1, 1, -3>} : tensor<1x4x10xf32> -> tensor<1x2x4xf32>
func.func @slice(%x: tensor<1x4x10xf32>) -> tensor<1x2x4xf32> {
  %starts = onnx.Constant dense<[-1, -2]> : tensor<2xi64> : tensor<2xi64>
  %ends = onnx.Constant dense<[-9223372036854775808, 9223372036854775807]> : tensor<2xi64> : tensor<2xi64>
  %axes = onnx.Constant dense<[2, -2]> : tensor<2xi64> : tensor<2xi64>
  %steps = onnx.Constant dense<[-3, 1]> : tensor<2xi64> : tensor<2xi64>
  %y = onnx.Slice(%x, %starts, %ends, %axes, %steps)
    : (tensor<1x4x10xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<1x2x4xf32>
  return %y : tensor<1x2x4xf32>
}

// One that takes everything is no operator.
// CHECK-LABEL: func @all(
// CHECK-NEXT: return %arg0
func.func @all(%x: tensor<1x4xf32>) -> tensor<1x4xf32> {
  %none = onnx.none
  %start = onnx.Constant dense<0> : tensor<2xi64> : tensor<2xi64>
  %end = onnx.Constant dense<100> : tensor<2xi64> : tensor<2xi64>
  %y = onnx.Slice(%x, %start, %end, %none, %none) : (tensor<1x4xf32>, tensor<2xi64>, tensor<2xi64>, none, none) -> tensor<1x4xf32>
  return %y : tensor<1x4xf32>
}

// A part of a Split begins where those before it end.
// CHECK-LABEL: func @split(
// CHECK: nn.slice %arg0 {offsets = array<i64: 0, 8>, strides = array<i64: 1, 1>} : tensor<2x10xf32> -> tensor<2x2xf32>
func.func @split(%x: tensor<2x10xf32>) -> tensor<2x2xf32> {
  %none = onnx.none
  %y = onnx.Split(%x, %none) {axis = -1 : si64, num_outputs = 3 : si64, part = 2 : si64} : (tensor<2x10xf32>, none) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}

// Reductions keep their axes, which leave by a reshape.
// CHECK-LABEL: func @reductions(
// CHECK: %[[S:.*]] = nn.reduce <sum> %arg0 {axes = array<i64: 1>} : tensor<2x10xf32> -> tensor<2x1xf32>
// CHECK: nn.reshape %[[S]] : tensor<2x1xf32> -> tensor<2xf32>
// CHECK: nn.reduce <min> %arg0 {axes = array<i64: 0, 1>} : tensor<2x10xf32> -> tensor<1x1xf32>
func.func @reductions(%x: tensor<2x10xf32>) -> (tensor<2xf32>, tensor<1x1xf32>) {
  %none = onnx.none
  %axis = onnx.Constant dense<-1> : tensor<1xi64> : tensor<1xi64>
  %0 = onnx.ReduceSum(%x, %axis) {keepdims = 0 : si64} : (tensor<2x10xf32>, tensor<1xi64>) -> tensor<2xf32>
  %1 = onnx.ReduceMin(%x, %none) : (tensor<2x10xf32>, none) -> tensor<1x1xf32>
  return %0, %1 : tensor<2xf32>, tensor<1x1xf32>
}
