// RUN: npu-opt %s --nn-reduction-windows | FileCheck %s
!a = !quant.uniform<i8:f32, 0.5:3>

// The columns are the largest divisor up to 64.
// CHECK-LABEL: func @channels(
// CHECK: %[[V:.*]] = nn.reshape %arg0 : tensor<2x3x130x!{{.*}}> -> tensor<6x5x26x1x!{{.*}}>
// CHECK: %[[R:.*]] = nn.reduce <mean> %[[V]] {axes = array<i64: 1, 2>} : tensor<6x5x26x1x!{{.*}}> -> tensor<6x1x1x1x!{{.*}}>
// CHECK: nn.reshape %[[R]] : tensor<6x1x1x1x!{{.*}}> -> tensor<2x3x1x!{{.*}}>
func.func @channels(%x: tensor<2x3x130x!a>) -> tensor<2x3x1x!a> {
  %0 = nn.reduce <mean> %x {axes = array<i64: 2>} : tensor<2x3x130x!a> -> tensor<2x3x1x!a>
  return %0 : tensor<2x3x1x!a>
}

// Rows and columns of a channels-last tensor stay; so do axes that are no neighbours, for the target to refuse.
// CHECK-LABEL: func @stay(
// CHECK-NEXT: nn.reduce <max> %arg0 {axes = array<i64: 1, 2>}
// CHECK-NEXT: nn.reduce <sum> %arg0 {axes = array<i64: 1, 3>}
// CHECK-NEXT: return
func.func @stay(%x: tensor<2x3x4x5x!a>) -> (tensor<2x1x1x5x!a>, tensor<2x1x4x1x!a>) {
  %0 = nn.reduce <max> %x {axes = array<i64: 1, 2>} : tensor<2x3x4x5x!a> -> tensor<2x1x1x5x!a>
  %1 = nn.reduce <sum> %x {axes = array<i64: 1, 3>} : tensor<2x3x4x5x!a> -> tensor<2x1x4x1x!a>
  return %0, %1 : tensor<2x1x1x5x!a>, tensor<2x1x4x1x!a>
}
