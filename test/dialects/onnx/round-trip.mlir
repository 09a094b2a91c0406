// RUN: npu-opt %s | npu-opt | FileCheck %s
// RUN: npu-opt %s --emit-bytecode | npu-opt | FileCheck %s

// CHECK-LABEL: func.func @none
// CHECK: onnx.none
func.func @none() -> none {
  %0 = onnx.none
  return %0 : none
}
