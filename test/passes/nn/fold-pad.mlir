// RUN: npu-opt %s --nn-fold-pad | FileCheck %s
!a = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
!b = !quant.uniform<i32:f32, 0.125>

// Zero padding of rows and columns becomes the convolution's; other readers keep the pad.
// CHECK-LABEL: func @rows(
// CHECK-SAME: %[[X:.*]]: tensor<1x4x4x2x
// CHECK-SAME: fired = true, nodes = ["/pad", "/conv"], pattern = "nn.pad+nn.conv"
// CHECK: %[[P:.*]] = nn.pad
// CHECK: nn.conv(%[[X]], {{.*}} pads = array<i64: 1, 3, 4, 1>
// CHECK: return %[[P]]
func.func @rows(%x: tensor<1x4x4x2x!a>, %w: tensor<2x3x3x2x!w>, %b: tensor<2x!b>) -> tensor<1x7x7x2x!a> {
  %0 = nn.pad %x {low = array<i64: 0, 1, 2, 0>, high = array<i64: 0, 2, 1, 0>, value = 0.0 : f32}
    : tensor<1x4x4x2x!a> -> tensor<1x7x7x2x!a> loc("/pad")
  %1 = nn.conv(%0, %w, %b) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 1, 2, 0>, group = 1 : i64}
    : (tensor<1x7x7x2x!a>, tensor<2x3x3x2x!w>, tensor<2x!b>) -> tensor<1x7x6x2x!a> loc("/conv")
  return %0 : tensor<1x7x7x2x!a>
}

// Does not fire: the padding is not zero, or not of rows and columns.
// CHECK-LABEL: func @other(
// CHECK-SAME: fired = false, {{.*}} why = "the padding is not zero"
// CHECK-SAME: fired = false, {{.*}} why = "batch or channels are padded too"
// CHECK-COUNT-2: nn.pad
func.func @other(%x: tensor<1x4x4x2x!a>, %y: tensor<1x4x4x1x!a>, %w: tensor<2x1x1x2x!w>, %b: tensor<2x!b>) {
  %0 = nn.pad %x {low = array<i64: 0, 1, 0, 0>, high = array<i64: 0, 0, 0, 0>, value = 1.0 : f32}
    : tensor<1x4x4x2x!a> -> tensor<1x5x4x2x!a>
  %1 = nn.conv(%0, %w, %b) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 1 : i64}
    : (tensor<1x5x4x2x!a>, tensor<2x1x1x2x!w>, tensor<2x!b>) -> tensor<1x5x4x2x!a>
  %2 = nn.pad %y {low = array<i64: 0, 0, 0, 1>, high = array<i64: 0, 0, 0, 0>, value = 0.0 : f32}
    : tensor<1x4x4x1x!a> -> tensor<1x4x4x2x!a>
  %3 = nn.conv(%2, %w, %b) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 1 : i64}
    : (tensor<1x4x4x2x!a>, tensor<2x1x1x2x!w>, tensor<2x!b>) -> tensor<1x4x4x2x!a>
  return
}
