// Every operator prints as it parses, in text, in generic form and in bytecode.
// RUN: npu-opt %s | npu-opt | FileCheck %s
// RUN: npu-opt --mlir-print-op-generic %s | npu-opt | FileCheck %s
// RUN: npu-opt --emit-bytecode %s | npu-opt | FileCheck %s

!i8 = !quant.uniform<i8:f32, 0.5:3>
!u = !quant.uniform<i8:f32, 0.25>
!w = !quant.uniform<i8:f32:0, {0.5, 0.25}>
!b = !quant.uniform<i32:f32:0, {0.25, 0.125}>

// CHECK-LABEL: func @products
func.func @products(%x: tensor<1x4x4x3x!i8>, %w: tensor<2x3x3x3x!w>, %b: tensor<2x!b>, %y: tensor<5x3x!i8>, %d: tensor<2x3x!w>) {
  // CHECK: nn.conv(%{{.*}}, %{{.*}}, %{{.*}}) {clamp_max = 6.000000e+00 : f32, clamp_min = 0.000000e+00 : f32, dilations = array<i64: 1, 1>, group = 1 : i64, pads = array<i64: 1, 1, 1, 1>, strides = array<i64: 1, 1>}
  %0 = nn.conv(%x, %w, %b) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 1, 1, 1, 1>,
    group = 1 : i64, clamp_min = 0.0 : f32, clamp_max = 6.0 : f32}
    : (tensor<1x4x4x3x!i8>, tensor<2x3x3x3x!w>, tensor<2x!b>) -> tensor<1x4x4x2x!u>
  // CHECK: nn.dense(%{{.*}}, %{{.*}}, %{{.*}}) : (tensor<5x3x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %1 = nn.dense(%y, %d, %b) : (tensor<5x3x!i8>, tensor<2x3x!w>, tensor<2x!b>) -> tensor<5x2x!u>
  return
}

// CHECK-LABEL: func @arithmetic
func.func @arithmetic(%x: tensor<1x4x4x3x!i8>, %y: tensor<3x!u>) {
  // CHECK: nn.binary <add> %{{.*}}, %{{.*}} {clamp_min = 0.000000e+00 : f32}
  %0 = nn.binary <add> %x, %y {clamp_min = 0.0 : f32} : (tensor<1x4x4x3x!i8>, tensor<3x!u>) -> tensor<1x4x4x3x!u>
  // CHECK: nn.clamp %{{.*}} {clamp_max = 1.000000e+00 : f32}
  %1 = nn.clamp %0 {clamp_max = 1.0 : f32} : tensor<1x4x4x3x!u> -> tensor<1x4x4x3x!i8>
  // CHECK: nn.function "x x sigmoid mul" %{{.*}} : tensor<1x4x4x3x!quant{{.*}}>
  %fn = nn.function "x x sigmoid mul" %1 : tensor<1x4x4x3x!i8> -> tensor<1x4x4x3x!i8>
  // CHECK: nn.pool <max> %{{.*}} {dilations = array<i64: 1, 1>, kernel = array<i64: 2, 2>
  %2 = nn.pool <max> %x {kernel = array<i64: 2, 2>, strides = array<i64: 2, 2>, dilations = array<i64: 1, 1>,
    pads = array<i64: 0, 0, 0, 0>} : tensor<1x4x4x3x!i8> -> tensor<1x2x2x3x!i8>
  // CHECK: nn.reduce <mean> %{{.*}} {axes = array<i64: 1, 2>}
  %3 = nn.reduce <mean> %x {axes = array<i64: 1, 2>} : tensor<1x4x4x3x!i8> -> tensor<1x1x1x3x!u>
  // CHECK: nn.softmax %{{.*}} {axis = 3 : i64}
  %4 = nn.softmax %x {axis = 3 : i64} : tensor<1x4x4x3x!i8> -> tensor<1x4x4x3x!u>
  return
}

