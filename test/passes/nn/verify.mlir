// Both contracts list every offender, not the first.
// RUN: not npu-opt %s --split-input-file --nn-verify-float 2>&1 | FileCheck %s --check-prefix=FLOAT
// RUN: not npu-opt %s --split-input-file --nn-verify-quantized 2>&1 | FileCheck %s

// FLOAT: '/a' (nn.pool): channels-first operator
// FLOAT: '/b' (nn.pool): channels-first operator
// FLOAT-NOT: error
// CHECK: '/a' (nn.pool): channels-first operator, wanted channels-last (nn-insert-layout)
// CHECK: '/b' (nn.pool): channels-first operator
func.func @layout(%x: tensor<1x3x4x4xf32>) {
  %0 = nn.pool <max> %x {channels_first, kernel = array<i64: 1, 1>, strides = array<i64: 1, 1>,
    dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>} : tensor<1x3x4x4xf32> -> tensor<1x3x4x4xf32> loc("/a")
  %1 = nn.pool <max> %x {channels_first, kernel = array<i64: 1, 1>, strides = array<i64: 1, 1>,
    dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>} : tensor<1x3x4x4xf32> -> tensor<1x3x4x4xf32> loc("/b")
  return
}

// -----

// Float is an offender, and so is what the target does not run. A constant is not one by itself.
// CHECK: '/add' (nn.binary): computes on 'f32', wanted a quantised tensor: operand 0 is not quantised
// CHECK: '/pool' (nn.pool): the target takes strides at most 8x8, got 9x9, and a blob cannot hold CPU steps yet
func.func @float(%x: tensor<4xf32>, %q: tensor<1x1x1x1x!quant.uniform<i8:f32, 0.5>>) {
  %0 = nn.binary <add> %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("/add")
  %c = nn.constant dense<1.0> : tensor<4xf32> : tensor<4xf32> loc("/constant")
  %1 = nn.pool <max> %q {kernel = array<i64: 1, 1>, strides = array<i64: 9, 9>, dilations = array<i64: 1, 1>,
    pads = array<i64: 0, 0, 0, 0>, nn.device = "cpu", nn.reason = "takes strides at most 8x8, got 9x9"}
    : tensor<1x1x1x1x!quant.uniform<i8:f32, 0.5>> -> tensor<1x1x1x1x!quant.uniform<i8:f32, 0.5>> loc("/pool")
  return
}

// -----

// A network that nobody calibrated: one way out in place of a list.
// CHECK: the network computes in float, and the target in int8: give samples with --calibration
// CHECK-NOT: error
func.func @uncalibrated(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = nn.binary <add> %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  %1 = nn.function "x exp" %0 : tensor<4xf32> -> tensor<4xf32>
  return %1 : tensor<4xf32>
}
