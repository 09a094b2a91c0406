// RUN: npu-opt %s --convert-onnx-to-nn | FileCheck %s

// Twice as many, half_pixel: output i lies at (2i - 1) / 4; nearest rounds it in its offset.
// CHECK-LABEL: func @half_pixel
// CHECK: nn.resize <linear> %arg0 {channels_first, denominators = array<i64: 4, 4>, offsets = array<i64: -1, -1>, steps = array<i64: 2, 2>} : tensor<1x3x4x5xf32> -> tensor<1x3x8x10xf32>
// CHECK: nn.resize <nearest> %arg0 {channels_first, denominators = array<i64: 2, 2>, offsets = array<i64: 0, 0>, steps = array<i64: 1, 1>}
func.func @half_pixel(%x: tensor<1x3x4x5xf32>) -> (tensor<1x3x8x10xf32>, tensor<1x3x8x10xf32>) {
  %n = onnx.none
  %s = onnx.Constant dense<[1.0, 1.0, 2.0, 2.0]> : tensor<4xf32> : tensor<4xf32>
  %0 = onnx.Resize(%x, %n, %s, %n) {mode = "linear"} : (tensor<1x3x4x5xf32>, none, tensor<4xf32>, none) -> tensor<1x3x8x10xf32>
  %1 = onnx.Resize(%x, %n, %s, %n) : (tensor<1x3x4x5xf32>, none, tensor<4xf32>, none) -> tensor<1x3x8x10xf32>
  return %0, %1 : tensor<1x3x8x10xf32>, tensor<1x3x8x10xf32>
}

// The other coordinates; an axis that keeps its extent keeps its values.
// CHECK-LABEL: func @coordinates
// CHECK: {channels_first, denominators = array<i64: 1, 9>, offsets = array<i64: 0, 0>, steps = array<i64: 1, 4>}
// CHECK: {channels_first, denominators = array<i64: 1, 2>, offsets = array<i64: 0, 0>, steps = array<i64: 1, 1>}
// CHECK: {channels_first, denominators = array<i64: 1, 2>, offsets = array<i64: 0, 1>, steps = array<i64: 1, 1>}
func.func @coordinates(%x: tensor<1x3x4x5xf32>) -> (tensor<1x3x4x10xf32>, tensor<1x3x4x10xf32>, tensor<1x3x4x10xf32>) {
  %n = onnx.none
  %z = onnx.Constant dense<[1, 3, 4, 10]> : tensor<4xi64> : tensor<4xi64>
  %0 = onnx.Resize(%x, %n, %n, %z) {mode = "linear", coordinate_transformation_mode = "align_corners"} : (tensor<1x3x4x5xf32>, none, none, tensor<4xi64>) -> tensor<1x3x4x10xf32>
  %1 = onnx.Resize(%x, %n, %n, %z) {coordinate_transformation_mode = "asymmetric", nearest_mode = "floor"} : (tensor<1x3x4x5xf32>, none, none, tensor<4xi64>) -> tensor<1x3x4x10xf32>
  %2 = onnx.Resize(%x, %n, %n, %z) {coordinate_transformation_mode = "asymmetric", nearest_mode = "ceil"} : (tensor<1x3x4x5xf32>, none, none, tensor<4xi64>) -> tensor<1x3x4x10xf32>
  return %0, %1, %2 : tensor<1x3x4x10xf32>, tensor<1x3x4x10xf32>, tensor<1x3x4x10xf32>
}

// 0.6 in f32 stands for 3/5, even where 5 * 0.6 does not say so.
// CHECK-LABEL: func @fraction
// CHECK: nn.resize <linear> %arg0 {channels_first, denominators = array<i64: 3, 3>, offsets = array<i64: 1, 1>, steps = array<i64: 5, 5>} : tensor<1x3x4x5xf32> -> tensor<1x3x2x3xf32>
func.func @fraction(%x: tensor<1x3x4x5xf32>) -> tensor<1x3x2x3xf32> {
  %n = onnx.none
  %s = onnx.Constant dense<[1.0, 1.0, 0.6, 0.6]> : tensor<4xf32> : tensor<4xf32>
  %0 = onnx.Resize(%x, %n, %s, %n) {mode = "linear"} : (tensor<1x3x4x5xf32>, none, tensor<4xf32>, none) -> tensor<1x3x2x3xf32>
  return %0 : tensor<1x3x2x3xf32>
}

