// RUN: npu-opt %s --onnx-simplify | FileCheck %s

// SAME_UPPER puts the odd row at the end; defaults are written out.
// CHECK-LABEL: func.func @upper
// CHECK: onnx.Conv
// CHECK-SAME: dilations = array<i64: 1, 1>, kernel_shape = array<i64: 4, 3>, pads = array<i64: 1, 0, 2, 1>, strides = array<i64: 2, 2>
// CHECK-NOT: auto_pad
func.func @upper(%x: tensor<1x2x9x10xf32>, %w: tensor<6x2x4x3xf32>) -> tensor<1x6x5x5xf32> {
  %n = onnx.none
  %0 = onnx.Conv(%x, %w, %n) {auto_pad = "SAME_UPPER", strides = array<i64: 2, 2>} :
    (tensor<1x2x9x10xf32>, tensor<6x2x4x3xf32>, none) -> tensor<1x6x5x5xf32>
  return %0 : tensor<1x6x5x5xf32>
}

// SAME_LOWER puts it at the beginning.
// CHECK-LABEL: func.func @lower
// CHECK: pads = array<i64: 2, 1, 1, 0>
func.func @lower(%x: tensor<1x2x9x10xf32>) -> tensor<1x2x5x5xf32> {
  %0 = onnx.MaxPool(%x) {auto_pad = "SAME_LOWER", kernel_shape = array<i64: 4, 3>, strides = array<i64: 2, 2>} :
    (tensor<1x2x9x10xf32>) -> tensor<1x2x5x5xf32>
  return %0 : tensor<1x2x5x5xf32>
}

// A window that is written out stays as it is: ceil_mode too.
// CHECK-LABEL: func.func @written
// CHECK: onnx.AveragePool(%{{.*}}) {ceil_mode = 1 : si64, dilations = array<i64: 1>, kernel_shape = array<i64: 2>, pads = array<i64: 0, 0>, strides = array<i64: 2>}
func.func @written(%x: tensor<1x2x9xf32>) -> tensor<1x2x5xf32> {
  %0 = onnx.AveragePool(%x) {ceil_mode = 1 : si64, dilations = array<i64: 1>, kernel_shape = array<i64: 2>, pads = array<i64: 0, 0>, strides = array<i64: 2>} :
    (tensor<1x2x9xf32>) -> tensor<1x2x5xf32>
  return %0 : tensor<1x2x5xf32>
}

// Max of three is a chain from the left.
// CHECK-LABEL: func.func @three
// CHECK-SAME: (%[[A:.*]]: tensor<1x3xf32>, %[[B:.*]]: tensor<2x1xf32>, %[[C:.*]]: tensor<f32>)
// CHECK: %[[AB:.*]] = onnx.Max(%[[A]], %[[B]]) : (tensor<1x3xf32>, tensor<2x1xf32>) -> tensor<2x3xf32>
// CHECK: onnx.Max(%[[AB]], %[[C]])
func.func @three(%a: tensor<1x3xf32>, %b: tensor<2x1xf32>, %c: tensor<f32>) -> tensor<2x3xf32> {
  %0 = onnx.Max(%a, %b, %c) : (tensor<1x3xf32>, tensor<2x1xf32>, tensor<f32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}

// A flattening Softmax over one axis that has more than one element is an ordinary one.
// CHECK-LABEL: func.func @one_axis
// CHECK-NEXT: onnx.Softmax(%{{.*}}) {axis = 1 : si64} :
func.func @one_axis(%x: tensor<2x5x1xf32>) -> tensor<2x5x1xf32> {
  %0 = onnx.Softmax(%x) {axis = 1 : si64, flattened} : (tensor<2x5x1xf32>) -> tensor<2x5x1xf32>
  return %0 : tensor<2x5x1xf32>
}

// Over two axes it goes through a matrix.
// CHECK-LABEL: func.func @two_axes
// CHECK: onnx.Constant dense<[2, 5, 3]>
// CHECK: onnx.Flatten(%{{.*}}) : (tensor<2x5x3xf32>) -> tensor<2x15xf32>
// CHECK: onnx.Softmax(%{{.*}}) {axis = 1 : si64} : (tensor<2x15xf32>) -> tensor<2x15xf32>
// CHECK: onnx.Reshape{{.*}} -> tensor<2x5x3xf32>
func.func @two_axes(%x: tensor<2x5x3xf32>) -> tensor<2x5x3xf32> {
  %0 = onnx.Softmax(%x) {axis = 1 : si64, flattened} : (tensor<2x5x3xf32>) -> tensor<2x5x3xf32>
  return %0 : tensor<2x5x3xf32>
}
