// RUN: not npu-opt %s --convert-onnx-to-nn 2>&1 | FileCheck %s

// What a Resize asks for and does not say, or ONNX does not, is named, each with the way out.
// CHECK: error: 5 of 5 nodes are not supported:
// CHECK-NEXT: 'antialias' (Resize, opset 19): antialias is 1 with mode 'nearest', wanted 'linear' or 'cubic'; export the model without it
// CHECK-NEXT: 'region' (Resize, opset 19): roi is not a constant of two float32 values for each axis; export it as an initializer
// CHECK-NEXT: 'fraction' (Resize, opset 19): axis 2: scale 1.234567 is no fraction with a denominator up to 4096; export the model with sizes
// CHECK-NEXT: 'corners' (Resize, opset 19): axis 3: scale 0.600000 makes 4 no whole number, and for 'align_corners' ONNX and its reference disagree about the rest; export the model with sizes
// CHECK-NEXT: 'crop' (Resize, opset 19): axis 3: scale 0.600000 makes 4 no whole number, and for 'tf_crop_and_resize' ONNX and its reference disagree about the rest; export the model with sizes
module attributes {onnx.opset = 19 : i64} {
  func.func @main(%x: tensor<1x2x4x4xf32>) -> tensor<1x2x4x2xf32> {
    %n = onnx.none
    %z = onnx.Constant dense<[1, 2, 8, 8]> : tensor<4xi64> : tensor<4xi64>
    %f = onnx.Constant dense<[1.0, 1.0, 1.2345671, 2.0]> : tensor<4xf32> : tensor<4xf32>
    %s = onnx.Constant dense<[1.0, 1.0, 1.0, 0.6]> : tensor<4xf32> : tensor<4xf32>
    %r = onnx.Constant dense<[0.0, 0.0, 0.0, 0.0, 1.0, 1.0, 1.0, 1.0]> : tensor<8xf32> : tensor<8xf32>
    %0 = onnx.Resize(%x, %n, %n, %z) {antialias = 1 : si64} : (tensor<1x2x4x4xf32>, none, none, tensor<4xi64>) -> tensor<1x2x8x8xf32> loc("antialias")
    %1 = onnx.Resize(%x, %n, %n, %z) {coordinate_transformation_mode = "tf_crop_and_resize"} : (tensor<1x2x4x4xf32>, none, none, tensor<4xi64>) -> tensor<1x2x8x8xf32> loc("region")
    %2 = onnx.Resize(%x, %n, %f, %n) : (tensor<1x2x4x4xf32>, none, tensor<4xf32>, none) -> tensor<1x2x4x8xf32> loc("fraction")
    %3 = onnx.Resize(%x, %n, %s, %n) {coordinate_transformation_mode = "align_corners"} : (tensor<1x2x4x4xf32>, none, tensor<4xf32>, none) -> tensor<1x2x4x2xf32> loc("corners")
    %4 = onnx.Resize(%x, %r, %s, %n) {coordinate_transformation_mode = "tf_crop_and_resize"} : (tensor<1x2x4x4xf32>, tensor<8xf32>, tensor<4xf32>, none) -> tensor<1x2x4x2xf32> loc("crop")
    return %4 : tensor<1x2x4x2xf32>
  }
}
