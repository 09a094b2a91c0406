// RUN: npu-opt %s | npu-opt | FileCheck %s
// RUN: npu-opt %s --emit-bytecode | npu-opt | FileCheck %s

// What the node leaves out is none; defaults are not printed.
// CHECK-LABEL: func.func @convolution
func.func @convolution(%x: tensor<1x4x8x8xf32>, %w: tensor<8x1x3x3xf32>) -> tensor<*xf32> {
  // CHECK: %[[NONE:.*]] = onnx.none
  %none = onnx.none
  // CHECK: onnx.Conv(%{{.*}}, %{{.*}}, %[[NONE]]) {group = 4 : si64, pads = array<i64: 1, 1, 1, 1>}
  %0 = onnx.Conv(%x, %w, %none) {auto_pad = "NOTSET", group = 4 : si64, pads = array<i64: 1, 1, 1, 1>} :
    (tensor<1x4x8x8xf32>, tensor<8x1x3x3xf32>, none) -> tensor<*xf32>
  return %0 : tensor<*xf32>
}

// Constants are dense or a resource, and keep the file's name as their location.
// CHECK-LABEL: func.func @constants
func.func @constants() -> (tensor<2xui8>, tensor<2xf32>) {
  // CHECK: onnx.Constant dense<[1, 255]> : tensor<2xui8> : tensor<2xui8>
  %0 = onnx.Constant dense<[1, 255]> : tensor<2xui8> : tensor<2xui8>
  // CHECK: onnx.Constant dense_resource<weights> : tensor<2xf32> : tensor<2xf32>
  %1 = onnx.Constant dense_resource<weights> : tensor<2xf32> : tensor<2xf32>
  return %0, %1 : tensor<2xui8>, tensor<2xf32>
}

// A QDQ pair before its types are known.
// CHECK-LABEL: func.func @quantized
func.func @quantized(%x: tensor<1x3xf32>, %s: tensor<f32>, %z: tensor<i8>) -> tensor<*xf32> {
  // CHECK: onnx.QuantizeLinear
  %0 = onnx.QuantizeLinear(%x, %s, %z) : (tensor<1x3xf32>, tensor<f32>, tensor<i8>) -> tensor<*xi8>
  // CHECK: onnx.DequantizeLinear{{.*}} {axis = -1 : si64}
  %1 = onnx.DequantizeLinear(%0, %s, %z) {axis = -1 : si64} : (tensor<*xi8>, tensor<f32>, tensor<i8>) -> tensor<*xf32>
  return %1 : tensor<*xf32>
}

{-#
  dialect_resources: { builtin: { weights: "0x040000000000803F00000040" } }
#-}
