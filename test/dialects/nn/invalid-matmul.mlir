// RUN: npu-opt %s --split-input-file --verify-diagnostics

func.func @rank(%a: tensor<2x3xf32>, %b: tensor<1x3x4xf32>) {
  // expected-error @+1 {{'nn.matmul' op wants tensors of one rank, 2 or more}}
  %0 = nn.matmul %a, %b : (tensor<2x3xf32>, tensor<1x3x4xf32>) -> tensor<1x2x4xf32>
  return
}

// -----

// The inner extents differ, once the flags are obeyed.
func.func @inner(%a: tensor<3x2xf32>, %b: tensor<2x4xf32>) {
  // expected-error @+1 {{'nn.matmul' op cannot multiply 'tensor<3x2xf32>' by 'tensor<2x4xf32>' into 'tensor<2x4xf32>'}}
  %0 = nn.matmul %a, %b {transpose_lhs} : (tensor<3x2xf32>, tensor<2x4xf32>) -> tensor<2x4xf32>
  return
}

// -----

func.func @batches(%a: tensor<2x3x4xf32>, %b: tensor<3x4x5xf32>) {
  // expected-error @+1 {{'nn.matmul' op cannot multiply}}
  %0 = nn.matmul %a, %b : (tensor<2x3x4xf32>, tensor<3x4x5xf32>) -> tensor<3x3x5xf32>
  return
}

// -----

func.func @alpha(%a: tensor<2x2xf32>) {
  // expected-error @+1 {{'nn.matmul' op wants a positive alpha, got -1.000000e+00 : f32}}
  %0 = nn.matmul %a, %a {alpha = -1.0 : f32} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

// -----

!q = !quant.uniform<i8:f32, 0.5>
func.func @mixed(%a: tensor<2x2xf32>, %b: tensor<2x2x!q>) {
  // expected-error @+1 {{'nn.matmul' op mixes float and quantised operands}}
  %0 = nn.matmul %a, %b : (tensor<2x2xf32>, tensor<2x2x!q>) -> tensor<2x2xf32>
  return
}
