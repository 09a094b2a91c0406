// RUN: npu-opt %s --nn-insert-layout | FileCheck %s

// A channels-first operator stands between two transposes that name it as their cause.
// CHECK-LABEL: func @pool(
// CHECK-SAME: %[[X:.*]]: tensor<1x3x4x6xf32>
// CHECK-NEXT: %[[LAST:.*]] = nn.transpose %[[X]] {nn.cause = "'/pool' (nn.pool) computes channels-last", perm = array<i64: 0, 2, 3, 1>} : tensor<1x3x4x6xf32> -> tensor<1x4x6x3xf32>
// CHECK-NEXT: %[[POOL:.*]] = nn.pool <max> %[[LAST]] {dilations = array<i64: 1, 1>, kernel = array<i64: 2, 3>, pads = array<i64: 0, 0, 0, 0>, strides = array<i64: 2, 3>} : tensor<1x4x6x3xf32> -> tensor<1x2x2x3xf32>
// CHECK-NEXT: %[[FIRST:.*]] = nn.transpose %[[POOL]] {nn.cause = {{.*}}, perm = array<i64: 0, 3, 1, 2>} : tensor<1x2x2x3xf32> -> tensor<1x3x2x2xf32>
// CHECK-NEXT: return %[[FIRST]]
func.func @pool(%x: tensor<1x3x4x6xf32>) -> tensor<1x3x2x2xf32> {
  %0 = nn.pool <max> %x {channels_first, kernel = array<i64: 2, 3>, strides = array<i64: 2, 3>,
    dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>} : tensor<1x3x4x6xf32> -> tensor<1x3x2x2xf32> loc("/pool")
  return %0 : tensor<1x3x2x2xf32>
}

// Does not fire: channels-last already.
// CHECK-LABEL: func @last(
// CHECK-NOT: transpose
func.func @last(%x: tensor<1x4x6x3xf32>) -> tensor<1x2x2x3xf32> {
  %0 = nn.pool <max> %x {kernel = array<i64: 2, 3>, strides = array<i64: 2, 3>,
    dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>} : tensor<1x4x6x3xf32> -> tensor<1x2x2x3xf32>
  return %0 : tensor<1x2x2x3xf32>
}

// A resize is spatial too.
// CHECK-LABEL: func @resize(
// CHECK: %[[LAST:.*]] = nn.transpose {{.*}} : tensor<1x3x4x6xf32> -> tensor<1x4x6x3xf32>
// CHECK: nn.resize <linear> %[[LAST]] {denominators = array<i64: 4, 1>, offsets = array<i64: -1, 0>, steps = array<i64: 2, 1>} : tensor<1x4x6x3xf32> -> tensor<1x8x6x3xf32>
func.func @resize(%x: tensor<1x3x4x6xf32>) -> tensor<1x3x8x6xf32> {
  %0 = nn.resize <linear> %x {channels_first, steps = array<i64: 2, 1>, offsets = array<i64: -1, 0>,
    denominators = array<i64: 4, 1>} : tensor<1x3x4x6xf32> -> tensor<1x3x8x6xf32>
  return %0 : tensor<1x3x8x6xf32>
}