// One spatial axis is one row. Upsample is asymmetric and takes the smaller neighbour.
// CHECK-LABEL: func @line
// CHECK: nn.reshape %arg0 : tensor<1x3x5xf32> -> tensor<1x3x1x5xf32>
// CHECK: nn.resize <nearest> {{.*}} {channels_first, denominators = array<i64: 1, 3>, offsets = array<i64: 0, 0>, steps = array<i64: 1, 1>} : tensor<1x3x1x5xf32> -> tensor<1x3x1x15xf32>
// CHECK: nn.reshape {{.*}} -> tensor<1x3x15xf32>
func.func @line(%x: tensor<1x3x5xf32>) -> tensor<1x3x15xf32> {
  %s = onnx.Constant dense<[1.0, 1.0, 3.0]> : tensor<3xf32> : tensor<3xf32>
  %0 = onnx.Upsample(%x, %s) : (tensor<1x3x5xf32>, tensor<3xf32>) -> tensor<1x3x15xf32>
  return %0 : tensor<1x3x15xf32>
}

// What two neighbours cannot say is a matrix an axis, here rows by cubic weights at quarters, ends repeated.
// CHECK-LABEL: func @cubic
// CHECK-DAG: %[[T:.*]] = nn.transpose %arg0 {perm = array<i64: 0, 1, 3, 2>} : tensor<1x3x2x5xf32> -> tensor<1x3x5x2xf32>
// CHECK-DAG: %[[B:.*]] = nn.constant dense<0.000000e+00> : tensor<4xf32>
// CHECK-DAG: %[[W:.*]] = nn.constant dense<{{\[}}[1.10546875, -0.10546875], [0.7734375, 0.2265625], [0.2265625, 0.7734375], [-0.10546875, 1.10546875]]> : tensor<4x2xf32>
// CHECK: %[[D:.*]] = nn.dense(%[[T]], %[[W]], %[[B]]) : (tensor<1x3x5x2xf32>, tensor<4x2xf32>, tensor<4xf32>) -> tensor<1x3x5x4xf32>
// CHECK: nn.transpose %[[D]] {perm = array<i64: 0, 1, 3, 2>} : tensor<1x3x5x4xf32> -> tensor<1x3x4x5xf32>
func.func @cubic(%x: tensor<1x3x2x5xf32>) -> tensor<1x3x4x5xf32> {
  %n = onnx.none
  %z = onnx.Constant dense<[1, 3, 4, 5]> : tensor<4xi64> : tensor<4xi64>
  %0 = onnx.Resize(%x, %n, %n, %z) {mode = "cubic"} : (tensor<1x3x2x5xf32>, none, none, tensor<4xi64>) -> tensor<1x3x4x5xf32>
  return %0 : tensor<1x3x4x5xf32>
}

