// RUN: npu-opt %s --nn-fold-qdq --split-input-file | FileCheck %s

!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25:-7>
!w = !quant.uniform<i8:f32:0, {0.5, 0.25}>
!s = !quant.uniform<i32:f32:0, {0.25, 0.125}>

// A convolution between formats keeps them; its bias, in steps of input * filter scale, stays as it is.
// CHECK-LABEL: func @conv(
// CHECK-SAME: %[[X:.*]]: tensor
// CHECK-DAG: %[[W:.*]] = nn.constant dense<{{.*}}> : tensor<2x1x1x2xi8>
// CHECK-DAG: %[[B:.*]] = nn.constant dense<[100, -7]> : tensor<2xi32> : tensor<2x!quant.uniform<i32:f32:0, {2.500000e-01,1.250000e-01}>>
// CHECK: %[[Y:.*]] = nn.conv(%[[X]], %[[W]], %[[B]]) {clamp_min = 0.000000e+00 : f32
// CHECK-SAME: -> tensor<1x2x2x2x!quant.uniform<i8:f32, 2.500000e-01:-7>>
// CHECK-NEXT: return %[[Y]]
func.func @conv(%x: tensor<1x2x2x2x!a>) -> tensor<1x2x2x2x!b> {
  %w = nn.constant dense<[[[[1, 2]]], [[[3, 4]]]]> : tensor<2x1x1x2xi8> : tensor<2x1x1x2x!w>
  %b = nn.constant dense<[100, -7]> : tensor<2xi32> : tensor<2x!s>
  %dx = nn.dequantize %x : tensor<1x2x2x2x!a> -> tensor<1x2x2x2xf32>
  %dw = nn.dequantize %w : tensor<2x1x1x2x!w> -> tensor<2x1x1x2xf32>
  %db = nn.dequantize %b : tensor<2x!s> -> tensor<2xf32>
  %y = nn.conv(%dx, %dw, %db) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
    group = 1 : i64, clamp_min = 0.0 : f32} : (tensor<1x2x2x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>) -> tensor<1x2x2x2xf32>
  %q = nn.quantize %y : tensor<1x2x2x2xf32> -> tensor<1x2x2x2x!b>
  return %q : tensor<1x2x2x2x!b>
}

// -----

!a = !quant.uniform<i8:f32, 0.5:3>
!w = !quant.uniform<i8:f32, 0.25>

// A float bias of zeros is exact in any steps: no warning.
// CHECK-LABEL: func @no_bias(
// CHECK: nn.constant dense<0> : tensor<2xi32> : tensor<2x!quant.uniform<i32:f32, 1.250000e-01>>
// CHECK: nn.dense({{.*}}) : (tensor<1x3x!quant.uniform<i8:f32, 5.000000e-01:3>>
func.func @no_bias(%x: tensor<1x3x!a>) -> tensor<1x2x!a> {
  %w = nn.constant dense<1> : tensor<2x3xi8> : tensor<2x3x!w>
  %b = nn.constant dense<0.0> : tensor<2xf32> : tensor<2xf32>
  %dx = nn.dequantize %x : tensor<1x3x!a> -> tensor<1x3xf32>
  %dw = nn.dequantize %w : tensor<2x3x!w> -> tensor<2x3xf32>
  %y = nn.dense(%dx, %dw, %b) : (tensor<1x3xf32>, tensor<2x3xf32>, tensor<2xf32>) -> tensor<1x2xf32>
  %q = nn.quantize %y : tensor<1x2xf32> -> tensor<1x2x!a>
  return %q : tensor<1x2x!a>
}

// -----

!a = !quant.uniform<i8:f32, 0.5:3>
!b = !quant.uniform<i8:f32, 0.25:-7>

// Quantise after dequantise: nothing, or a requantise.
// CHECK-LABEL: func @meet(
// CHECK-SAME: %[[X:.*]]: tensor
// CHECK-NEXT: %[[R:.*]] = nn.requantize %[[X]]
// CHECK-NEXT: return %[[X]], %[[R]]
func.func @meet(%x: tensor<4x!a>) -> (tensor<4x!a>, tensor<4x!b>) {
  %d = nn.dequantize %x : tensor<4x!a> -> tensor<4xf32>
  %0 = nn.quantize %d : tensor<4xf32> -> tensor<4x!a>
  %1 = nn.quantize %d : tensor<4xf32> -> tensor<4x!b>
  return %0, %1 : tensor<4x!a>, tensor<4x!b>
}

