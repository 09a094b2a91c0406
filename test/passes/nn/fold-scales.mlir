// RUN: npu-opt %s --nn-fold-scales | FileCheck %s

// (conv + [1, 2]) * [2, -4] by channel; all three are one node, and each step has its row.
// CHECK-LABEL: func @conv(
// CHECK-SAME: nn.fusions = [{fired = true, {{.*}}pattern = "nn.conv+add"{{.*}}}, {fired = true, {{.*}}pattern = "nn.conv+mul"{{.*}}}]
// CHECK-DAG: %[[W:.*]] = nn.constant dense<{{\[\[\[\[}}2.000000e+00]]], {{\[\[\[}}-8.000000e+00]]]]> : tensor<2x1x1x1xf32>
// CHECK-DAG: %[[B:.*]] = nn.constant dense<[2.200000e+01, -8.800000e+01]> : tensor<2xf32>
// CHECK: nn.conv(%arg0, %[[W]], %[[B]])
// CHECK-NEXT: return
func.func @conv(%x: tensor<1x1x4x4xf32>) -> tensor<1x2x4x4xf32> {
  %w = nn.constant dense<[[[[1.0]]], [[[2.0]]]]> : tensor<2x1x1x1xf32> : tensor<2x1x1x1xf32>
  %b = nn.constant dense<[10.0, 20.0]> : tensor<2xf32> : tensor<2xf32>
  %o = nn.constant dense<[[[1.0]], [[2.0]]]> : tensor<2x1x1xf32> : tensor<2x1x1xf32>
  %f = nn.constant dense<[[[[2.0]], [[-4.0]]]]> : tensor<1x2x1x1xf32> : tensor<1x2x1x1xf32>
  %0 = nn.conv(%x, %w, %b) {channels_first, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 1 : i64} : (tensor<1x1x4x4xf32>, tensor<2x1x1x1xf32>, tensor<2xf32>) -> tensor<1x2x4x4xf32>
  %1 = nn.binary <add> %0, %o : (tensor<1x2x4x4xf32>, tensor<2x1x1xf32>) -> tensor<1x2x4x4xf32>
  %2 = nn.binary <mul> %f, %1 : (tensor<1x2x1x1xf32>, tensor<1x2x4x4xf32>) -> tensor<1x2x4x4xf32>
  return %2 : tensor<1x2x4x4xf32>
}

