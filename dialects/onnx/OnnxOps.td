#ifndef DIALECTS_ONNX_ONNXOPS
#define DIALECTS_ONNX_ONNXOPS
include "dialects/onnx/OnnxDialect.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

class Onnx_Op<string mnemonic, list<Trait> traits = []>
    : Op<Onnx_Dialect, mnemonic, !listconcat(traits, [Pure])>;

def Onnx_NoneOp : Onnx_Op<"none", [ConstantLike]> {
  let summary = "an optional operand that the node leaves out";
  let results = (outs NoneType:$none);
  let assemblyFormat = "attr-dict";
  let hasFolder = 1;
}
#endif
