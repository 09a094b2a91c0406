// RUN: npu-opt %s --canonicalize | FileCheck %s

// Identity, Dropout and a Concat of one tensor are their operand.
// CHECK-LABEL: func.func @nothing
// CHECK-SAME: (%[[X:.*]]: tensor<2x3xf32>)
// CHECK-NEXT: return %[[X]]
func.func @nothing(%x: tensor<2x3xf32>) -> tensor<2x3xf32> {
  %none = onnx.none
  %0 = onnx.Identity(%x) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %1 = onnx.Dropout(%0, %none, %none) : (tensor<2x3xf32>, none, none) -> tensor<2x3xf32>
  %2 = onnx.Concat(%1) {axis = 1 : si64} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %3 = onnx.Max(%2) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  %4 = onnx.Transpose(%3) {perm = array<i64: 0, 1>} : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return %4 : tensor<2x3xf32>
}

// A transpose that moves something stays, even if the type does not change.
// CHECK-LABEL: func.func @moves
// CHECK: onnx.Transpose
func.func @moves(%x: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %0 = onnx.Transpose(%x) : (tensor<3x3xf32>) -> tensor<3x3xf32>
  return %0 : tensor<3x3xf32>
}

// Nothing folds while types are open.
// CHECK-LABEL: func.func @open
// CHECK: onnx.Identity
func.func @open(%x: tensor<3x3xf32>) -> tensor<*xf32> {
  %0 = onnx.Identity(%x) : (tensor<3x3xf32>) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}
