// A bias in other steps is rounded to the accumulator's, and the warning says by how much.
// RUN: npu-opt %s --nn-fold-qdq --verify-diagnostics | FileCheck %s
!a = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
!t = !quant.uniform<i32:f32, 0.1>

// 10 * 0.1 = 1 = 8 steps of 0.125; 3 * 0.1 = 0.3 = 2.4 steps.
// CHECK-LABEL: func @other_steps(
// CHECK: nn.constant dense<[8, 2]> : tensor<2xi32>
func.func @other_steps(%x: tensor<1x3x!a>) -> tensor<1x2x!a> {
  %w = nn.constant dense<1> : tensor<2x3xi8> : tensor<2x3x!w>
  %b = nn.constant dense<[10, 3]> : tensor<2xi32> : tensor<2x!t>
  %dx = nn.dequantize %x : tensor<1x3x!a> -> tensor<1x3xf32>
  %dw = nn.dequantize %w : tensor<2x3x!w> -> tensor<2x3xf32>
  %db = nn.dequantize %b : tensor<2x!t> -> tensor<2xf32>
  // expected-warning @unknown {{'/fc' (nn.dense): bias is not in steps of input scale * filter scale; rounded by up to 0.400 accumulator steps}}
  %y = nn.dense(%dx, %dw, %db) : (tensor<1x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<1x2xf32> loc("/fc")
  %q = nn.quantize %y : tensor<1x2xf32> -> tensor<1x2x!a>
  return %q : tensor<1x2x!a>
}
