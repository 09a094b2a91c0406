// RUN: npu-opt %s --split-input-file --verify-diagnostics
!a = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
!v = !quant.uniform<i8:f32:1, {0.5, 0.25, 0.5}>
!b = !quant.uniform<i32:f32, 0.125>

// No operator mixes float and quantised operands.
func.func @mixed(%x: tensor<1x3x!a>, %w: tensor<2x3x!w>, %b: tensor<2x!b>) {
  // expected-error @+1 {{'nn.dense' op mixes float and quantised operands}}
  %0 = nn.dense(%x, %w, %b) : (tensor<1x3x!a>, tensor<2x3x!w>, tensor<2x!b>) -> tensor<1x2xf32>
  return
}

// -----

!a = !quant.uniform<i8:f32, 0.5:3>
!v = !quant.uniform<i8:f32:1, {0.5, 0.25, 0.5}>
!b = !quant.uniform<i32:f32, 0.125>
func.func @axis(%x: tensor<1x3x!a>, %w: tensor<2x3x!v>, %b: tensor<2x!b>) {
  // expected-error @+1 {{'nn.dense' op wants the filter quantised along axis 0, got axis 1}}
  %0 = nn.dense(%x, %w, %b) : (tensor<1x3x!a>, tensor<2x3x!v>, tensor<2x!b>) -> tensor<1x2x!a>
  return
}

// -----

func.func @extent(%x: tensor<1x4x4x3xf32>, %w: tensor<2x3x3x3xf32>, %b: tensor<2xf32>) {
  // expected-error @+1 {{'nn.conv' op yields 2 along spatial axis 0, result has 4}}
  %0 = nn.conv(%x, %w, %b) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 1 : i64}
    : (tensor<1x4x4x3xf32>, tensor<2x3x3x3xf32>, tensor<2xf32>) -> tensor<1x4x4x2xf32>
  return
}

// -----

func.func @channels(%x: tensor<1x4x4x3xf32>, %w: tensor<2x3x3x2xf32>, %b: tensor<2xf32>) {
  // expected-error @+1 {{'nn.conv' op has 3 input and 2 output channels}}
  %0 = nn.conv(%x, %w, %b) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 1 : i64}
    : (tensor<1x4x4x3xf32>, tensor<2x3x3x2xf32>, tensor<2xf32>) -> tensor<1x2x2x2xf32>
  return
}

// -----

func.func @biases(%x: tensor<1x3xf32>, %w: tensor<2x3xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'nn.dense' op wants 2 biases, got 'tensor<3xf32>'}}
  %0 = nn.dense(%x, %w, %b) : (tensor<1x3xf32>, tensor<2x3xf32>, tensor<3xf32>) -> tensor<1x2xf32>
  return
}

// -----

func.func @broadcast(%x: tensor<3x2xf32>, %y: tensor<3xf32>) {
  // expected-error @+1 {{'nn.binary' op cannot broadcast}}
  %0 = nn.binary <add> %x, %y : (tensor<3x2xf32>, tensor<3xf32>) -> tensor<3x2xf32>
  return
}

// -----

func.func @reduced(%x: tensor<3x2xf32>) {
  // expected-error @+1 {{'nn.reduce' op wants reduced axes of extent 1, got 'tensor<2xf32>'}}
  %0 = nn.reduce <sum> %x {axes = array<i64: 0>} : tensor<3x2xf32> -> tensor<2xf32>
  return
}

// -----

func.func @permutation(%x: tensor<3x2xf32>) {
  // expected-error @+1 {{'nn.transpose' op perm is not a permutation}}
  %0 = nn.transpose %x {perm = array<i64: 0, 0>} : tensor<3x2xf32> -> tensor<3x3xf32>
  return
}

// -----

!a = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
func.func @format(%x: tensor<3x2x!a>) {
  // expected-error @+1 {{'nn.reshape' op changes the elements}}
  %0 = nn.reshape %x : tensor<3x2x!a> -> tensor<6x!w>
  return
}

