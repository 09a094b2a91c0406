#ifndef DIALECTS_ONNX_ONNXOPS_TD
#define DIALECTS_ONNX_ONNXOPS_TD

include "dialects/onnx/OnnxOperator.td"
include "dialects/onnx/OnnxShapeOps.td"

//===----------------------------------------------------------------------===//
// Constants, and operators that are gone after onnx-simplify
//===----------------------------------------------------------------------===//

def Onnx_NoneOp : Op<Onnx_Dialect, "none", [Pure, ConstantLike]> {
  let summary = "an optional operand that the node leaves out";
  let results = (outs NoneType:$none);
  let assemblyFormat = "attr-dict";
  let hasFolder = 1;
}

def Onnx_ConstantOp : Onnx_Node<"Constant", [ConstantLike]> {
  let summary = "an initializer or a Constant node";
  let description = [{ Its location is the tensor's name in the file. }];
  let arguments = (ins ElementsAttr:$value);
  let assemblyFormat = "$value attr-dict `:` type($y)";
  let hasFolder = 1;
  let hasVerifier = 1;
}

def Onnx_IdentityOp : Onnx_Node<"Identity"> {
  let summary = "its operand";
  let arguments = (ins Onnx_Tensor:$x);
  let hasFolder = 1;
}

def Onnx_DropoutOp : Onnx_Node<"Dropout"> {
  let summary = "its operand: nothing drops out in inference";
  let arguments = (ins Onnx_Tensor:$x, Onnx_Optional:$ratio, Onnx_Optional:$training_mode);
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Convolution and matrix products
//===----------------------------------------------------------------------===//

def Onnx_ConvOp : Onnx_Node<"Conv"> {
  let summary = "1-D or 2-D convolution";
  let description = [{
    x [N,C,spatial...], w [K,C/group,kernel...], b [K]. pads = [begin..., end...]. After
    onnx-simplify kernel_shape, strides, dilations and pads are there and auto_pad is not.
  }];
  let arguments = (ins Onnx_Tensor:$x, Onnx_Tensor:$w, Onnx_Optional:$b,
    Onnx_WordOr<"NOTSET">:$auto_pad, Onnx_Ints:$dilations, Onnx_IntOr<"1">:$group,
    Onnx_Ints:$kernel_shape, Onnx_Ints:$pads, Onnx_Ints:$strides);
  let hasVerifier = 1;
}

def Onnx_ConvTransposeOp : Onnx_Node<"ConvTranspose"> {
  let summary = "1-D or 2-D transposed convolution: each input adds a window of the output";
  let description = [{
    x [N,C,spatial...], w [C,K/group,kernel...], b [K]. Input i of an axis adds to outputs
    i*stride + k*dilation - pad. Pads follow from output_shape where that is given.
  }];
  let arguments = (ins Onnx_Tensor:$x, Onnx_Tensor:$w, Onnx_Optional:$b,
    Onnx_WordOr<"NOTSET">:$auto_pad, Onnx_Ints:$dilations, Onnx_IntOr<"1">:$group,
    Onnx_Ints:$kernel_shape, Onnx_Ints:$output_padding, Onnx_Ints:$output_shape, Onnx_Ints:$pads,
    Onnx_Ints:$strides);
  let hasVerifier = 1;
}

def Onnx_GemmOp : Onnx_Node<"Gemm"> {
  let summary = "alpha * a' * b' + beta * c, a' and b' transposed if told so";
  let arguments = (ins Onnx_Tensor:$a, Onnx_Tensor:$b, Onnx_Optional:$c,
    DefaultValuedAttr<F32Attr, "1.0f">:$alpha, DefaultValuedAttr<F32Attr, "1.0f">:$beta,
    Onnx_IntOr<"0">:$transA, Onnx_IntOr<"0">:$transB);
}

def Onnx_MatMulOp : Onnx_Node<"MatMul"> {
  let summary = "matrix product as numpy.matmul, batch axes broadcast";
  let arguments = (ins Onnx_Tensor:$a, Onnx_Tensor:$b);
}

def Onnx_BatchNormalizationOp : Onnx_Node<"BatchNormalization"> {
  let summary = "(x - mean) / sqrt(var + epsilon) * scale + b, by channel; inference only";
  let description = [{ x [N,C,...], all others [C]. Gone after onnx-fold-batch-norm. }];
  let arguments = (ins Onnx_Tensor:$x, Onnx_Tensor:$scale, Onnx_Tensor:$b, Onnx_Tensor:$mean,
    Onnx_Tensor:$var, DefaultValuedAttr<F32Attr, "1e-5f">:$epsilon);
}

def Onnx_LayerNormalizationOp : Onnx_Node<"LayerNormalization"> {
  let summary = "(x - mean) / sqrt(variance + epsilon) * scale + b over the axes from `axis` on";
  let arguments = (ins Onnx_Tensor:$x, Onnx_Tensor:$scale, Onnx_Optional:$b, Onnx_IntOr<"-1">:$axis,
    DefaultValuedAttr<F32Attr, "1e-5f">:$epsilon, Onnx_IntOr<"1">:$stash_type);
}

def Onnx_InstanceNormalizationOp : Onnx_Node<"InstanceNormalization"> {
  let summary = "the same over the spatial axes of each image and channel; scale and b by channel";
  let arguments = (ins Onnx_Tensor:$x, Onnx_Tensor:$scale, Onnx_Tensor:$b, DefaultValuedAttr<F32Attr, "1e-5f">:$epsilon);
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

def Onnx_ReluOp : Onnx_Node<"Relu"> {
  let summary = "max(x, 0)";
  let arguments = (ins Onnx_Tensor:$x);
}

def Onnx_ClipOp : Onnx_Node<"Clip"> {
  let summary = "min(max(x, min), max) with scalar bounds";
  let arguments = (ins Onnx_Tensor:$x, Onnx_Optional:$min, Onnx_Optional:$max);
}

class Onnx_Binary<string mnemonic> : Onnx_Node<mnemonic> {
  let summary = "elementwise operator of two operands, broadcast as in numpy";
  let arguments = (ins Onnx_Tensor:$a, Onnx_Tensor:$b);
}
def Onnx_AddOp : Onnx_Binary<"Add">;
def Onnx_SubOp : Onnx_Binary<"Sub">;
def Onnx_MulOp : Onnx_Binary<"Mul">;
def Onnx_DivOp : Onnx_Binary<"Div">;
def Onnx_PowOp : Onnx_Binary<"Pow">;

class Onnx_Unary<string mnemonic> : Onnx_Node<mnemonic> {
  let summary = "elementwise function";
  let arguments = (ins Onnx_Tensor:$x);
}
def Onnx_NegOp : Onnx_Unary<"Neg">;
def Onnx_AbsOp : Onnx_Unary<"Abs">;
def Onnx_FloorOp : Onnx_Unary<"Floor">;
def Onnx_CeilOp : Onnx_Unary<"Ceil">;
def Onnx_SqrtOp : Onnx_Unary<"Sqrt">;
def Onnx_ReciprocalOp : Onnx_Unary<"Reciprocal">;
def Onnx_ExpOp : Onnx_Unary<"Exp">;
def Onnx_LogOp : Onnx_Unary<"Log">;
def Onnx_SignOp : Onnx_Unary<"Sign">;
def Onnx_RoundOp : Onnx_Unary<"Round">;
def Onnx_SoftsignOp : Onnx_Unary<"Softsign">;
def Onnx_ErfOp : Onnx_Unary<"Erf">;
def Onnx_SigmoidOp : Onnx_Unary<"Sigmoid">;
def Onnx_TanhOp : Onnx_Unary<"Tanh">;
def Onnx_SoftplusOp : Onnx_Unary<"Softplus">;
def Onnx_MishOp : Onnx_Unary<"Mish">;
def Onnx_HardSwishOp : Onnx_Unary<"HardSwish">;

def Onnx_LeakyReluOp : Onnx_Node<"LeakyRelu"> {
  let summary = "x, below zero alpha * x";
  let arguments = (ins Onnx_Tensor:$x, DefaultValuedAttr<F32Attr, "0.01f">:$alpha);
}
def Onnx_EluOp : Onnx_Node<"Elu"> {
  let summary = "x, below zero alpha * (exp(x) - 1)";
  let arguments = (ins Onnx_Tensor:$x, DefaultValuedAttr<F32Attr, "1.0f">:$alpha);
}
def Onnx_SeluOp : Onnx_Node<"Selu"> {
  let summary = "gamma * x, below zero gamma * alpha * (exp(x) - 1)";
  let arguments = (ins Onnx_Tensor:$x, DefaultValuedAttr<F32Attr, "1.67326319217681884765625f">:$alpha,
    DefaultValuedAttr<F32Attr, "1.05070102214813232421875f">:$gamma);
}
def Onnx_CeluOp : Onnx_Node<"Celu"> {
  let summary = "x, below zero alpha * (exp(x / alpha) - 1)";
  let arguments = (ins Onnx_Tensor:$x, DefaultValuedAttr<F32Attr, "1.0f">:$alpha);
}
def Onnx_ThresholdedReluOp : Onnx_Node<"ThresholdedRelu"> {
  let summary = "x above alpha, else 0";
  let arguments = (ins Onnx_Tensor:$x, DefaultValuedAttr<F32Attr, "1.0f">:$alpha);
}
def Onnx_PReluOp : Onnx_Node<"PRelu"> {
  let summary = "x, below zero slope * x; slope broadcasts to x";
  let arguments = (ins Onnx_Tensor:$x, Onnx_Tensor:$slope);
}
def Onnx_HardSigmoidOp : Onnx_Node<"HardSigmoid"> {
  let summary = "alpha * x + beta, clamped to 0..1";
  let arguments = (ins Onnx_Tensor:$x, DefaultValuedAttr<F32Attr, "0.2f">:$alpha,
    DefaultValuedAttr<F32Attr, "0.5f">:$beta);
}
def Onnx_GeluOp : Onnx_Node<"Gelu"> {
  let summary = "x times the normal distribution function, or its tanh approximation";
  let arguments = (ins Onnx_Tensor:$x, Onnx_WordOr<"none">:$approximate);
  let hasVerifier = 1;
}

class Onnx_Variadic<string mnemonic> : Onnx_Node<mnemonic> {
  let summary = "elementwise operator of one or more operands, broadcast; of two after onnx-simplify";
  let arguments = (ins Variadic<Onnx_Tensor>:$inputs);
  let hasVerifier = 1;
  let hasFolder = 1;
}
def Onnx_MinOp : Onnx_Variadic<"Min">;
def Onnx_MaxOp : Onnx_Variadic<"Max">;

def Onnx_SoftmaxOp : Onnx_Node<"Softmax"> {
  let summary = "softmax along `axis`";
  let description = [{
    With `flattened` (opsets before 13) the axes from `axis` on are one; onnx-simplify removes it.
  }];
  let arguments = (ins Onnx_Tensor:$x, Onnx_IntOr<"-1">:$axis, UnitAttr:$flattened);
}

//===----------------------------------------------------------------------===//
// Windows and reductions
//===----------------------------------------------------------------------===//

def Onnx_MaxPoolOp : Onnx_Node<"MaxPool"> {
  let summary = "largest value of a window; padding never wins";
  let arguments = (ins Onnx_Tensor:$x, Onnx_WordOr<"NOTSET">:$auto_pad, Onnx_IntOr<"0">:$ceil_mode,
    Onnx_Ints:$dilations, DenseI64ArrayAttr:$kernel_shape, Onnx_Ints:$pads,
    Onnx_IntOr<"0">:$storage_order, Onnx_Ints:$strides);
  let hasVerifier = 1;
}

def Onnx_AveragePoolOp : Onnx_Node<"AveragePool"> {
  let summary = "mean of a window";
  let description = [{
    Declared padding counts if count_include_pad is 1; what ceil_mode reads beyond it never does.
  }];
  let arguments = (ins Onnx_Tensor:$x, Onnx_WordOr<"NOTSET">:$auto_pad, Onnx_IntOr<"0">:$ceil_mode,
    Onnx_IntOr<"0">:$count_include_pad, Onnx_Ints:$dilations, DenseI64ArrayAttr:$kernel_shape,
    Onnx_Ints:$pads, Onnx_Ints:$strides);
  let hasVerifier = 1;
}

class Onnx_GlobalPool<string mnemonic> : Onnx_Node<mnemonic> {
  let summary = "reduction over all spatial axes, which stay with size 1";
  let arguments = (ins Onnx_Tensor:$x);
}
def Onnx_GlobalAveragePoolOp : Onnx_GlobalPool<"GlobalAveragePool">;
def Onnx_GlobalMaxPoolOp : Onnx_GlobalPool<"GlobalMaxPool">;

class Onnx_Reduction<string mnemonic> : Onnx_Node<mnemonic> {
  let summary = "reduction over `axes`, over all without them";
  let arguments = (ins Onnx_Tensor:$x, Onnx_OptionalIntegers:$axes, Onnx_IntOr<"1">:$keepdims,
    Onnx_IntOr<"0">:$noop_with_empty_axes);
}
def Onnx_ReduceMeanOp : Onnx_Reduction<"ReduceMean">;
def Onnx_ReduceSumOp : Onnx_Reduction<"ReduceSum">;
def Onnx_ReduceMaxOp : Onnx_Reduction<"ReduceMax">;
def Onnx_ReduceMinOp : Onnx_Reduction<"ReduceMin">;
def Onnx_ReduceProdOp : Onnx_Reduction<"ReduceProd">;

//===----------------------------------------------------------------------===//
// Resizing
//===----------------------------------------------------------------------===//

def Onnx_ResizeOp : Onnx_Node<"Resize"> {
  let summary = "x sampled at more or fewer positions, by `scales` or to `sizes`";
  let description = [{
    `nearest_mode` "simple" is that of opset 10, which names none: the larger neighbour along an axis that shrinks,
    the smaller one along any other, as ONNX Runtime has it.
  }];
  let arguments = (ins Onnx_Tensor:$x, Onnx_Optional:$roi, Onnx_Optional:$scales, Onnx_OptionalIntegers:$sizes,
    Onnx_IntOr<"0">:$antialias, Onnx_Ints:$axes, Onnx_WordOr<"half_pixel">:$coordinate_transformation_mode,
    DefaultValuedAttr<F32Attr, "-0.75f">:$cubic_coeff_a, Onnx_IntOr<"0">:$exclude_outside,
    DefaultValuedAttr<F32Attr, "0.0f">:$extrapolation_value, Onnx_WordOr<"stretch">:$keep_aspect_ratio_policy,
    Onnx_WordOr<"nearest">:$mode, Onnx_WordOr<"round_prefer_floor">:$nearest_mode);
  let hasVerifier = 1;
}

def Onnx_UpsampleOp : Onnx_Node<"Upsample"> {
  let summary = "what Resize was called up to opset 9: positions are output / scale, the nearest is the smaller one";
  let arguments = (ins Onnx_Tensor:$x, Onnx_Tensor:$scales, Onnx_WordOr<"nearest">:$mode);
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Moving values
//===----------------------------------------------------------------------===//

def Onnx_PadOp : Onnx_Node<"Pad"> {
  let summary = "adds a border: pads = [begin..., end...] of `axes`, or of all axes";
  let arguments = (ins Onnx_Tensor:$x, Onnx_Integers:$pads, Onnx_Optional:$value,
    Onnx_OptionalIntegers:$axes, Onnx_WordOr<"constant">:$mode);
  let hasVerifier = 1;
}

def Onnx_ConcatOp : Onnx_Node<"Concat"> {
  let summary = "operands one after the other along `axis`";
  let arguments = (ins Variadic<Onnx_Tensor>:$inputs, Onnx_Int:$axis);
  let hasVerifier = 1;
  let hasFolder = 1;
}

def Onnx_ReshapeOp : Onnx_Node<"Reshape"> {
  let summary = "same values in row-major order; 0 keeps an axis, one -1 takes the rest";
  let arguments = (ins Onnx_Tensor:$x, Onnx_Integers:$shape, Onnx_IntOr<"0">:$allowzero);
}

def Onnx_FlattenOp : Onnx_Node<"Flatten"> {
  let summary = "two axes: those before `axis`, and the others";
  let arguments = (ins Onnx_Tensor:$x, Onnx_IntOr<"1">:$axis);
}

def Onnx_SqueezeOp : Onnx_Node<"Squeeze"> {
  let summary = "removes `axes` of size 1, all such axes without it";
  let arguments = (ins Onnx_Tensor:$x, Onnx_OptionalIntegers:$axes);
}

def Onnx_UnsqueezeOp : Onnx_Node<"Unsqueeze"> {
  let summary = "inserts axes of size 1 at `axes` of the result";
  let arguments = (ins Onnx_Tensor:$x, Onnx_Integers:$axes);
}

def Onnx_DepthToSpaceOp : Onnx_Node<"DepthToSpace"> {
  let summary = "channels become blocks of rows and columns: [N,C*b*b,H,W] to [N,C,H*b,W*b]";
  let description = [{ In mode DCR the block's row and column count slower than the channel, in CRD faster. }];
  let arguments = (ins Onnx_Tensor:$x, Onnx_Int:$blocksize, Onnx_WordOr<"DCR">:$mode);
  let hasVerifier = 1;
}

def Onnx_SpaceToDepthOp : Onnx_Node<"SpaceToDepth"> {
  let summary = "blocks of rows and columns become channels: [N,C,H*b,W*b] to [N,b*b*C,H,W]";
  let arguments = (ins Onnx_Tensor:$x, Onnx_Int:$blocksize);
  let hasVerifier = 1;
}

def Onnx_TransposeOp : Onnx_Node<"Transpose"> {
  let summary = "axis i of the result is axis perm[i] of x; reversed without perm";
  let arguments = (ins Onnx_Tensor:$x, Onnx_Ints:$perm);
  let hasVerifier = 1;
  let hasFolder = 1;
}

//===----------------------------------------------------------------------===//
// Quantisation
//===----------------------------------------------------------------------===//

def Onnx_QuantizeLinearOp : Onnx_Node<"QuantizeLinear"> {
  let summary = "saturate(round half to even(x / scale) + zero_point); ui8 without zero_point";
  let arguments = (ins Onnx_Tensor:$x, Onnx_Tensor:$scale, Onnx_Optional:$zero_point,
    Onnx_IntOr<"1">:$axis);
}

def Onnx_DequantizeLinearOp : Onnx_Node<"DequantizeLinear"> {
  let summary = "(x - zero_point) * scale";
  let arguments = (ins Onnx_Tensor:$x, Onnx_Tensor:$scale, Onnx_Optional:$zero_point,
    Onnx_IntOr<"1">:$axis);
}

#endif
