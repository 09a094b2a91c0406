#ifndef DIALECTS_ONNX_ONNXDIALECT_TD
#define DIALECTS_ONNX_ONNXDIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/DialectBase.td"

def Onnx_Dialect : Dialect {
  let name = "onnx";
  let cppNamespace = "::npu::onnx";
  let summary = "what did the file say?";
  let description = [{
    ONNX operators with ONNX names and the semantics of opset 21, on NCHW tensors. The importer
    rewrites the attribute-or-input forms of opsets 7..20 into that one form and keeps the
    node's name as the op's location (`<Op>_<index>` for a node without one), so every op can
    be found again in the file. Gone after the conversion to `nn`.

    An optional operand that a node leaves out is `onnx.none`; an operator always has all its
    operands. ONNX int8 is `i8`, uint8 is `ui8`, bool is `i1`. A result is `tensor<*xT>` until
    `onnx-infer-shapes`. Constants of more than a few elements are `dense_resource`.

    Attributes of the module: `onnx.opset` (of the file), `onnx.model_name`. Attribute of the
    arguments and results of `@main`: `onnx.name`.
  }];
  let hasConstantMaterializer = 1;
}

#endif
