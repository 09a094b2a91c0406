// RUN: npu-opt --nn-neighbouring-axes %s | FileCheck %s

// Apart, the reduced axes come together at the end; the result needs no transpose back.
// CHECK-LABEL: func @apart
// CHECK: %[[T:.*]] = nn.transpose %arg0 {nn.cause = "'/mean' (nn.reduce) reduces neighbouring axes", perm = array<i64: 1, 3, 0, 2>}
// CHECK: %[[R:.*]] = nn.reduce <mean> %[[T]] {axes = array<i64: 2, 3>} : tensor<3x5x2x4xf32> -> tensor<3x5x1x1xf32>
// CHECK: nn.reshape %[[R]] : tensor<3x5x1x1xf32> -> tensor<1x3x1x5xf32>
func.func @apart(%x: tensor<2x3x4x5xf32>) -> tensor<1x3x1x5xf32> {
  %0 = nn.reduce <mean> %x {axes = array<i64: 0, 2>} : tensor<2x3x4x5xf32> -> tensor<1x3x1x5xf32> loc("/mean")
  return %0 : tensor<1x3x1x5xf32>
}

// A softmax works along the last axis.
// CHECK-LABEL: func @softmax
// CHECK: %[[T:.*]] = nn.transpose %arg0 {{.*}}perm = array<i64: 0, 2, 1>
// CHECK: %[[S:.*]] = nn.softmax %[[T]] {axis = 2 : i64}
// CHECK: nn.transpose %[[S]] {{.*}}perm = array<i64: 0, 2, 1>
func.func @softmax(%x: tensor<2x3x4xf32>) -> tensor<2x3x4xf32> {
  %0 = nn.softmax %x {axis = 1 : i64} : tensor<2x3x4xf32> -> tensor<2x3x4xf32>
  return %0 : tensor<2x3x4xf32>
}

// Behind it only extents of 1: a view. Neighbours, and the last axis, stay as they are.
// CHECK-LABEL: func @views
// CHECK-NOT: nn.transpose
// CHECK: nn.softmax %{{.*}} {axis = 1 : i64} : tensor<2x3xf32>
// CHECK: nn.softmax %arg0 {axis = 3 : i64}
// CHECK: nn.reduce <mean> %arg0 {axes = array<i64: 2, 1>}
func.func @views(%x: tensor<2x3x1x1xf32>) {
  %0 = nn.softmax %x {axis = 1 : i64} : tensor<2x3x1x1xf32> -> tensor<2x3x1x1xf32>
  %1 = nn.softmax %x {axis = 3 : i64} : tensor<2x3x1x1xf32> -> tensor<2x3x1x1xf32>
  %2 = nn.reduce <mean> %x {axes = array<i64: 2, 1>} : tensor<2x3x1x1xf32> -> tensor<2x1x1x1xf32>
  return
}
