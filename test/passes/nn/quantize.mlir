// Measured ranges become quantise and dequantise pairs.
// RUN: npu-opt --split-input-file --nn-quantize %s | FileCheck %s

// The argument, a filter with a scale per channel, a bias in steps of the accumulator, the result.
// CHECK-LABEL: func @conv(%arg0: tensor<1x2x2x1xf32>)
// CHECK: %[[Q:.*]] = nn.quantize %arg0 : tensor<1x2x2x1xf32> -> tensor<1x2x2x1x!quant.uniform<i8:f32, 0.015686275437474251:-64>>
// CHECK: %[[X:.*]] = nn.dequantize %[[Q]]
// CHECK: nn.constant dense<{{.*}}127{{.*}}-127{{.*}}> : tensor<2x1x1x1xi8> : tensor<2x1x1x1x!quant.uniform<i8:f32:0, {0.0078740157186985015,0.015748031437397003}>>
// CHECK: nn.constant dense<[8096, 0]> : tensor<2xi32>
// CHECK: %[[C:.*]] = nn.conv(%[[X]],
// CHECK-NOT: nn.ranges
// CHECK: nn.quantize %[[C]] : {{.*}} -> tensor<1x2x2x2x!quant.uniform<i8:f32, 0.023529412224888802:-128>>
func.func @conv(%x: tensor<1x2x2x1xf32> {nn.range = array<f32: -1.0, 3.0>}) -> tensor<1x2x2x2xf32> {
  %w = nn.constant dense<[[[[1.0]]], [[[-2.0]]]]> : tensor<2x1x1x1xf32> : tensor<2x1x1x1xf32>
  %b = nn.constant dense<[1.0, 0.0]> : tensor<2xf32> : tensor<2xf32>
  %y = nn.conv(%x, %w, %b) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>,
    group = 1 : i64, clamp_min = 0.0 : f32, clamp_max = 6.0 : f32, nn.ranges = array<f32: 0.0, 6.0>}
    : (tensor<1x2x2x1xf32>, tensor<2x1x1x1xf32>, tensor<2xf32>) -> tensor<1x2x2x2xf32>
  return %y : tensor<1x2x2x2xf32>
}

// -----

// What moves values keeps their format; a softmax has a scale of its own; what only a concatenation reads takes its
// format.
// CHECK-LABEL: func @formats
// CHECK: %[[R:.*]] = nn.reshape
// CHECK-NEXT: %[[S:.*]] = nn.softmax %[[R]]
// CHECK-NEXT: nn.quantize %[[S]] : tensor<1x4xf32> -> tensor<1x4x!quant.uniform<i8:f32, 3.906250e-03:-128>>
// CHECK: %[[A:.*]] = nn.clamp
// CHECK-NEXT: %[[J:.*]] = nn.concat(%[[A]], %{{.*}})
// CHECK-NEXT: nn.quantize %[[J]]
func.func @formats(%x: tensor<2x2xf32> {nn.range = array<f32: -1.0, 1.0>}) -> (tensor<1x4xf32>, tensor<4x2xf32>) {
  %r = nn.reshape %x {nn.ranges = array<f32: -1.0, 1.0>} : tensor<2x2xf32> -> tensor<1x4xf32>
  %s = nn.softmax %r {axis = 1 : i64, nn.ranges = array<f32: 0.1, 0.9>} : tensor<1x4xf32> -> tensor<1x4xf32>
  %a = nn.clamp %x {clamp_min = 0.0 : f32, nn.ranges = array<f32: 0.0, 1.0>} : tensor<2x2xf32> -> tensor<2x2xf32>
  %j = nn.concat(%a, %x) {axis = 0 : i64, nn.ranges = array<f32: -1.0, 1.0>} : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<4x2xf32>
  return %s, %j : tensor<1x4xf32>, tensor<4x2xf32>
}

// -----

// Without ranges nothing happens; a network that has its scales keeps them.
// CHECK-LABEL: func @as_it_is
// CHECK-NEXT: nn.clamp
// CHECK-NEXT: return
func.func @as_it_is(%x: tensor<2xf32>) -> tensor<2xf32> {
  %0 = nn.clamp %x {clamp_min = 0.0 : f32} : tensor<2xf32> -> tensor<2xf32>
  return %0 : tensor<2xf32>
}

// -----

// Resizes keep the format of their input, whatever was measured: behind a nearest one no quantise is needed, behind a
// linear one it is the same.
// CHECK-LABEL: func @resize
// CHECK: %[[X:.*]] = nn.dequantize {{.*}} : tensor<1x2x2x1x!quant.uniform<i8:f32, 0.015686275437474251:-64>>
// CHECK-NEXT: %[[N:.*]] = nn.resize <nearest> %[[X]]
// CHECK-NEXT: %[[L:.*]] = nn.resize <linear> %[[N]]
// CHECK-NOT: nn.ranges
// CHECK-NEXT: nn.quantize %[[L]] : tensor<1x8x8x1xf32> -> tensor<1x8x8x1x!quant.uniform<i8:f32, 0.015686275437474251:-64>>
func.func @resize(%x: tensor<1x2x2x1xf32> {nn.range = array<f32: -1.0, 3.0>}) -> tensor<1x8x8x1xf32> {
  %0 = nn.resize <nearest> %x {steps = array<i64: 1, 1>, offsets = array<i64: 0, 0>, denominators = array<i64: 2, 2>,
    nn.ranges = array<f32: -1.0, 3.0>} : tensor<1x2x2x1xf32> -> tensor<1x4x4x1xf32>
  %1 = nn.resize <linear> %0 {steps = array<i64: 2, 2>, offsets = array<i64: -1, -1>, denominators = array<i64: 4, 4>,
    nn.ranges = array<f32: -0.5, 2.0>} : tensor<1x4x4x1xf32> -> tensor<1x8x8x1xf32>
  return %1 : tensor<1x8x8x1xf32>
}

// -----

// Both operands of a product of computed tensors have a zero point; a constant one its own range.
// CHECK-LABEL: func @matmul
// CHECK: %[[C:.*]] = nn.constant dense<{{.*}}> : tensor<2x2xi8> : tensor<2x2x!quant.uniform<i8:f32, 0.015686275437474251:-64>>
// CHECK: %[[D:.*]] = nn.dequantize %[[C]]
// CHECK: nn.matmul %[[D]], %{{.*}} : (tensor<2x2xf32>, tensor<2x3xf32>)
func.func @matmul(%x: tensor<2x3xf32> {nn.range = array<f32: -1.0, 3.0>}) -> tensor<2x3xf32> {
  %c = nn.constant dense<[[-1.0, 0.0], [1.0, 3.0]]> : tensor<2x2xf32> : tensor<2x2xf32>
  %0 = nn.matmul %c, %x {nn.ranges = array<f32: -4.0, 8.0>} : (tensor<2x2xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
  return %0 : tensor<2x3xf32>
}