// CHECK-LABEL: func @movement
func.func @movement(%x: tensor<2x3x!i8>) {
  // CHECK: nn.concat(%{{.*}}, %{{.*}}) {axis = 1 : i64}
  %0 = nn.concat(%x, %x) {axis = 1 : i64} : (tensor<2x3x!i8>, tensor<2x3x!i8>) -> tensor<2x6x!i8>
  // CHECK: nn.reshape
  %1 = nn.reshape %x : tensor<2x3x!i8> -> tensor<6x!i8>
  // CHECK: nn.transpose %{{.*}} {nn.cause = "why", perm = array<i64: 1, 0>}
  %2 = nn.transpose %x {perm = array<i64: 1, 0>, nn.cause = "why"} : tensor<2x3x!i8> -> tensor<3x2x!i8>
  // CHECK: nn.pad %{{.*}} {high = array<i64: 0, 1>, low = array<i64: 1, 0>, value = 0.000000e+00 : f32}
  %3 = nn.pad %x {low = array<i64: 1, 0>, high = array<i64: 0, 1>, value = 0.0 : f32} : tensor<2x3x!i8> -> tensor<3x4x!i8>
  // CHECK: nn.slice %{{.*}} {offsets = array<i64: 0, 1>, strides = array<i64: 1, 1>}
  %4 = nn.slice %x {offsets = array<i64: 0, 1>, strides = array<i64: 1, 1>} : tensor<2x3x!i8> -> tensor<2x2x!i8>
  return
}

// CHECK-LABEL: func @formats
func.func @formats(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: nn.constant dense<[1, 2]> : tensor<2xi8> : tensor<2x!quant.uniform<i8:f32, 2.500000e-01>>
  %0 = nn.constant dense<[1, 2]> : tensor<2xi8> : tensor<2x!u>
  // CHECK: nn.quantize
  %1 = nn.quantize %x : tensor<2xf32> -> tensor<2x!i8>
  // CHECK: nn.requantize
  %2 = nn.requantize %1 : tensor<2x!i8> -> tensor<2x!u>
  // CHECK: nn.dequantize
  %3 = nn.dequantize %2 : tensor<2x!u> -> tensor<2xf32>
  // CHECK: nn.kernel "Erf"(%{{.*}}) {}
  %4 = nn.kernel "Erf"(%3) {} : (tensor<2xf32>) -> tensor<2xf32>
  return %4 : tensor<2xf32>
}

// CHECK-LABEL: func @resize
func.func @resize(%x: tensor<1x2x3x4x!i8>) {
  // CHECK: nn.resize <nearest> %{{.*}} {channels_first, denominators = array<i64: 2, 3>, offsets = array<i64: 0, 1>, steps = array<i64: 1, 2>}
  %0 = nn.resize <nearest> %x {channels_first, steps = array<i64: 1, 2>, offsets = array<i64: 0, 1>,
    denominators = array<i64: 2, 3>} : tensor<1x2x3x4x!i8> -> tensor<1x2x6x6x!i8>
  // CHECK: nn.resize <linear>
  %1 = nn.resize <linear> %x {steps = array<i64: 1, 1>, offsets = array<i64: 0, 0>, denominators = array<i64: 2, 2>}
    : tensor<1x2x3x4x!i8> -> tensor<1x4x6x4x!u>
  return
}

// CHECK-LABEL: func @matmul
func.func @matmul(%a: tensor<2x1x3x4x!i8>, %b: tensor<2x5x6x3x!u>) {
  // CHECK: nn.matmul %{{.*}}, %{{.*}} {alpha = 2.500000e-01 : f32, clamp_max = 1.000000e+00 : f32, transpose_lhs, transpose_rhs} : (
  %0 = nn.matmul %a, %b {transpose_lhs, transpose_rhs, alpha = 0.25 : f32, clamp_max = 1.0 : f32}
    : (tensor<2x1x3x4x!i8>, tensor<2x5x6x3x!u>) -> tensor<2x5x4x6x!i8>
  return
}