// Antialiasing at half the size weighs four samples; the ends have fewer, weighed more, if exclude_outside says so.
// CHECK-LABEL: func @antialias
// CHECK-DAG: nn.constant dense<{{\[}}[5.000000e-01, 3.750000e-01, 1.250000e-01, 0.000000e+00], [0.000000e+00, 1.250000e-01, 3.750000e-01, 5.000000e-01]]>
// CHECK-DAG: nn.constant dense<{{\[}}[0.428571433, 0.428571433, 0.142857149, 0.000000e+00], [0.000000e+00, 0.142857149, 0.428571433, 0.428571433]]>
func.func @antialias(%x: tensor<1x3x2x4xf32>) -> (tensor<1x3x2x2xf32>, tensor<1x3x2x2xf32>) {
  %n = onnx.none
  %z = onnx.Constant dense<[1, 3, 2, 2]> : tensor<4xi64> : tensor<4xi64>
  %0 = onnx.Resize(%x, %n, %n, %z) {mode = "linear", antialias = 1 : si64} : (tensor<1x3x2x4xf32>, none, none, tensor<4xi64>) -> tensor<1x3x2x2xf32>
  %1 = onnx.Resize(%x, %n, %n, %z) {mode = "linear", antialias = 1 : si64, exclude_outside = 1 : si64} : (tensor<1x3x2x4xf32>, none, none, tensor<4xi64>) -> tensor<1x3x2x2xf32>
  return %0, %1 : tensor<1x3x2x2xf32>, tensor<1x3x2x2xf32>
}

// A region that begins before the samples: its first output is the extrapolation value, which the bias adds.
// CHECK-LABEL: func @region
// CHECK-DAG: nn.constant dense<{{\[}}[0.000000e+00, 0.000000e+00, 0.000000e+00], [0.000000e+00, 1.000000e+00, 0.000000e+00]]> : tensor<2x3xf32>
// CHECK-DAG: nn.constant dense<[7.000000e+00, 0.000000e+00]> : tensor<2xf32>
func.func @region(%x: tensor<1x3xf32>) -> tensor<1x2xf32> {
  %n = onnx.none
  %r = onnx.Constant dense<[0.0, -0.5, 1.0, 0.5]> : tensor<4xf32> : tensor<4xf32>
  %z = onnx.Constant dense<[1, 2]> : tensor<2xi64> : tensor<2xi64>
  %0 = onnx.Resize(%x, %r, %n, %z) {mode = "linear", coordinate_transformation_mode = "tf_crop_and_resize", extrapolation_value = 7.0 : f32} : (tensor<1x3xf32>, tensor<4xf32>, none, tensor<2xi64>) -> tensor<1x2xf32>
  return %0 : tensor<1x2xf32>
}

// Channels, too, and tensors of any rank.
// CHECK-LABEL: func @channels
// CHECK: nn.dense({{.*}}) : (tensor<1x4x4x2xf32>, tensor<4x2xf32>, tensor<4xf32>) -> tensor<1x4x4x4xf32>
// CHECK: nn.dense({{.*}}) : (tensor<4xf32>, tensor<6x4xf32>, tensor<6xf32>) -> tensor<6xf32>
func.func @channels(%x: tensor<1x2x4x4xf32>, %l: tensor<4xf32>) -> (tensor<1x4x4x4xf32>, tensor<6xf32>) {
  %n = onnx.none
  %c = onnx.Constant dense<[1, 4, 4, 4]> : tensor<4xi64> : tensor<4xi64>
  %s = onnx.Constant dense<6> : tensor<1xi64> : tensor<1xi64>
  %0 = onnx.Resize(%x, %n, %n, %c) : (tensor<1x2x4x4xf32>, none, none, tensor<4xi64>) -> tensor<1x4x4x4xf32>
  %1 = onnx.Resize(%l, %n, %n, %s) {mode = "linear"} : (tensor<4xf32>, none, none, tensor<1xi64>) -> tensor<6xf32>
  return %0, %1 : tensor<1x4x4x4xf32>, tensor<6xf32>
}

// Nothing is resized: whatever the mode, nothing happens.
// CHECK-LABEL: func @unchanged
// CHECK-NEXT: return %arg0
func.func @unchanged(%x: tensor<1x3x4x5xf32>) -> tensor<1x3x4x5xf32> {
  %n = onnx.none
  %z = onnx.Constant dense<[1, 3, 4, 5]> : tensor<4xi64> : tensor<4xi64>
  %0 = onnx.Resize(%x, %n, %n, %z) {mode = "cubic"} : (tensor<1x3x4x5xf32>, none, none, tensor<4xi64>) -> tensor<1x3x4x5xf32>
  return %0 : tensor<1x3x4x5xf32>
}
