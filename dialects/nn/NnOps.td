#ifndef DIALECTS_NN_NNOPS_TD
#define DIALECTS_NN_NNOPS_TD

include "dialects/nn/NnDialect.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/EnumAttr.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

class Nn_Kind<string name, string summary, list<I32EnumAttrCase> cases>
    : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::npu::nn";
  let genSpecializedAttr = 0;
}
class Nn_KindAttr<EnumAttrInfo kind, string mnemonic> : EnumAttr<Nn_Dialect, kind, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

def Nn_BinaryKind : Nn_Kind<"BinaryKind", "elementwise operator of two operands", [
  I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Sub", 1, "sub">, I32EnumAttrCase<"Mul", 2, "mul">,
  I32EnumAttrCase<"Min", 3, "min">, I32EnumAttrCase<"Max", 4, "max">, I32EnumAttrCase<"Div", 5, "div">,
  I32EnumAttrCase<"Equal", 6, "equal">, I32EnumAttrCase<"Greater", 7, "greater">, I32EnumAttrCase<"Less", 8, "less">]>;
def Nn_BinaryKindAttr : Nn_KindAttr<Nn_BinaryKind, "binary_kind">;

def Nn_PoolKind : Nn_Kind<"PoolKind", "window reduction", [
  I32EnumAttrCase<"Max", 0, "max">, I32EnumAttrCase<"Average", 1, "average">]>;
def Nn_PoolKindAttr : Nn_KindAttr<Nn_PoolKind, "pool_kind">;

def Nn_ResizeKind : Nn_Kind<"ResizeKind", "value between samples", [
  I32EnumAttrCase<"Nearest", 0, "nearest">, I32EnumAttrCase<"Linear", 1, "linear">]>;
def Nn_ResizeKindAttr : Nn_KindAttr<Nn_ResizeKind, "resize_kind">;

def Nn_ReduceKind : Nn_Kind<"ReduceKind", "reduction over axes", [
  I32EnumAttrCase<"Sum", 0, "sum">, I32EnumAttrCase<"Mean", 1, "mean">, I32EnumAttrCase<"Max", 2, "max">,
  I32EnumAttrCase<"Min", 3, "min">]>;
def Nn_ReduceKindAttr : Nn_KindAttr<Nn_ReduceKind, "reduce_kind">;

//===----------------------------------------------------------------------===//
// Constants and number formats
//===----------------------------------------------------------------------===//

