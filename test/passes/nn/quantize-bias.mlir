// RUN: npu-opt %s --nn-quantize | FileCheck %s

// 1.27 is 127 steps of 0.01. 0.004 is rounded to 0, which takes 0.004 * 5 from a mean input of 5; 0.256 is 26 steps, which is
// 0.004 too much of a mean input of -2: the bias 0.1 becomes 0.1 + 0.02 + 0.008. Steps of the accumulator: 0.02 * 0.01.
// CHECK: nn.quantization = [{{.*}}{bias_shift = array<f32: {{0.02[78][0-9]*}}>, kind = "filter", scales = array<f32: 0.00999999977>, tensor =
// CHECK-DAG: nn.constant dense<{{\[\[\[\[}}127, 0, 26]]]]> : tensor<1x1x1x3xi8>
// CHECK-DAG: nn.constant dense<640> : tensor<1xi32>
// CHECK-NOT: nn.input_means
func.func @main(%x: tensor<1x4x4x3xf32> {onnx.name = "x", nn.range = array<f32: 0.0, 5.1>}) -> tensor<1x4x4x1xf32> {
  %w = nn.constant dense<[[[[1.27, 0.004, 0.256]]]]> : tensor<1x1x1x3xf32> : tensor<1x1x1x3xf32>
  %b = nn.constant dense<0.1> : tensor<1xf32> : tensor<1xf32>
  %c = nn.conv(%x, %w, %b) {strides = array<i64: 1, 1>, dilations = array<i64: 1, 1>, pads = array<i64: 0, 0, 0, 0>, group = 1 : i64,
    nn.input_means = array<f32: 1.0, 5.0, -2.0>, nn.ranges = array<f32: -1.0, 6.0>} : (tensor<1x4x4x3xf32>, tensor<1x1x1x3xf32>, tensor<1xf32>) -> tensor<1x4x4x1xf32>
  return %c : tensor<1x4x4x1xf32>
}