// -----

!a = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>
func.func @join(%x: tensor<2x!a>, %y: tensor<2x!w>) {
  // expected-error @+1 {{'nn.concat' op cannot join}}
  %0 = nn.concat(%x, %y) {axis = 0 : i64} : (tensor<2x!a>, tensor<2x!w>) -> tensor<4x!a>
  return
}

// -----

func.func @padded(%x: tensor<2xf32>) {
  // expected-error @+1 {{'nn.pad' op pads axis 0 of 2 by 1 and 0, result has 4}}
  %0 = nn.pad %x {low = array<i64: 1>, high = array<i64: 0>, value = 0.0 : f32} : tensor<2xf32> -> tensor<4xf32>
  return
}

// -----

func.func @outside(%x: tensor<4xf32>) {
  // expected-error @+1 {{'nn.slice' op leaves axis 0 of extent 4}}
  %0 = nn.slice %x {offsets = array<i64: 1>, strides = array<i64: 2>} : tensor<4xf32> -> tensor<3xf32>
  return
}

// -----

!a = !quant.uniform<i8:f32, 0.5:3>
func.func @stored(%x: tensor<4xf32>) {
  // expected-error @+1 {{'nn.constant' op holds}}
  %0 = nn.constant dense<1> : tensor<2xi32> : tensor<2x!a>
  return
}

// -----

!a = !quant.uniform<i8:f32, 0.5:3>
func.func @requantized(%x: tensor<4xf32>) {
  // expected-error @+1 {{'nn.requantize' op wants a quantised input and result, per tensor}}
  %0 = nn.requantize %x : tensor<4xf32> -> tensor<4x!a>
  return
}

// -----

func.func @no_function(%x: tensor<4xf32>) {
  // expected-error @+1 {{'nn.function' op has the expression 'x cbrt': 'cbrt' is no function and no number}}
  %0 = nn.function "x cbrt" %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @no_expression(%x: tensor<4xf32>) {
  // expected-error @+1 {{'nn.function' op has the expression 'x add': is no postfix expression of one value}}
  %0 = nn.function "x add" %x : tensor<4xf32> -> tensor<4xf32>
  return
}

// -----

func.func @clamped_test(%x: tensor<4xf32>) {
  // expected-error @+1 {{'nn.binary' op is a comparison and clamps}}
  %0 = nn.binary <less> %x, %x {clamp_min = 0.0 : f32} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

// -----

func.func @channels(%x: tensor<1x2x2x3xf32>) {
  // expected-error @+1 {{'nn.resize' op changes the number of images or channels}}
  %0 = nn.resize <nearest> %x {steps = array<i64: 1, 1>, offsets = array<i64: 0, 0>, denominators = array<i64: 2, 2>}
    : tensor<1x2x2x3xf32> -> tensor<1x4x4x6xf32>
  return
}

// -----

func.func @denominator(%x: tensor<1x2x2x3xf32>) {
  // expected-error @+1 {{'nn.resize' op has a step, offset or denominator out of range}}
  %0 = nn.resize <linear> %x {steps = array<i64: 1, 1>, offsets = array<i64: 0, 0>, denominators = array<i64: 2, 0>}
    : tensor<1x2x2x3xf32> -> tensor<1x4x4x3xf32>
  return
}

// -----

!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25>
func.func @nearest(%x: tensor<1x2x2x3x!a>) {
  // expected-error @+1 {{'nn.resize' op changes the elements from '!quant.uniform<i8:f32, 5.000000e-01:3>' to '!quant.uniform<i8:f32, 2.500000e-01>'}}
  %0 = nn.resize <nearest> %x {steps = array<i64: 1, 1>, offsets = array<i64: 0, 0>, denominators = array<i64: 2, 2>}
    : tensor<1x2x2x3x!a> -> tensor<1x4x4x3x!b>
  return
}
