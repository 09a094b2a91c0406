// RUN: npu-opt %s --nn-fuse-activations --mlir-print-debuginfo --mlir-use-nameloc-as-prefix | FileCheck %s
!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25>

// A clamp moves into the operator before it; the tighter bounds win, and the log says so.
// CHECK-LABEL: func @chain(
// CHECK-SAME: nn.fusions = [{fired = true, nodes = ["/add", "/relu"], pattern = "nn.binary+nn.clamp", why = "the only reader of its input, in the same format"}, {fired = true, nodes = ["/add+/relu", "/clip"]
// CHECK-NEXT: nn.binary <add> {{.*}} {clamp_max = 4.000000e+00 : f32, clamp_min = 0.000000e+00 : f32}
// CHECK-NEXT: return
func.func @chain(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
  %0 = nn.binary <add> %x, %y {clamp_max = 6.0 : f32} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("/add")
  %1 = nn.clamp %0 {clamp_min = 0.0 : f32} : tensor<4xf32> -> tensor<4xf32> loc("/relu")
  %2 = nn.clamp %1 {clamp_min = -1.0 : f32, clamp_max = 4.0 : f32} : tensor<4xf32> -> tensor<4xf32> loc("/clip")
  return %2 : tensor<4xf32>
}

// Intervals that do not meet leave the later one's nearer bound.
// CHECK-LABEL: func @disjoint(
// CHECK-NEXT: nn.binary <add> {{.*}} {clamp_max = 5.000000e+00 : f32, clamp_min = 5.000000e+00 : f32}
func.func @disjoint(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = nn.binary <add> %x, %x {clamp_max = 4.0 : f32} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = nn.clamp %0 {clamp_min = 5.0 : f32, clamp_max = 6.0 : f32} : tensor<4xf32> -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// Does not fire: somebody else reads the unclamped value.
// CHECK-LABEL: func @read_twice(
// CHECK-SAME: fired = false, {{.*}} why = "the value before the clamp has other readers"
// CHECK: nn.clamp
func.func @read_twice(%x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = nn.binary <add> %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = nn.clamp %0 {clamp_min = 0.0 : f32} : tensor<4xf32> -> tensor<4xf32>
  return %0, %1 : tensor<4xf32>, tensor<4xf32>
}

// Does not fire: between two roundings a clamp is not a clamp before one of them.
// CHECK-LABEL: func @other_format(
// CHECK-SAME: why = "the clamp also changes the number format"
// CHECK: nn.clamp
func.func @other_format(%x: tensor<4x!a>) -> tensor<4x!b> {
  %0 = nn.binary <add> %x, %x : (tensor<4x!a>, tensor<4x!a>) -> tensor<4x!a>
  %1 = nn.clamp %0 {clamp_min = 0.0 : f32} : tensor<4x!a> -> tensor<4x!b>
  return %1 : tensor<4x!b>
}

// Does not fire: nothing before the clamp computes.
// CHECK-LABEL: func @input(
// CHECK-SAME: pattern = "input+nn.clamp", why = "its input is not made by an operator that can clamp"
func.func @input(%x: tensor<4xf32>) -> tensor<4xf32> {
  %1 = nn.clamp %x {clamp_min = 0.0 : f32} : tensor<4xf32> -> tensor<4xf32>
  return %1 : tensor<4xf32>
}

// A clamp behind a transpose and a view is its convolution's; one whose convolution something else reads is not.
// CHECK-LABEL: func @moved(
// CHECK: nn.conv({{.*}}) {channels_first, clamp_min = 0.000000e+00 : f32,
// CHECK: nn.conv
// CHECK: nn.clamp
func.func @moved(%x: tensor<1x1x2x3xf32>) -> (tensor<6xf32>, tensor<1x1x3x2xf32>, tensor<1x1x2x3xf32>) {
  %w = nn.constant dense<1.0> : tensor<1x1x1x1xf32> : tensor<1x1x1x1xf32>
  %b = nn.constant dense<0.0> : tensor<1xf32> : tensor<1xf32>
  %0 = nn.conv(%x, %w, %b) {channels_first, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 1 : i64} : (tensor<1x1x2x3xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>) -> tensor<1x1x2x3xf32>
  %1 = nn.transpose %0 {perm = array<i64: 0, 1, 3, 2>} : tensor<1x1x2x3xf32> -> tensor<1x1x3x2xf32>
  %2 = nn.reshape %1 : tensor<1x1x3x2xf32> -> tensor<6xf32>
  %3 = nn.clamp %2 {clamp_min = 0.0 : f32} : tensor<6xf32> -> tensor<6xf32>
  %4 = nn.conv(%x, %w, %b) {channels_first, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 1 : i64} : (tensor<1x1x2x3xf32>, tensor<1x1x1x1xf32>, tensor<1xf32>) -> tensor<1x1x2x3xf32>
  %5 = nn.transpose %4 {perm = array<i64: 0, 1, 3, 2>} : tensor<1x1x2x3xf32> -> tensor<1x1x3x2xf32>
  %6 = nn.clamp %5 {clamp_min = 0.0 : f32} : tensor<1x1x3x2xf32> -> tensor<1x1x3x2xf32>
  return %3, %6, %4 : tensor<6xf32>, tensor<1x1x3x2xf32>, tensor<1x1x2x3xf32>
}
