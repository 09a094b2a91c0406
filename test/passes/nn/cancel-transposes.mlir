// RUN: npu-opt %s --nn-cancel-transposes | FileCheck %s
!a = !quant.uniform<i8:f32, 0.5:3>

// Two transposes that undo each other meet across operators, whose axes follow.
// CHECK-LABEL: func @meet(
// CHECK-SAME: %[[X:.*]]: tensor<1x4x5x3xf32>
// CHECK-NEXT: %[[Q:.*]] = nn.quantize %[[X]]
// CHECK-NEXT: %[[P:.*]] = nn.pad %[[Q]] {high = array<i64: 0, 0, 1, 0>, low = array<i64: 0, 2, 0, 0>, value = 0.000000e+00 : f32} {{.*}} -> tensor<1x6x6x3x!
// CHECK-NEXT: %[[R:.*]] = nn.reduce <max> %[[P]] {axes = array<i64: 2>} : {{.*}} -> tensor<1x6x1x3x!
// CHECK-NEXT: %[[S:.*]] = nn.softmax %[[R]] {axis = 3 : i64}
// CHECK-NEXT: %[[C:.*]] = nn.concat(%[[S]], %[[S]]) {axis = 1 : i64}
// CHECK-NEXT: %[[L:.*]] = nn.slice %[[C]] {offsets = array<i64: 0, 1, 0, 2>, strides = array<i64: 1, 2, 1, 1>} : {{.*}} -> tensor<1x4x1x1x!
// CHECK-NEXT: return %[[L]]
func.func @meet(%x: tensor<1x4x5x3xf32>) -> tensor<1x4x1x1x!a> {
  %0 = nn.transpose %x {perm = array<i64: 0, 3, 1, 2>} : tensor<1x4x5x3xf32> -> tensor<1x3x4x5xf32>
  %1 = nn.quantize %0 : tensor<1x3x4x5xf32> -> tensor<1x3x4x5x!a>
  %2 = nn.pad %1 {low = array<i64: 0, 0, 2, 0>, high = array<i64: 0, 0, 0, 1>, value = 0.0 : f32}
    : tensor<1x3x4x5x!a> -> tensor<1x3x6x6x!a>
  %3 = nn.reduce <max> %2 {axes = array<i64: 3>} : tensor<1x3x6x6x!a> -> tensor<1x3x6x1x!a>
  %4 = nn.softmax %3 {axis = 1 : i64} : tensor<1x3x6x1x!a> -> tensor<1x3x6x1x!a>
  %5 = nn.concat(%4, %4) {axis = 2 : i64} : (tensor<1x3x6x1x!a>, tensor<1x3x6x1x!a>) -> tensor<1x3x12x1x!a>
  %6 = nn.slice %5 {offsets = array<i64: 0, 2, 1, 0>, strides = array<i64: 1, 1, 2, 1>} : tensor<1x3x12x1x!a> -> tensor<1x1x4x1x!a>
  %7 = nn.transpose %6 {perm = array<i64: 0, 2, 3, 1>} : tensor<1x1x4x1x!a> -> tensor<1x4x1x1x!a>
  return %7 : tensor<1x4x1x1x!a>
}

// A constant operand is permuted, beneath its dequantise; a single value has no axes.
// CHECK-LABEL: func @constants(
// CHECK-DAG: nn.constant dense<{{\[}}{{\[}}{{\[}}[1, 3]], {{\[}}[2, 4]]]]> : tensor<1x2x1x2xi8>
// CHECK-DAG: nn.constant dense<5.000000e-01> : tensor<1xf32>
// CHECK-NOT: transpose
// CHECK: nn.binary <mul>
// CHECK-NOT: transpose
func.func @constants(%x: tensor<1x2x9x2xf32>) -> tensor<1x2x9x2xf32> {
  %c = nn.constant dense<[[[[1], [2]], [[3], [4]]]]> : tensor<1x2x2x1xi8> : tensor<1x2x2x1x!a>
  %s = nn.constant dense<0.5> : tensor<1xf32> : tensor<1xf32>
  %d = nn.dequantize %c : tensor<1x2x2x1x!a> -> tensor<1x2x2x1xf32>
  %0 = nn.transpose %x {perm = array<i64: 0, 3, 1, 2>} : tensor<1x2x9x2xf32> -> tensor<1x2x2x9xf32>
  %1 = nn.binary <add> %0, %d : (tensor<1x2x2x9xf32>, tensor<1x2x2x1xf32>) -> tensor<1x2x2x9xf32>
  %2 = nn.binary <mul> %1, %s : (tensor<1x2x2x9xf32>, tensor<1xf32>) -> tensor<1x2x2x9xf32>
  %3 = nn.transpose %2 {perm = array<i64: 0, 2, 3, 1>} : tensor<1x2x2x9xf32> -> tensor<1x2x9x2xf32>
  return %3 : tensor<1x2x9x2xf32>
}

