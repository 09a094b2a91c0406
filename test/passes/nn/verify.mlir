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

// Float that the CPU runs is no offender.
// CHECK: '/add' (nn.binary): computes on 'f32', wanted a quantised tensor: operand 0 is not quantised
// CHECK-NOT: /cpu
func.func @float(%x: tensor<4xf32>) {
  %0 = nn.binary <add> %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("/add")
  %1 = nn.binary <add> %x, %x {nn.device = "cpu"} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("/cpu")
  return
}
