// RUN: not npu-opt %s --convert-onnx-to-nn 2>&1 | FileCheck %s

// Every node that cannot be converted is named in one error, each with its reason; the others are not.
// CHECK: error: 5 of 8 nodes are not supported:
// CHECK-NEXT: 'conv' (Conv, opset 13): the filter is not a constant
// CHECK-NEXT: 'pad' (Pad, opset 13): mode 'reflect' with negative pads; cut with a Slice instead
// CHECK-NEXT: 'matmul' (MatMul, opset 13): multiplies i32 by i32, wanted float32
// CHECK-NEXT: 'cast' (Cast, opset 13): computes i32, wanted float32
// CHECK-NEXT: 'prod' (ReduceProd, opset 13): the operator has no nn form
// CHECK-NOT: 'last'
module attributes {onnx.opset = 13 : i64} {
  func.func @main(%x: tensor<1x3x4x4xf32>, %w: tensor<3x3x1x1xf32>) -> tensor<1x3x6x6xui8> {
    %none = onnx.none
    %s = onnx.Constant dense<0.5> : tensor<f32> : tensor<f32>
    %p = onnx.Constant dense<[0, 0, 3, 1, 0, 0, -1, 1]> : tensor<8xi64> : tensor<8xi64>
    %0 = onnx.Relu(%x) : (tensor<1x3x4x4xf32>) -> tensor<1x3x4x4xf32> loc("relu")
    %1 = onnx.Conv(%0, %w, %none) {kernel_shape = array<i64: 1, 1>, strides = array<i64: 1, 1>,
      dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>}
      : (tensor<1x3x4x4xf32>, tensor<3x3x1x1xf32>, none) -> tensor<1x3x4x4xf32> loc("conv")
    %2 = onnx.Pad(%1, %p, %none, %none) {mode = "reflect"}
      : (tensor<1x3x4x4xf32>, tensor<8xi64>, none, none) -> tensor<1x3x6x6xf32> loc("pad")
    %i = onnx.Constant dense<2> : tensor<6x6xi32> : tensor<6x6xi32>
    %3 = onnx.MatMul(%i, %i) : (tensor<6x6xi32>, tensor<6x6xi32>) -> tensor<6x6xi32> loc("matmul")
    %4 = onnx.Add(%2, %2) : (tensor<1x3x6x6xf32>, tensor<1x3x6x6xf32>) -> tensor<1x3x6x6xf32> loc("add")
    %c = onnx.Cast(%4) : (tensor<1x3x6x6xf32>) -> tensor<1x3x6x6xi32> loc("cast")
    %r = onnx.ReduceProd(%4, %none) : (tensor<1x3x6x6xf32>, none) -> tensor<1x1x1x1xf32> loc("prod")
    %5 = onnx.QuantizeLinear(%4, %s, %none) : (tensor<1x3x6x6xf32>, tensor<f32>, none) -> tensor<1x3x6x6xui8> loc("last")
    return %5 : tensor<1x3x6x6xui8>
  }
}
