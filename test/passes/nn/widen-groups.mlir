// Depthwise convolutions of a machine that has none: wider groups, zeros written out.
// RUN: npu-opt --split-input-file --nn-widen-groups %s | FileCheck %s

// Six groups of one channel become three of two, the cheapest on an array of two channels.
// CHECK-LABEL: func @depthwise
// CHECK-SAME: nn.fusions = [{fired = true, nodes = [""], pattern = "nn.conv groups", why = "the target takes one group, or groups of two and more input channels, got a depthwise convolution: 3 groups, zeros written out: 2 times the products"}]
// CHECK: nn.constant dense<{{\[\[\[\[}}1, 0]]], {{\[\[\[}}0, 2]]], {{\[\[\[}}3, 0]]], {{\[\[\[}}0, 4]]], {{\[\[\[}}5, 0]]], {{\[\[\[}}0, 6]]]]>
// CHECK: nn.conv({{.*}}group = 3
module attributes {npu.target = {isa = "mini", px = 2 : i64, oc = 2 : i64, ic = 2 : i64, dw_factor = 1.0, issue_cycles = 16 : i64, start_cycles = 64 : i64}} {
  func.func @depthwise(%x: tensor<1x4x4x6x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x4x4x6x!quant.uniform<i8:f32, 0.5>> {
    %w = nn.constant dense<[[[[1]]], [[[2]]], [[[3]]], [[[4]]], [[[5]]], [[[6]]]]> : tensor<6x1x1x1xi8> : tensor<6x1x1x1x!quant.uniform<i8:f32, 0.5>>
    %b = nn.constant dense<0> : tensor<6xi32> : tensor<6x!quant.uniform<i32:f32, 0.25>>
    %y = nn.conv(%x, %w, %b) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 6 : i64}
      : (tensor<1x4x4x6x!quant.uniform<i8:f32, 0.5>>, tensor<6x1x1x1x!quant.uniform<i8:f32, 0.5>>, tensor<6x!quant.uniform<i32:f32, 0.25>>) -> tensor<1x4x4x6x!quant.uniform<i8:f32, 0.5>>
    return %y : tensor<1x4x4x6x!quant.uniform<i8:f32, 0.5>>
  }
}

// -----

// Two outputs a group: output channel k reads input channel k / 2, its place among the channels of the one wide group.
// CHECK-LABEL: func @multiplier
// CHECK: nn.constant dense<{{\[\[\[\[}}1, 0]]], {{\[\[\[}}2, 0]]], {{\[\[\[}}0, 3]]], {{\[\[\[}}0, 4]]]]>
// CHECK: nn.conv({{.*}}group = 1
module attributes {npu.target = {isa = "mini", px = 2 : i64, oc = 8 : i64, ic = 8 : i64, dw_factor = 1.0, issue_cycles = 16 : i64, start_cycles = 64 : i64}} {
  func.func @multiplier(%x: tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>> {
    %w = nn.constant dense<[[[[1]]], [[[2]]], [[[3]]], [[[4]]]]> : tensor<4x1x1x1xi8> : tensor<4x1x1x1x!quant.uniform<i8:f32, 0.5>>
    %b = nn.constant dense<0> : tensor<4xi32> : tensor<4x!quant.uniform<i32:f32, 0.25>>
    %y = nn.conv(%x, %w, %b) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 2 : i64}
      : (tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>, tensor<4x1x1x1x!quant.uniform<i8:f32, 0.5>>, tensor<4x!quant.uniform<i32:f32, 0.25>>) -> tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
    return %y : tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>
  }
}

// -----

// Does not fire: the target takes the groups as they are.
// CHECK-LABEL: func @grouped
// CHECK-NOT: nn.fusions
// CHECK: nn.conv({{.*}}group = 2
module attributes {npu.target = {isa = "mini", px = 2 : i64, oc = 8 : i64, ic = 8 : i64, dw_factor = 1.0, issue_cycles = 16 : i64, start_cycles = 64 : i64}} {
  func.func @grouped(%x: tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>) -> tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>> {
    %w = nn.constant dense<1> : tensor<2x1x1x2xi8> : tensor<2x1x1x2x!quant.uniform<i8:f32, 0.5>>
    %b = nn.constant dense<0> : tensor<2xi32> : tensor<2x!quant.uniform<i32:f32, 0.25>>
    %y = nn.conv(%x, %w, %b) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 2 : i64}
      : (tensor<1x4x4x4x!quant.uniform<i8:f32, 0.5>>, tensor<2x1x1x2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i32:f32, 0.25>>) -> tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>
    return %y : tensor<1x4x4x2x!quant.uniform<i8:f32, 0.5>>
  }
}