// A dense layer behind a flatten takes the columns of its filter in the new order.
// CHECK-LABEL: func @flatten(
// CHECK: nn.constant dense<{{\[}}[0, 4, 1, 5, 2, 6, 3, 7], [10, 14, 11, 15, 12, 16, 13, 17]]>
// CHECK-NOT: transpose
// CHECK: nn.dense
func.func @flatten(%x: tensor<3x2x2x2xf32>) -> tensor<3x2xf32> {
  %w = nn.constant dense<[[0, 1, 2, 3, 4, 5, 6, 7], [10, 11, 12, 13, 14, 15, 16, 17]]> : tensor<2x8xi8> : tensor<2x8x!a>
  %f = nn.dequantize %w : tensor<2x8x!a> -> tensor<2x8xf32>
  %b = nn.constant dense<0.0> : tensor<2xf32> : tensor<2xf32>
  %0 = nn.transpose %x {perm = array<i64: 0, 3, 1, 2>} : tensor<3x2x2x2xf32> -> tensor<3x2x2x2xf32>
  %1 = nn.reshape %0 : tensor<3x2x2x2xf32> -> tensor<3x8xf32>
  %2 = nn.clamp %1 {clamp_min = 0.0 : f32} : tensor<3x8xf32> -> tensor<3x8xf32>
  %3 = nn.dense(%2, %f, %b) : (tensor<3x8xf32>, tensor<2x8xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  return %3 : tensor<3x2xf32>
}

// Axes of extent 1 move without moving elements.
// CHECK-LABEL: func @unit(
// CHECK-NEXT: nn.reshape %{{.*}} : tensor<1x1x1x64xf32> -> tensor<1x64xf32>
// CHECK-NEXT: return
func.func @unit(%x: tensor<1x1x1x64xf32>) -> tensor<1x64xf32> {
  %0 = nn.transpose %x {perm = array<i64: 0, 3, 1, 2>} : tensor<1x1x1x64xf32> -> tensor<1x64x1x1xf32>
  %1 = nn.reshape %0 : tensor<1x64x1x1xf32> -> tensor<1x64xf32>
  return %1 : tensor<1x64xf32>
}

// What cannot vanish moves up to the network's input.
// CHECK-LABEL: func @border(
// CHECK-SAME: %[[X:.*]]: tensor<1x3x4x4xf32>
// CHECK-NEXT: nn.transpose %[[X]]
// CHECK-NEXT: nn.quantize
// CHECK-NEXT: nn.pad {{.*}} low = array<i64: 0, 1, 1, 0>
func.func @border(%x: tensor<1x3x4x4xf32>) -> tensor<1x6x6x3x!a> {
  %0 = nn.quantize %x : tensor<1x3x4x4xf32> -> tensor<1x3x4x4x!a>
  %1 = nn.pad %0 {low = array<i64: 0, 0, 1, 1>, high = array<i64: 0, 0, 1, 1>, value = 0.0 : f32}
    : tensor<1x3x4x4x!a> -> tensor<1x3x6x6x!a>
  %2 = nn.transpose %1 {perm = array<i64: 0, 2, 3, 1>} : tensor<1x3x6x6x!a> -> tensor<1x6x6x3x!a>
  return %2 : tensor<1x6x6x3x!a>
}

// Does not fire: the other operand would need a transpose of its own.
// CHECK-LABEL: func @even(
// CHECK-NEXT: nn.transpose
// CHECK-NEXT: nn.binary
// CHECK-NEXT: return
func.func @even(%x: tensor<1x2x2x3xf32>, %y: tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32> {
  %0 = nn.transpose %x {perm = array<i64: 0, 3, 1, 2>} : tensor<1x2x2x3xf32> -> tensor<1x3x2x2xf32>
  %1 = nn.binary <add> %0, %y : (tensor<1x3x2x2xf32>, tensor<1x3x2x2xf32>) -> tensor<1x3x2x2xf32>
  return %1 : tensor<1x3x2x2xf32>
}

// However many operators it passes.
// CHECK-LABEL: func @far(
// CHECK-NOT: nn.transpose
func.func @far(%x: tensor<1x2x3x9xf32>) -> tensor<1x2x3x9xf32> {
  %0 = nn.transpose %x {perm = array<i64: 0, 3, 1, 2>} : tensor<1x2x3x9xf32> -> tensor<1x9x2x3xf32>
  %1 = nn.function "x exp" %0 : tensor<1x9x2x3xf32> -> tensor<1x9x2x3xf32>
  %2 = nn.function "x abs" %1 : tensor<1x9x2x3xf32> -> tensor<1x9x2x3xf32>
  %3 = nn.function "x exp" %2 : tensor<1x9x2x3xf32> -> tensor<1x9x2x3xf32>
  %4 = nn.function "x abs" %3 : tensor<1x9x2x3xf32> -> tensor<1x9x2x3xf32>
  %5 = nn.function "x exp" %4 : tensor<1x9x2x3xf32> -> tensor<1x9x2x3xf32>
  %6 = nn.function "x abs" %5 : tensor<1x9x2x3xf32> -> tensor<1x9x2x3xf32>
  %7 = nn.function "x exp" %6 : tensor<1x9x2x3xf32> -> tensor<1x9x2x3xf32>
  %8 = nn.function "x abs" %7 : tensor<1x9x2x3xf32> -> tensor<1x9x2x3xf32>
  %9 = nn.function "x exp" %8 : tensor<1x9x2x3xf32> -> tensor<1x9x2x3xf32>
  %10 = nn.function "x abs" %9 : tensor<1x9x2x3xf32> -> tensor<1x9x2x3xf32>
  %11 = nn.function "x exp" %10 : tensor<1x9x2x3xf32> -> tensor<1x9x2x3xf32>
  %12 = nn.transpose %11 {perm = array<i64: 0, 2, 3, 1>} : tensor<1x9x2x3xf32> -> tensor<1x2x3x9xf32>
  return %12 : tensor<1x2x3x9xf32>
}
