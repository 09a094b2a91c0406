// RUN: npu-opt %s --nn-fuse-functions | FileCheck %s

// However it is spelt, it is known by its values.
// CHECK-LABEL: func @silu(
// CHECK-SAME: nn.fusions = [{fired = true, nodes = {{.*}}, pattern = "SiLU", why = "reads one value and scalars: x x neg exp 1 add div"}]
// CHECK-NEXT: nn.function "x x neg exp 1 add div" %arg0
// CHECK-NEXT: return
func.func @silu(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %one = nn.constant dense<1.0> : tensor<f32> : tensor<f32>
  %0 = nn.function "x neg" %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %1 = nn.function "x exp" %0 : tensor<4x8xf32> -> tensor<4x8xf32>
  %2 = nn.binary <add> %1, %one : (tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %3 = nn.binary <div> %x, %2 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

// CHECK-LABEL: func @hard_swish(
// CHECK-SAME: pattern = "HardSwish"
// CHECK-NEXT: nn.function "x x 3 add 0 max 6 min mul 0.166666672 mul" %arg0
func.func @hard_swish(%x: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %three = nn.constant dense<3.0> : tensor<1xf32> : tensor<1xf32>
  %sixth = nn.constant dense<0.16666667> : tensor<1x1xf32> : tensor<1x1xf32>
  %0 = nn.binary <add> %x, %three : (tensor<4x8xf32>, tensor<1xf32>) -> tensor<4x8xf32>
  %1 = nn.clamp %0 {clamp_min = 0.0 : f32, clamp_max = 6.0 : f32} : tensor<4x8xf32> -> tensor<4x8xf32>
  %2 = nn.binary <mul> %x, %1 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %3 = nn.binary <mul> %2, %sixth : (tensor<4x8xf32>, tensor<1x1xf32>) -> tensor<4x8xf32>
  return %3 : tensor<4x8xf32>
}

// A value with another reader stays, and so does what reads two values; what it ends in is still a function.
// CHECK-LABEL: func @readers(
// CHECK: %[[S:.*]] = nn.binary <add> %arg0, %arg1
// CHECK: %[[E:.*]] = nn.function "x exp" %[[S]]
// CHECK: %[[F:.*]] = nn.function "x 2 mul sqrt" %[[E]]
// CHECK: return %[[E]], %[[F]]
func.func @readers(%x: tensor<4xf32>, %y: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %two = nn.constant dense<2.0> : tensor<f32> : tensor<f32>
  %0 = nn.binary <add> %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = nn.function "x exp" %0 : tensor<4xf32> -> tensor<4xf32>
  %2 = nn.binary <mul> %1, %two : (tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %3 = nn.function "x sqrt" %2 : tensor<4xf32> -> tensor<4xf32>
  return %1, %3 : tensor<4xf32>, tensor<4xf32>
}

// A clamp by itself is left to the operator before it; a broadcast is no function of one value.
// CHECK-LABEL: func @left(
// CHECK: nn.clamp
// CHECK: nn.binary <mul>
// CHECK-NOT: nn.function
func.func @left(%x: tensor<4x1xf32>) -> tensor<4x3xf32> {
  %row = nn.constant dense<[[1.0, 2.0, 3.0]]> : tensor<1x3xf32> : tensor<1x3xf32>
  %0 = nn.clamp %x {clamp_min = 0.0 : f32} : tensor<4x1xf32> -> tensor<4x1xf32>
  %1 = nn.binary <mul> %0, %row : (tensor<4x1xf32>, tensor<1x3xf32>) -> tensor<4x3xf32>
  return %1 : tensor<4x3xf32>
}

// The clamp of a convolution is the convolution's.
// CHECK-LABEL: func @clamped_conv(
// CHECK: nn.conv
// CHECK-NEXT: nn.clamp
// CHECK-NEXT: nn.function "x 0.5 mul"
func.func @clamped_conv(%x: tensor<1x4x4x2xf32>, %w: tensor<2x1x1x2xf32>, %b: tensor<2xf32>) -> tensor<1x4x4x2xf32> {
  %half = nn.constant dense<0.5> : tensor<f32> : tensor<f32>
  %0 = nn.conv(%x, %w, %b) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>) -> tensor<1x4x4x2xf32>
  %1 = nn.clamp %0 {clamp_min = 0.0 : f32} : tensor<1x4x4x2xf32> -> tensor<1x4x4x2xf32>
  %2 = nn.binary <mul> %1, %half : (tensor<1x4x4x2xf32>, tensor<f32>) -> tensor<1x4x4x2xf32>
  return %2 : tensor<1x4x4x2xf32>
}
