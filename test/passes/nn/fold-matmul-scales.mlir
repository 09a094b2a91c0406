// RUN: npu-opt %s --nn-fold-scales | FileCheck %s

// Numbers on both operands and behind the product join its alpha: 2 * 3 / 4.
// CHECK-LABEL: func @everywhere(
// CHECK-SAME: nn.fusions = [{fired = true, {{.*}}pattern = "nn.matmul+mul"
// CHECK: %[[Y:.*]] = nn.matmul %arg0, %arg1 {alpha = 1.500000e+00 : f32}
// CHECK-NEXT: return %[[Y]]
func.func @everywhere(%a: tensor<2x3xf32>, %b: tensor<3x4xf32>) -> tensor<2x4xf32> {
  %two = nn.constant dense<2.0> : tensor<f32> : tensor<f32>
  %three = nn.constant dense<3.0> : tensor<1x1xf32> : tensor<1x1xf32>
  %four = nn.constant dense<4.0> : tensor<f32> : tensor<f32>
  %0 = nn.binary <mul> %a, %two : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
  %1 = nn.binary <mul> %three, %b : (tensor<1x1xf32>, tensor<3x4xf32>) -> tensor<3x4xf32>
  %2 = nn.matmul %0, %1 : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
  %3 = nn.binary <div> %2, %four : (tensor<2x4xf32>, tensor<f32>) -> tensor<2x4xf32>
  return %3 : tensor<2x4xf32>
}

// The square of a scaled tensor has the number twice.
// CHECK-LABEL: func @square(
// CHECK: nn.matmul %arg0, %arg0 {alpha = 9.000000e+00 : f32}
func.func @square(%a: tensor<3x3xf32>) -> tensor<3x3xf32> {
  %three = nn.constant dense<3.0> : tensor<f32> : tensor<f32>
  %0 = nn.binary <mul> %a, %three : (tensor<3x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  %1 = nn.matmul %0, %0 : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return %1 : tensor<3x3xf32>
}

// Not folded, with the reason: a negative number; a value that others read; a clamp before the number.
// CHECK-LABEL: func @kept(
// CHECK-SAME: fired = false, {{.*}}why = "the number is not positive and finite"
// CHECK-SAME: fired = false, {{.*}}why = "others read the scaled value"
// CHECK-SAME: fired = false, {{.*}}why = "a clamp stands between"
// CHECK-COUNT-3: nn.matmul {{%[^{]*$}}
func.func @kept(%a: tensor<3x3xf32>, %b: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>) {
  %minus = nn.constant dense<-1.0> : tensor<f32> : tensor<f32>
  %two = nn.constant dense<2.0> : tensor<f32> : tensor<f32>
  %0 = nn.matmul %a, %b : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %1 = nn.binary <mul> %0, %minus : (tensor<3x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  %2 = nn.binary <mul> %a, %two : (tensor<3x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  %3 = nn.matmul %2, %b : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  %4 = nn.binary <mul> %a, %two {clamp_min = 0.0 : f32} : (tensor<3x3xf32>, tensor<f32>) -> tensor<3x3xf32>
  %5 = nn.matmul %4, %b : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return %1, %2, %3, %5 : tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
}
