// RUN: not npu-opt %s --convert-onnx-to-nn 2>&1 | FileCheck %s

// What a Resize asks for and nn.resize does not know is named, each with the way out.
// CHECK: error: 7 of 7 nodes are not supported:
// CHECK-NEXT: 'cubic' (Resize, opset 19): mode is 'cubic', wanted 'nearest' or 'linear'; export the model with one of these
// CHECK-NEXT: 'antialias' (Resize, opset 19): antialias is 1, wanted 0; export the model without it
// CHECK-NEXT: 'crop' (Resize, opset 19): coordinate_transformation_mode is 'tf_crop_and_resize', wanted one without a region
// CHECK-NEXT: 'channels' (Resize, opset 19): resizes axis 1 from 2 to 4, wanted images and channels as they are
// CHECK-NEXT: 'fraction' (Resize, opset 19): axis 2: scale 1.234567 is no fraction with a denominator up to 4096; export the model with sizes
// CHECK-NEXT: 'corners' (Resize, opset 19): axis 3: scale 0.600000 makes 4 no whole number, and for 'align_corners' ONNX and its reference disagree about the rest; export the model with sizes
// CHECK-NEXT: 'rank' (Resize, opset 19): resizes a tensor of rank 2, wanted one or two axes after images and channels
module attributes {onnx.opset = 19 : i64} {
  func.func @main(%x: tensor<1x2x4x4xf32>, %m: tensor<4x4xf32>) -> tensor<8x8xf32> {
    %n = onnx.none
    %z = onnx.Constant dense<[1, 2, 8, 8]> : tensor<4xi64> : tensor<4xi64>
    %c = onnx.Constant dense<[1, 4, 8, 8]> : tensor<4xi64> : tensor<4xi64>
    %f = onnx.Constant dense<[1.0, 1.0, 1.2345671, 2.0]> : tensor<4xf32> : tensor<4xf32>
    %s = onnx.Constant dense<[1.0, 1.0, 1.0, 0.6]> : tensor<4xf32> : tensor<4xf32>
    %t = onnx.Constant dense<[2.0, 2.0]> : tensor<2xf32> : tensor<2xf32>
    %0 = onnx.Resize(%x, %n, %n, %z) {mode = "cubic"} : (tensor<1x2x4x4xf32>, none, none, tensor<4xi64>) -> tensor<1x2x8x8xf32> loc("cubic")
    %1 = onnx.Resize(%x, %n, %n, %z) {mode = "linear", antialias = 1 : si64} : (tensor<1x2x4x4xf32>, none, none, tensor<4xi64>) -> tensor<1x2x8x8xf32> loc("antialias")
    %2 = onnx.Resize(%x, %n, %n, %z) {coordinate_transformation_mode = "tf_crop_and_resize"} : (tensor<1x2x4x4xf32>, none, none, tensor<4xi64>) -> tensor<1x2x8x8xf32> loc("crop")
    %3 = onnx.Resize(%x, %n, %n, %c) : (tensor<1x2x4x4xf32>, none, none, tensor<4xi64>) -> tensor<1x4x8x8xf32> loc("channels")
    %4 = onnx.Resize(%x, %n, %f, %n) : (tensor<1x2x4x4xf32>, none, tensor<4xf32>, none) -> tensor<1x2x4x8xf32> loc("fraction")
    %5 = onnx.Resize(%x, %n, %s, %n) {coordinate_transformation_mode = "align_corners"} : (tensor<1x2x4x4xf32>, none, tensor<4xf32>, none) -> tensor<1x2x4x2xf32> loc("corners")
    %6 = onnx.Resize(%m, %n, %t, %n) : (tensor<4x4xf32>, none, tensor<2xf32>, none) -> tensor<8x8xf32> loc("rank")
    return %6 : tensor<8x8xf32>
  }
}
