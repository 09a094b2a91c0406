// RUN: npu-opt --nn-broadcast-rows %s | FileCheck %s

// A constant is repeated at compile time, in the order of the result's rows.
// CHECK-LABEL: func @constant
// CHECK: nn.constant dense<{{\[}}{{\[}}{{\[}}[1.000000e+00]], {{\[}}[2.000000e+00]]], {{\[}}{{\[}}[1.000000e+00]], {{\[}}[2.000000e+00]]]]> : tensor<2x2x1x1xf32>
func.func @constant(%x: tensor<2x2x4x5xf32>) -> tensor<2x2x4x5xf32> {
  %c = nn.constant dense<[[[[1.0]], [[2.0]]]]> : tensor<1x2x1x1xf32> : tensor<1x2x1x1xf32>
  %0 = nn.binary <add> %x, %c : (tensor<2x2x4x5xf32>, tensor<1x2x1x1xf32>) -> tensor<2x2x4x5xf32>
  return %0 : tensor<2x2x4x5xf32>
}

// Another operand is joined with itself.
// CHECK-LABEL: func @computed
// CHECK: %[[V:.*]] = nn.reshape %arg1 : tensor<3x1x1xf32> -> tensor<1x3x1x1xf32>
// CHECK: %[[J:.*]] = nn.concat(%[[V]], %[[V]]) {axis = 0 : i64}
// CHECK: nn.binary <mul> %arg0, %[[J]]
func.func @computed(%x: tensor<2x3x4x5xf32>, %y: tensor<3x1x1xf32>) -> tensor<2x3x4x5xf32> {
  %0 = nn.binary <mul> %x, %y : (tensor<2x3x4x5xf32>, tensor<3x1x1xf32>) -> tensor<2x3x4x5xf32>
  return %0 : tensor<2x3x4x5xf32>
}

// All rows, or one: the machine broadcasts these.
// CHECK-LABEL: func @as_it_is
// CHECK-NEXT: nn.binary <add> %arg0, %arg1
// CHECK-NEXT: nn.binary <add> %arg0, %arg2
func.func @as_it_is(%x: tensor<1x3x4x5xf32>, %y: tensor<3x1x5xf32>, %z: tensor<5xf32>) {
  %0 = nn.binary <add> %x, %y : (tensor<1x3x4x5xf32>, tensor<3x1x5xf32>) -> tensor<1x3x4x5xf32>
  %1 = nn.binary <add> %x, %z : (tensor<1x3x4x5xf32>, tensor<5xf32>) -> tensor<1x3x4x5xf32>
  return
}

// Batches of matrices are rows, too.
// CHECK-LABEL: func @batches
// CHECK: %[[J:.*]] = nn.concat(%arg1, %arg1) {axis = 0 : i64}
// CHECK: nn.matmul %arg0, %[[J]]
func.func @batches(%x: tensor<2x3x4x5xf32>, %y: tensor<1x3x5x6xf32>) -> tensor<2x3x4x6xf32> {
  %0 = nn.matmul %x, %y : (tensor<2x3x4x5xf32>, tensor<1x3x5x6xf32>) -> tensor<2x3x4x6xf32>
  return %0 : tensor<2x3x4x6xf32>
}
