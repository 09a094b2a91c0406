#ifndef DIALECTS_ONNX_ONNXDIALECT
#define DIALECTS_ONNX_ONNXDIALECT
include "mlir/IR/OpBase.td"
include "mlir/IR/DialectBase.td"

def Onnx_Dialect : Dialect {
  let name = "onnx";
  let cppNamespace = "::npu::onnx";
  let summary = "What did the file say?";
  let description = [{
    ONNX operators with ONNX names and semantics on NCHW tensors. The ONNX node's name is
    the op's location; optional operands that the node leaves out are `onnx.none`. Nothing
    here that the user could not find again by node name; gone after the conversion to `nn`.
  }];
}
#endif
