// RUN: npu-opt %s --onnx-fold-constants --canonicalize | FileCheck %s

// x.view(x.size(0), -1): the shape is known once the value it is asked of has a type.
// CHECK-LABEL: func.func @view
// CHECK-SAME: -> tensor<2x12xf32>
// CHECK-DAG: %[[S:.*]] = onnx.Constant dense<[2, -1]> : tensor<2xi64>
// CHECK: %[[R:.*]] = onnx.Relu
// CHECK-NEXT: onnx.Reshape(%[[R]], %[[S]]) : (tensor<2x3x4xf32>, tensor<2xi64>) -> tensor<2x12xf32>
func.func @view(%x: tensor<2x3x4xf32>) -> tensor<*xf32> {
  %zero = onnx.Constant dense<0> : tensor<i64> : tensor<i64>
  %axis = onnx.Constant dense<0> : tensor<1xi64> : tensor<1xi64>
  %rest = onnx.Constant dense<-1> : tensor<1xi64> : tensor<1xi64>
  %0 = onnx.Relu(%x) : (tensor<2x3x4xf32>) -> tensor<*xf32>
  %1 = onnx.Shape(%0) : (tensor<*xf32>) -> tensor<*xi64>
  %2 = onnx.Gather(%1, %zero) : (tensor<*xi64>, tensor<i64>) -> tensor<*xi64>
  %3 = onnx.Unsqueeze(%2, %axis) : (tensor<*xi64>, tensor<1xi64>) -> tensor<*xi64>
  %4 = onnx.Concat(%3, %rest) {axis = 0 : si64} : (tensor<*xi64>, tensor<1xi64>) -> tensor<*xi64>
  %5 = onnx.Reshape(%0, %4) : (tensor<*xf32>, tensor<*xi64>) -> tensor<*xf32>
  return %5 : tensor<*xf32>
}

// x.expand(2, -1, 4) as PyTorch writes it: where the size is -1, one.
// CHECK-LABEL: func.func @expand
// CHECK: %[[S:.*]] = onnx.Constant dense<[2, 1, 4]> : tensor<3xi64>
// CHECK-NEXT: onnx.Expand(%{{.*}}, %[[S]]) : (tensor<1x3x1xf32>, tensor<3xi64>) -> tensor<2x3x4xf32>
func.func @expand(%x: tensor<1x3x1xf32>) -> tensor<*xf32> {
  %length = onnx.Constant dense<3> : tensor<1xi64> : tensor<1xi64>
  %one = onnx.Constant dense<1> : tensor<1xi64> : tensor<1xi64>
  %minus = onnx.Constant dense<-1> : tensor<i64> : tensor<i64>
  %sizes = onnx.Constant dense<[2, -1, 4]> : tensor<3xi64> : tensor<3xi64>
  %0 = onnx.ConstantOfShape(%length, %one) : (tensor<1xi64>, tensor<1xi64>) -> tensor<*xi64>
  %1 = onnx.Mul(%0, %minus) : (tensor<*xi64>, tensor<i64>) -> tensor<*xi64>
  %2 = onnx.Equal(%sizes, %1) : (tensor<3xi64>, tensor<*xi64>) -> tensor<*xi1>
  %3 = onnx.Where(%2, %0, %sizes) : (tensor<*xi1>, tensor<*xi64>, tensor<3xi64>) -> tensor<*xi64>
  %4 = onnx.Expand(%x, %3) : (tensor<1x3x1xf32>, tensor<*xi64>) -> tensor<*xf32>
  return %4 : tensor<*xf32>
}

// Half the size of an axis, through float as TensorFlow does it.
// CHECK-LABEL: func.func @halves
// CHECK: onnx.Constant dense<[4, 2]> : tensor<2xi32>
func.func @halves(%x: tensor<1x3x9x5xf32>) -> tensor<*xi32> {
  %half = onnx.Constant dense<0.5> : tensor<f32> : tensor<f32>
  %0 = onnx.Shape(%x) {start = -2 : si64} : (tensor<1x3x9x5xf32>) -> tensor<*xi64>
  %1 = onnx.Cast(%0) : (tensor<*xi64>) -> tensor<*xf32>
  %2 = onnx.Mul(%1, %half) : (tensor<*xf32>, tensor<f32>) -> tensor<*xf32>
  %3 = onnx.Floor(%2) : (tensor<*xf32>) -> tensor<*xf32>
  %4 = onnx.Cast(%3) : (tensor<*xf32>) -> tensor<*xi32>
  return %4 : tensor<*xi32>
}

// A product of sizes; that of none is one.
// CHECK-LABEL: func.func @products
// CHECK-DAG: %[[N:.*]] = onnx.Constant dense<24> : tensor<i64>
// CHECK-DAG: %[[ONE:.*]] = onnx.Constant dense<1> : tensor<i64>
// CHECK: return %[[N]], %[[ONE]], %[[N]]
func.func @products(%x: tensor<2x3x4xf32>, %scalar: tensor<f32>) -> (tensor<*xi64>, tensor<*xi64>, tensor<*xi64>) {
  %none = onnx.none
  %0 = onnx.Shape(%x) : (tensor<2x3x4xf32>) -> tensor<*xi64>
  %1 = onnx.ReduceProd(%0, %none) {keepdims = 0 : si64} : (tensor<*xi64>, none) -> tensor<*xi64>
  %2 = onnx.Shape(%scalar) : (tensor<f32>) -> tensor<*xi64>
  %3 = onnx.ReduceProd(%2, %none) {keepdims = 0 : si64} : (tensor<*xi64>, none) -> tensor<*xi64>
  %4 = onnx.Size(%x) : (tensor<2x3x4xf32>) -> tensor<*xi64>
  return %1, %3, %4 : tensor<*xi64>, tensor<*xi64>, tensor<*xi64>
}

// What reads an input, divides by zero or makes gigabytes of a number stays.
// CHECK-LABEL: func.func @stays
// CHECK: onnx.Add(%arg0
// CHECK: onnx.Div
// CHECK: onnx.Gather
// CHECK: onnx.ConstantOfShape{{.*}} -> tensor<100000x100000xf32>
func.func @stays(%x: tensor<2xi64>) -> (tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xf32>) {
  %none = onnx.none
  %zero = onnx.Constant dense<0> : tensor<2xi64> : tensor<2xi64>
  %huge = onnx.Constant dense<100000> : tensor<2xi64> : tensor<2xi64>
  %0 = onnx.Add(%x, %zero) : (tensor<2xi64>, tensor<2xi64>) -> tensor<*xi64>
  %1 = onnx.Div(%huge, %zero) : (tensor<2xi64>, tensor<2xi64>) -> tensor<*xi64>
  // An index beyond the axis.
  %2 = onnx.Gather(%zero, %huge) : (tensor<2xi64>, tensor<2xi64>) -> tensor<*xi64>
  %3 = onnx.ConstantOfShape(%huge, %none) : (tensor<2xi64>, none) -> tensor<*xf32>
  return %0, %1, %2, %3 : tensor<*xi64>, tensor<*xi64>, tensor<*xi64>, tensor<*xf32>
}
