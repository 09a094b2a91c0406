// RUN: npu-opt %s --nn-cancel-transposes | FileCheck %s

// The last two axes of either operand change places by a flag; twice is not at all.
// CHECK-LABEL: func @flags(
// CHECK-NEXT: nn.matmul %arg0, %arg1 {transpose_lhs} : (tensor<2x3x4xf32>, tensor<2x3x5xf32>) -> tensor<2x4x5xf32>
func.func @flags(%a: tensor<2x3x4xf32>, %b: tensor<2x3x5xf32>) -> tensor<2x4x5xf32> {
  %0 = nn.transpose %a {perm = array<i64: 0, 2, 1>} : tensor<2x3x4xf32> -> tensor<2x4x3xf32>
  %1 = nn.transpose %b {perm = array<i64: 0, 2, 1>} : tensor<2x3x5xf32> -> tensor<2x5x3xf32>
  %2 = nn.matmul %0, %1 {transpose_rhs} : (tensor<2x4x3xf32>, tensor<2x5x3xf32>) -> tensor<2x4x5xf32>
  return %2 : tensor<2x4x5xf32>
}

// Keys by head, [batch, head, channel, position] for the product: what is left keeps the channels together, and is
// the transpose that another product reads.
// CHECK-LABEL: func @heads(
// CHECK: %[[K:.*]] = nn.transpose %arg0 {perm = array<i64: 0, 2, 1, 3>}
// CHECK-NOT: nn.transpose
// CHECK: nn.matmul %[[K]], %[[K]] {transpose_rhs} : (tensor<1x2x7x16xf32>, tensor<1x2x7x16xf32>)
func.func @heads(%k: tensor<1x7x2x16xf32>) -> tensor<1x2x7x7xf32> {
  %0 = nn.transpose %k {perm = array<i64: 0, 2, 1, 3>} : tensor<1x7x2x16xf32> -> tensor<1x2x7x16xf32>
  %1 = nn.transpose %k {perm = array<i64: 0, 2, 3, 1>} : tensor<1x7x2x16xf32> -> tensor<1x2x16x7xf32>
  %2 = nn.matmul %0, %1 : (tensor<1x2x7x16xf32>, tensor<1x2x16x7xf32>) -> tensor<1x2x7x7xf32>
  return %2 : tensor<1x2x7x7xf32>
}

// Batches that change places do not swap the last two axes.
// CHECK-LABEL: func @batches(
// CHECK: nn.transpose %arg0 {perm = array<i64: 1, 0, 2, 3>}
// CHECK: nn.matmul {{[^{]*}} :
func.func @batches(%a: tensor<2x3x4x5xf32>, %b: tensor<3x2x5x6xf32>) -> tensor<3x2x4x6xf32> {
  %0 = nn.transpose %a {perm = array<i64: 1, 0, 2, 3>} : tensor<2x3x4x5xf32> -> tensor<3x2x4x5xf32>
  %1 = nn.matmul %0, %b : (tensor<3x2x4x5xf32>, tensor<3x2x5x6xf32>) -> tensor<3x2x4x6xf32>
  return %1 : tensor<3x2x4x6xf32>
}