// c - x turns the sign; x / c divides; the last axis counts a dense layer's channels.
// CHECK-LABEL: func @dense(
// CHECK-DAG: %[[W:.*]] = nn.constant dense<{{\[\[}}-5.000000e-01, -1.000000e+00], [-1.500000e+00, -2.000000e+00]]>
// CHECK-DAG: %[[B:.*]] = nn.constant dense<[2.500000e+00, 5.000000e-01]>
// CHECK: nn.dense(%arg0, %[[W]], %[[B]])
// CHECK-NEXT: return
func.func @dense(%x: tensor<3x2xf32>) -> tensor<3x2xf32> {
  %w = nn.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32> : tensor<2x2xf32>
  %b = nn.constant dense<[1.0, 5.0]> : tensor<2xf32> : tensor<2xf32>
  %six = nn.constant dense<6.0> : tensor<f32> : tensor<f32>
  %two = nn.constant dense<2.0> : tensor<1xf32> : tensor<1xf32>
  %0 = nn.dense(%x, %w, %b) : (tensor<3x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %1 = nn.binary <sub> %six, %0 : (tensor<f32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %2 = nn.binary <div> %1, %two : (tensor<3x2xf32>, tensor<1xf32>) -> tensor<3x2xf32>
  return %2 : tensor<3x2xf32>
}

// Not folded, with the reason: another reader; a constant that differs by row; a division by the product or by zero.
// CHECK-LABEL: func @kept(
// CHECK-SAME: fired = false, {{.*}}why = "the product has other readers"
// CHECK-SAME: fired = false, {{.*}}why = "the constant differs along other axes than the channels"
// CHECK-SAME: fired = false, {{.*}}why = "is no affine function of the product"
// CHECK-SAME: fired = false, {{.*}}why = "a channel would not be finite"
// CHECK-COUNT-4: nn.binary
func.func @kept(%x: tensor<3x2xf32>) -> (tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>) {
  %w = nn.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32> : tensor<2x2xf32>
  %b = nn.constant dense<0.0> : tensor<2xf32> : tensor<2xf32>
  %c = nn.constant dense<2.0> : tensor<f32> : tensor<f32>
  %r = nn.constant dense<[[1.0], [2.0], [3.0]]> : tensor<3x1xf32> : tensor<3x1xf32>
  %z = nn.constant dense<[0.0, 1.0]> : tensor<2xf32> : tensor<2xf32>
  %0 = nn.dense(%x, %w, %b) : (tensor<3x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %1 = nn.binary <add> %0, %c : (tensor<3x2xf32>, tensor<f32>) -> tensor<3x2xf32>
  %2 = nn.dense(%x, %w, %b) : (tensor<3x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %3 = nn.binary <add> %2, %r : (tensor<3x2xf32>, tensor<3x1xf32>) -> tensor<3x2xf32>
  %4 = nn.dense(%x, %w, %b) : (tensor<3x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %5 = nn.binary <div> %c, %4 : (tensor<f32>, tensor<3x2xf32>) -> tensor<3x2xf32>
  %6 = nn.dense(%x, %w, %b) : (tensor<3x2xf32>, tensor<2x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  %7 = nn.binary <div> %6, %z : (tensor<3x2xf32>, tensor<2xf32>) -> tensor<3x2xf32>
  return %0, %1, %3, %5, %7 : tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>, tensor<3x2xf32>
}

// Behind the blocks of a transposed convolution of stride 1x2: output channel k of the file is channels k and k + 2 of the
// product. What differs along the columns does not fold.
// CHECK-LABEL: func @blocks(
// CHECK-SAME: fired = true, {{[^}]*}}pattern = "nn.conv+add"
// CHECK-SAME: fired = false, {{.*}}why = "the constant differs along other axes than the channels"
// CHECK: %[[B:.*]] = nn.constant dense<[1.000000e+01, 2.100000e+01, 1.000000e+01, 2.100000e+01]>
// CHECK: nn.conv(%arg0, %{{.*}}, %[[B]])
func.func @blocks(%x: tensor<1x1x1x3xf32>) -> tensor<1x2x1x5xf32> {
  %w = nn.constant dense<1.0> : tensor<4x1x1x1xf32> : tensor<4x1x1x1xf32>
  %b = nn.constant dense<[0.0, 1.0, 0.0, 1.0]> : tensor<4xf32> : tensor<4xf32>
  %c = nn.constant dense<[[[10.0]], [[20.0]]]> : tensor<2x1x1xf32> : tensor<2x1x1xf32>
  %d = nn.constant dense<[1.0, 2.0, 3.0, 4.0, 5.0]> : tensor<5xf32> : tensor<5xf32>
  %0 = nn.conv(%x, %w, %b) {channels_first, strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 1 : i64} : (tensor<1x1x1x3xf32>, tensor<4x1x1x1xf32>, tensor<4xf32>) -> tensor<1x4x1x3xf32>
  %1 = nn.transpose %0 {perm = array<i64: 0, 2, 3, 1>} : tensor<1x4x1x3xf32> -> tensor<1x1x3x4xf32>
  %s = nn.reshape %1 : tensor<1x1x3x4xf32> -> tensor<1x1x3x2x2xf32>
  %2 = nn.reshape %s : tensor<1x1x3x2x2xf32> -> tensor<1x1x6x2xf32>
  %3 = nn.slice %2 {offsets = array<i64: 0, 0, 1, 0>, strides = array<i64: 1, 1, 1, 1>} : tensor<1x1x6x2xf32> -> tensor<1x1x5x2xf32>
  %4 = nn.transpose %3 {perm = array<i64: 0, 3, 1, 2>} : tensor<1x1x5x2xf32> -> tensor<1x2x1x5xf32>
  %5 = nn.binary <add> %4, %c : (tensor<1x2x1x5xf32>, tensor<2x1x1xf32>) -> tensor<1x2x1x5xf32>
  %6 = nn.binary <add> %5, %d : (tensor<1x2x1x5xf32>, tensor<5xf32>) -> tensor<1x2x1x5xf32>
  return %6 : tensor<1x2x1x5xf32>
}
