// What every operator of the dialect is made of.
#ifndef DIALECTS_ONNX_ONNXOPERATOR_TD
#define DIALECTS_ONNX_ONNXOPERATOR_TD

include "dialects/onnx/OnnxDialect.td"
include "dialects/onnx/OnnxInterfaces.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

def Onnx_Tensor : TensorOf<[AnyType]>;
def Onnx_Optional : AnyTypeOf<[Onnx_Tensor, NoneType], "a tensor, or none where the node leaves it out">;
def Onnx_Integers : TensorOf<[I64, I32]>;
def Onnx_OptionalIntegers : AnyTypeOf<[Onnx_Integers, NoneType], "integers, or none where the node leaves them out">;

def Onnx_Int : TypedAttrBase<SI64, "IntegerAttr", SI64Attr.predicate, "an ONNX integer attribute"> {
  let storageType = "::mlir::IntegerAttr";
  let returnType = "int64_t";
  let convertFromStorage = "$_self.getValue().getSExtValue()";
  let constBuilderCall = "$_builder.getIntegerAttr($_builder.getIntegerType(64, true), $0)";
}
class Onnx_IntOr<string value> : DefaultValuedAttr<Onnx_Int, value>;
class Onnx_WordOr<string value> : DefaultValuedStrAttr<StrAttr, value>;
def Onnx_Ints : OptionalAttr<DenseI64ArrayAttr>;

// An operator of the file: pure, one result, its type inferable.
class Onnx_Node<string mnemonic, list<Trait> traits = []> : Op<Onnx_Dialect, mnemonic,
    !listconcat([Pure, DeclareOpInterfaceMethods<Onnx_InferType>], traits)> {
  let results = (outs Onnx_Tensor:$y);
  let assemblyFormat = "`(` operands `)` attr-dict `:` functional-type(operands, results)";
}

#endif