def Nn_ConstantOp : Nn_Op<"constant", [Pure, ConstantLike]> {
  let summary = "a constant tensor";
  let description = [{
    `value` holds the storage elements (i8, i32 for a quantised result); its shape is the result's.
  }];
  let arguments = (ins ElementsAttr:$value);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "$value attr-dict `:` type($output)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

class Nn_FormatOp<string mnemonic> : Nn_Op<mnemonic, [Pure]> {
  let arguments = (ins AnyStaticShapeTensor:$input);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($output)";
  let hasVerifier = 1;
}
def Nn_QuantizeOp : Nn_FormatOp<"quantize"> {
  let summary = "float to quantised (N1)";
}
def Nn_DequantizeOp : Nn_FormatOp<"dequantize"> {
  let summary = "quantised to float (N2)";
}
def Nn_RequantizeOp : Nn_FormatOp<"requantize"> {
  let summary = "quantised to another scale and zero point (N4)";
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Convolution and matrix products
//===----------------------------------------------------------------------===//

def Nn_ConvOp : Nn_Op<"conv", [Pure]> {
  let summary = "2-D convolution, bias and clamp";
  let description = [{
    input [N,H,W,C] (or [N,C,H,W] with `channels_first`), filter always [K,R,S,C/group], bias [K],
    output [N,OH,OW,K] (or [N,K,OH,OW]). pads = [top, left, bottom, right]. Padding contributes real zero (N6).
    Quantised: input and output per tensor i8; filter i8, symmetric, per tensor or per axis 0; bias i32 of scale
    input scale * filter scale. clamp_min and clamp_max are real values.
  }];
  let arguments = (ins AnyStaticShapeTensor:$input, AnyStaticShapeTensor:$filter, AnyStaticShapeTensor:$bias,
    DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$dilations, DenseI64ArrayAttr:$pads, I64Attr:$group,
    OptionalAttr<F32Attr>:$clamp_min, OptionalAttr<F32Attr>:$clamp_max, UnitAttr:$channels_first);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = [{ `(` $input `,` $filter `,` $bias `)` attr-dict
    `:` `(` type($input) `,` type($filter) `,` type($bias) `)` `->` type($output) }];
  let hasVerifier = 1;
}

def Nn_DenseOp : Nn_Op<"dense", [Pure]> {
  let summary = "matrix product with a constant, bias and clamp";
  let description = [{
    input [..., C], filter [K, C], bias [K], output [..., K]; number formats and clamps as `nn.conv`.
  }];
  let arguments = (ins AnyStaticShapeTensor:$input, AnyStaticShapeTensor:$filter, AnyStaticShapeTensor:$bias,
    OptionalAttr<F32Attr>:$clamp_min, OptionalAttr<F32Attr>:$clamp_max);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = [{ `(` $input `,` $filter `,` $bias `)` attr-dict
    `:` `(` type($input) `,` type($filter) `,` type($bias) `)` `->` type($output) }];
  let hasVerifier = 1;
}

def Nn_MatmulOp : Nn_Op<"matmul", [Pure]> {
  let summary = "matrix products of two computed tensors, times a number, and clamp (N3, N4)";
  let description = [{
    lhs [..., M, C], or [..., C, M] with `transpose_lhs`; rhs [..., C, N], or [..., N, C] with `transpose_rhs`; output
    [..., M, N] = alpha * lhs * rhs. All of one rank; each of the leading axes has the output's extent or 1, which
    broadcasts. alpha > 0. Quantised: i8 per tensor, each with its zero point; sums exact in i32, alpha part of the
    one rescale.
  }];
  let arguments = (ins AnyStaticShapeTensor:$lhs, AnyStaticShapeTensor:$rhs, UnitAttr:$transpose_lhs,
    UnitAttr:$transpose_rhs, DefaultValuedAttr<F32Attr, "1.0f">:$alpha, OptionalAttr<F32Attr>:$clamp_min,
    OptionalAttr<F32Attr>:$clamp_max);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = [{ $lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($output) }];
  let hasVerifier = 1;
  let extraClassDeclaration = [{
    /// M, C and N of the matrices.
    int64_t getRows();
    int64_t getInner();
    int64_t getColumns();
    /// What a sum of products of integers is multiplied by, for the scales of operands and result.
    double rescaleRatio(double lhs, double rhs, double output) {
      return lhs * rhs * getAlpha().convertToFloat() / output;
    }
  }];
}

//===----------------------------------------------------------------------===//
// Elementwise, windows, reductions
//===----------------------------------------------------------------------===//

def Nn_BinaryOp : Nn_Op<"binary", [Pure]> {
  let summary = "elementwise operator with NumPy broadcast, and clamp (N9)";
  let description = [{ A comparison gives 1.0 or 0.0. }];
  let arguments = (ins Nn_BinaryKindAttr:$kind, AnyStaticShapeTensor:$lhs, AnyStaticShapeTensor:$rhs,
    OptionalAttr<F32Attr>:$clamp_min, OptionalAttr<F32Attr>:$clamp_max);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = [{ $kind $lhs `,` $rhs attr-dict `:` `(` type($lhs) `,` type($rhs) `)` `->` type($output) }];
  let hasVerifier = 1;
}

def Nn_ClampOp : Nn_Op<"clamp", [Pure, SameOperandsAndResultShape]> {
  let summary = "min(max(x, clamp_min), clamp_max); Relu and Clip";
  let description = [{ Quantised: also requantises when the formats differ. }];
  let arguments = (ins AnyStaticShapeTensor:$input, OptionalAttr<F32Attr>:$clamp_min, OptionalAttr<F32Attr>:$clamp_max);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($output)";
  let hasVerifier = 1;
}

def Nn_FunctionOp : Nn_Op<"function", [Pure, SameOperandsAndResultShape]> {
  let summary = "a function of each element, as a postfix expression: \"x x sigmoid mul\"";
  let description = [{
    `x` is the element, numbers are f32, functions are those of runtime/kernels/function.h. f32: computed in f64
    and rounded once. Quantised: i8 per tensor, the table of N7.
  }];
  let arguments = (ins StrAttr:$expression, AnyStaticShapeTensor:$input);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "$expression $input attr-dict `:` type($input) `->` type($output)";
  let hasVerifier = 1;
}

def Nn_PoolOp : Nn_Op<"pool", [Pure]> {
  let summary = "maximum or average over a window";
  let description = [{
    input and output as `nn.conv`'s; pads = [top, left, bottom, right]; the average counts padding when
    `count_include_pad`. Output extents are given by the result type (ceil mode: the window may pass the padding;
    what lies beyond is never counted).
  }];
  let arguments = (ins Nn_PoolKindAttr:$kind, AnyStaticShapeTensor:$input, DenseI64ArrayAttr:$kernel,
    DenseI64ArrayAttr:$strides, DenseI64ArrayAttr:$dilations, DenseI64ArrayAttr:$pads, UnitAttr:$count_include_pad,
    OptionalAttr<F32Attr>:$clamp_min, OptionalAttr<F32Attr>:$clamp_max, UnitAttr:$channels_first);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "$kind $input attr-dict `:` type($input) `->` type($output)";
  let hasVerifier = 1;
}

def Nn_ResizeOp : Nn_Op<"resize", [Pure]> {
  let summary = "samples rows and columns at other positions (N9)";
  let description = [{
    input and output as `nn.conv`'s. Output i of an axis lies at input position (i * step + offset) / denominator,
    cut to [0, in - 1]. Nearest takes the position rounded down; other roundings are in offset and denominator, and
    the format stays. Linear weighs the positions before and behind it by the rest of that division, exactly:
    quantised, the sum of both axes' products is rounded once.
  }];
  let arguments = (ins Nn_ResizeKindAttr:$kind, AnyStaticShapeTensor:$input, DenseI64ArrayAttr:$steps,
    DenseI64ArrayAttr:$offsets, DenseI64ArrayAttr:$denominators, UnitAttr:$channels_first);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "$kind $input attr-dict `:` type($input) `->` type($output)";
  let hasVerifier = 1;
}

def Nn_ReduceOp : Nn_Op<"reduce", [Pure]> {
  let summary = "sum, mean, maximum or minimum over axes; reduced axes stay, of extent 1";
  let arguments = (ins Nn_ReduceKindAttr:$kind, AnyStaticShapeTensor:$input, DenseI64ArrayAttr:$axes,
    OptionalAttr<F32Attr>:$clamp_min, OptionalAttr<F32Attr>:$clamp_max);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "$kind $input attr-dict `:` type($input) `->` type($output)";
  let hasVerifier = 1;
}

def Nn_SoftmaxOp : Nn_Op<"softmax", [Pure, SameOperandsAndResultShape]> {
  let summary = "exp(x - max) / sum over one axis (N11)";
  let arguments = (ins AnyStaticShapeTensor:$input, I64Attr:$axis);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($output)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Data movement: the element format never changes
//===----------------------------------------------------------------------===//

def Nn_ConcatOp : Nn_Op<"concat", [Pure]> {
  let summary = "join along one axis; all formats equal";
  let arguments = (ins Variadic<AnyStaticShapeTensor>:$inputs, I64Attr:$axis);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "`(` $inputs `)` attr-dict `:` functional-type($inputs, $output)";
  let hasVerifier = 1;
}

def Nn_ReshapeOp : Nn_Op<"reshape", [Pure]> {
  let summary = "same elements in the same order";
  let arguments = (ins AnyStaticShapeTensor:$input);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($output)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Nn_TransposeOp : Nn_Op<"transpose", [Pure]> {
  let summary = "output axis i is input axis perm[i]";
  let arguments = (ins AnyStaticShapeTensor:$input, DenseI64ArrayAttr:$perm);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($output)";
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Nn_PadOp : Nn_Op<"pad", [Pure]> {
  let summary = "constant padding by a real value, per axis low and high";
  let arguments = (ins AnyStaticShapeTensor:$input, DenseI64ArrayAttr:$low, DenseI64ArrayAttr:$high, F32Attr:$value);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($output)";
  let hasVerifier = 1;
}

def Nn_SliceOp : Nn_Op<"slice", [Pure]> {
  let summary = "offsets, sizes (the result's shape) and strides, per axis; stride 0 repeats";
  let arguments = (ins AnyStaticShapeTensor:$input, DenseI64ArrayAttr:$offsets, DenseI64ArrayAttr:$strides);
  let results = (outs AnyStaticShapeTensor:$output);
  let assemblyFormat = "$input attr-dict `:` type($input) `->` type($output)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Operators that only run on the CPU
//===----------------------------------------------------------------------===//

def Nn_KernelOp : Nn_Op<"kernel", [Pure]> {
  let summary = "an ONNX operator by name, axes and attributes as in the file";
  let arguments = (ins StrAttr:$kernel, Variadic<AnyStaticShapeTensor>:$inputs, DictionaryAttr:$parameters);
  let results = (outs Variadic<AnyStaticShapeTensor>:$outputs);
  let assemblyFormat = "$kernel `(` $inputs `)` $parameters attr-dict `:` functional-type($inputs, $outputs)";
}

#endif
