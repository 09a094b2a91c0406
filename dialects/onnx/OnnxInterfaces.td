#ifndef DIALECTS_ONNX_ONNXINTERFACES_TD
#define DIALECTS_ONNX_ONNXINTERFACES_TD

include "mlir/IR/OpBase.td"

def Onnx_InferType : OpInterface<"InferType"> {
  let cppNamespace = "::npu::onnx";
  let description = [{
    Every operator but `onnx.none` has one result whose type follows from its operands' types,
    its attributes and its constant operands.
  }];
  let methods = [
    InterfaceMethod<[{
      The static result type. Called when all operand types are static; what does not fit is a
      diagnostic at the op (Diagnostics.h), one for the first thing that is wrong.
    }], "::mlir::FailureOr<::mlir::RankedTensorType>", "inferType">
  ];
}

#endif
