// RUN: npu-opt --canonicalize %s | FileCheck %s
!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25>

// Operators that change nothing are their operand.
// CHECK-LABEL: func @identities(
// CHECK-SAME: %[[X:.*]]: tensor
// CHECK-NEXT: return %[[X]]
func.func @identities(%x: tensor<2x3x!a>) -> tensor<2x3x!a> {
  %0 = nn.requantize %x : tensor<2x3x!a> -> tensor<2x3x!a>
  %1 = nn.reshape %0 : tensor<2x3x!a> -> tensor<2x3x!a>
  %2 = nn.transpose %1 {perm = array<i64: 0, 1>} : tensor<2x3x!a> -> tensor<2x3x!a>
  return %2 : tensor<2x3x!a>
}

// Those that change something stay.
// CHECK-LABEL: func @changes(
// CHECK: nn.requantize
// CHECK: nn.reshape
// CHECK: nn.transpose
func.func @changes(%x: tensor<2x3x!a>) -> tensor<2x3x!b> {
  %0 = nn.requantize %x : tensor<2x3x!a> -> tensor<2x3x!b>
  %1 = nn.reshape %0 : tensor<2x3x!b> -> tensor<3x2x!b>
  %2 = nn.transpose %1 {perm = array<i64: 1, 0>} : tensor<3x2x!b> -> tensor<2x3x!b>
  return %2 : tensor<2x3x!b>
}