// Arithmetic takes both operands' formats and the result's: one rounding.
// CHECK-LABEL: func @add(
// CHECK-NEXT: nn.binary <add> %{{.*}}, %{{.*}} : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<4x!quant.uniform<i8:f32, 2.500000e-01:-7>>) -> tensor<4x!quant.uniform<i8:f32, 2.500000e-01:-7>>
// CHECK-NEXT: return
func.func @add(%x: tensor<4x!a>, %y: tensor<4x!b>) -> tensor<4x!b> {
  %dx = nn.dequantize %x : tensor<4x!a> -> tensor<4xf32>
  %dy = nn.dequantize %y : tensor<4x!b> -> tensor<4xf32>
  %0 = nn.binary <add> %dx, %dy : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = nn.quantize %0 : tensor<4xf32> -> tensor<4x!b>
  return %1 : tensor<4x!b>
}

// A maximum is one of its inputs: pooled in their format, then requantised.
// CHECK-LABEL: func @max(
// CHECK-NEXT: %[[P:.*]] = nn.pool <max> {{.*}} -> tensor<1x1x1x1x!quant.uniform<i8:f32, 5.000000e-01:3>>
// CHECK-NEXT: nn.requantize %[[P]]
// CHECK-NEXT: return
func.func @max(%x: tensor<1x2x2x1x!a>) -> tensor<1x1x1x1x!b> {
  %d = nn.dequantize %x : tensor<1x2x2x1x!a> -> tensor<1x2x2x1xf32>
  %0 = nn.pool <max> %d {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>,
    pads = array<i64: 0, 0, 0, 0>} : tensor<1x2x2x1xf32> -> tensor<1x1x1x1xf32>
  %1 = nn.quantize %0 : tensor<1x1x1x1xf32> -> tensor<1x1x1x1x!b>
  return %1 : tensor<1x1x1x1x!b>
}

// Operands of concat in other formats are requantised; equal ones are not.
// CHECK-LABEL: func @concat(
// CHECK-SAME: %[[X:.*]]: tensor<4x{{.*}}, %[[Y:.*]]: tensor
// CHECK-NEXT: %[[R:.*]] = nn.requantize %[[X]]
// CHECK-NEXT: nn.concat(%[[R]], %[[Y]])
// CHECK-NEXT: return
func.func @concat(%x: tensor<4x!a>, %y: tensor<4x!b>) -> tensor<8x!b> {
  %dx = nn.dequantize %x : tensor<4x!a> -> tensor<4xf32>
  %dy = nn.dequantize %y : tensor<4x!b> -> tensor<4xf32>
  %0 = nn.concat(%dx, %dy) {axis = 0 : i64} : (tensor<4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %1 = nn.quantize %0 : tensor<8xf32> -> tensor<8x!b>
  return %1 : tensor<8x!b>
}

// A pad's value becomes what quantising it yields: 0.3 lies nearest to step 1 of 0.25.
// CHECK-LABEL: func @pad(
// CHECK-NEXT: nn.requantize
// CHECK-NEXT: nn.pad {{.*}} value = 2.500000e-01 : f32
// CHECK-NEXT: return
func.func @pad(%x: tensor<4x!a>) -> tensor<5x!b> {
  %d = nn.dequantize %x : tensor<4x!a> -> tensor<4xf32>
  %0 = nn.pad %d {low = array<i64: 1>, high = array<i64: 0>, value = 0.3 : f32} : tensor<4xf32> -> tensor<5xf32>
  %1 = nn.quantize %0 : tensor<5xf32> -> tensor<5x!b>
  return %1 : tensor<5x!b>
}

// Formats cross over any number of operators that move values, from the network's border too.
// CHECK-LABEL: func @movement(
// CHECK-SAME: %[[X:.*]]: tensor
// CHECK-NEXT: %[[Q:.*]] = nn.quantize %[[X]]
// CHECK-NEXT: nn.transpose %[[Q]]
// CHECK-NEXT: nn.clamp
// CHECK-NEXT: %[[L:.*]] = nn.reshape
// CHECK-NEXT: %[[D:.*]] = nn.dequantize %[[L]]
// CHECK-NEXT: return %[[D]]
func.func @movement(%x: tensor<2x3xf32>) -> tensor<6xf32> {
  %0 = nn.transpose %x {perm = array<i64: 1, 0>} : tensor<2x3xf32> -> tensor<3x2xf32>
  %1 = nn.clamp %0 {clamp_min = 0.3 : f32} : tensor<3x2xf32> -> tensor<3x2xf32>
  %2 = nn.quantize %1 : tensor<3x2xf32> -> tensor<3x2x!a>
  %3 = nn.dequantize %2 : tensor<3x2x!a> -> tensor<3x2xf32>
  %4 = nn.reshape %3 : tensor<3x2xf32> -> tensor<6xf32>
  return %4 : tensor<6xf32>
}

// Does not fire: one operand of the sum is not quantised.
// CHECK-LABEL: func @mixed(
// CHECK: nn.binary <add> {{.*}} -> tensor<4xf32>
// CHECK-NEXT: nn.quantize
func.func @mixed(%x: tensor<4x!a>, %y: tensor<4xf32>) -> tensor<4x!b> {
  %dx = nn.dequantize %x : tensor<4x!a> -> tensor<4xf32>
  %0 = nn.binary <add> %dx, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = nn.quantize %0 : tensor<4xf32> -> tensor<4x!b>
  return %1 : tensor<4x!b>
}

// A nearest sample is one of the inputs, so its formats cross over; a linear one is arithmetic, rounded once.
// CHECK-LABEL: func @resize(
// CHECK-SAME: %[[X:.*]]: tensor
// CHECK-NEXT: %[[N:.*]] = nn.resize <nearest> %[[X]] {{.*}} : tensor<1x2x2x1x!quant.uniform<[[A:.*]]>> -> tensor<1x4x4x1x!quant.uniform<[[A]]>>
// CHECK-NEXT: %[[L:.*]] = nn.resize <linear> %[[N]] {{.*}} : tensor<1x4x4x1x!quant.uniform<[[A]]>> -> tensor<1x8x8x1x!quant.uniform<[[B:.*]]>>
// CHECK-NEXT: return %[[L]]
func.func @resize(%x: tensor<1x2x2x1x!a>) -> tensor<1x8x8x1x!b> {
  %0 = nn.dequantize %x : tensor<1x2x2x1x!a> -> tensor<1x2x2x1xf32>
  %1 = nn.resize <nearest> %0 {steps = array<i64: 1, 1>, offsets = array<i64: 0, 0>, denominators = array<i64: 2, 2>}
    : tensor<1x2x2x1xf32> -> tensor<1x4x4x1xf32>
  %2 = nn.resize <linear> %1 {steps = array<i64: 2, 2>, offsets = array<i64: -1, -1>, denominators = array<i64: 4, 4>}
    : tensor<1x4x4x1xf32> -> tensor<1x8x8x1xf32>
  %3 = nn.quantize %2 : tensor<1x8x8x1xf32> -> tensor<1x8x8x1x!b>
  return %3 : tensor<1x8x8x1x!b>
}

// A product of computed tensors is arithmetic of two formats, rounded once.
// CHECK-LABEL: func @matmul(
// CHECK-NEXT: nn.matmul %arg0, %arg1 {transpose_rhs} : (tensor<2x3x!quant.uniform<[[A:.*]]>>, tensor<4x3x!quant.uniform<[[B:.*]]>>) -> tensor<2x4x!quant.uniform<[[B]]>>
// CHECK-NEXT: return
func.func @matmul(%a: tensor<2x3x!a>, %b: tensor<4x3x!b>) -> tensor<2x4x!b> {
  %da = nn.dequantize %a : tensor<2x3x!a> -> tensor<2x3xf32>
  %db = nn.dequantize %b : tensor<4x3x!b> -> tensor<4x3xf32>
  %0 = nn.matmul %da, %db {transpose_rhs} : (tensor<2x3xf32>, tensor<4x3xf32>) -> tensor<2x4xf32>
  %1 = nn.quantize %0 : tensor<2x4xf32> -> tensor<2x4x!b>
  return %1 : tensor<2x4x!b>
}
