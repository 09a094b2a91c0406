// The passes between `onnx` and `npu`, in pipeline order: reading this is reading the middle of the compiler.
#ifndef PASSES_NN_PASSES_TD
#define PASSES_NN_PASSES_TD

include "mlir/Pass/PassBase.td"

class Nn_Pass<string name> : Pass<name, "::mlir::func::FuncOp"> {
  let dependentDialects = ["::npu::nn::NnDialect"];
}

//===----------------------------------------------------------------------===//
// Float, channels last
//===----------------------------------------------------------------------===//

def NnFoldScales : Nn_Pass<"nn-fold-scales"> {
  let summary = "sums and products with constants move into the convolution or dense layer before them";
  let description = [{
    x + c, x - c, c - x, x * c and x / c after a product that nothing else reads, for a float constant that has one
    value for each output channel, become part of its filter and bias, in f64 rounded once; also behind reshapes, transposes
    and slices, such as those that a transposed convolution ends in. A positive number that multiplies an operand or the
    result of a product of computed tensors joins its alpha. Every one that follows a product has a row in `nn.fusions`.
    *Requires* nothing. *Ensures* no operator is added.
    *Example* `nn.binary <add> (nn.conv(x, w, b), c)` -> `nn.conv(x, w, b + c)`
  }];
}

def NnFuseFunctions : Nn_Pass<"nn-fuse-functions"> {
  let summary = "elementwise operators that compute a function of one value become one nn.function";
  let description = [{
    The largest tree of functions, clamps and elementwise operators that reads one value and scalar constants and
    whose inner results nothing else reads becomes one `nn.function`: SiLU, HardSwish, GELU and Mish however a
    file spells them, and any other. In int8 it is then one table, rounded once. A clamp after a convolution stays
    its own: nn-fuse-activations has it. Each fusion has a row in `nn.fusions` with the function's name.
    *Requires* nothing. *Ensures* no scalar constant is an operand of an elementwise operator that could be a function.
    *Example* `nn.binary <mul> (x, nn.function "x sigmoid" x)` -> `nn.function "x x sigmoid mul" x`
  }];
}

def NnFuseNormalizations : Nn_Pass<"nn-fuse-normalizations"> {
  let summary = "LayerNormalization and RMSNormalization, however a file spells them, take the form that machines run";
  let description = [{
    A value, or its difference from its mean, divided by the root of its mean square + epsilon: PyTorch's quotient,
    TensorFlow's x * f + (offset - mean * f), with the reduced axes kept or dropped and brought back, known by the values of
    their functions. They become difference * f(mean of squares) with one function f, what convert-onnx-to-nn makes of
    LayerNormalization: no quotient of tensors, and no two large numbers that cancel. Each has a row in `nn.fusions`, also one
    that divides something else than it squared.
    *Requires* nn-fuse-functions. *Ensures* that form.
    *Example* `d / nn.function "x 1e-5 add sqrt" v` -> `d * nn.function "x 1e-5 add sqrt reciprocal" v`
  }];
}

def NnFuseActivations : Nn_Pass<"nn-fuse-activations"> {
  let summary = "clamps move into the operator that produces their input";
  let description = [{
    A clamp (Relu, Clip) becomes `clamp_min`/`clamp_max` of the convolution, product, elementwise operator,
    pool or reduction before it, also behind reshapes, transposes and slices, if nothing else reads that operator's result
    and the number format does not change: then both orders give the same values. Every clamp has a row in the function's `nn.fusions`:
    pattern, nodes, fired, why.
    *Requires* nothing. *Ensures* no clamp follows an operator that could have taken it.
    *Example* `nn.clamp(nn.conv(x)) {clamp_min = 0}` -> `nn.conv(x) {clamp_min = 0}`
  }];
}

def NnInsertLayout : Nn_Pass<"nn-insert-layout"> {
  let summary = "spatial operators become channels-last between transposes";
  let description = [{
    The one pass that creates transposes: before and after every operator with `channels_first`, each with its
    `nn.cause`.
    *Requires* nothing. *Ensures* no operator carries `channels_first`.
    *Example* `nn.conv(x) {channels_first}` -> `transpose(nn.conv(transpose(x)))`
  }];
}

def NnCancelTransposes : Nn_Pass<"nn-cancel-transposes"> {
  let summary = "transposes move, meet and vanish";
  let description = [{
    Transposes move down through operators that do not look at positions (elementwise, formats, pad, slice,
    concat, reductions, softmax), whose axes are renumbered, until they meet their inverse, a reshape that
    does not notice them, a dense layer whose filter's columns are permuted instead, or a product of computed tensors
    that transposes its operands itself. What is left moves up to the network's inputs. A transpose that only moves axes of extent 1 becomes a reshape.
    *Requires* no `channels_first`. *Ensures* the same function with no more transposes than before.
    *Example* `transpose(clamp(transpose(x)))` -> `clamp(x)`
  }];
}

def NnVerifyFloat : Nn_Pass<"nn-verify-float"> {
  let summary = "the contract of the float level";
  let description = [{
    Every offender is listed: operators of other dialects, operators that are not channels-last.
    *Requires* nothing. *Ensures* the module satisfies what the later passes trust.
  }];
}

//===----------------------------------------------------------------------===//
// Quantised
//===----------------------------------------------------------------------===//

def NnQuantize : Nn_Pass<"nn-quantize"> {
  let summary = "a float network with measured ranges becomes a QDQ network";
  let description = [{
    Reads `nn.ranges` (low and high of each result, from calibration) on operators and `nn.range` on arguments. Every value that is computed gets a quantise and a dequantise behind it: i8 with a zero point,
    0 exact; where `npu.target` says `symmetric_activations`, with zero point 0, and what that costs in resolution is a
    warning. Filters become i8 constants, symmetric, one scale per output channel, wide enough for the bias; other
    constants i8 by their own values. A softmax has the scale 1/256. Operators that only move or select values, and
    resizes, keep the format of their input; what only a concatenation reads takes its format, so that nothing is rounded twice. `nn-fold-qdq`
    then makes integer operators of it. Rows of the function's `nn.quant_params` go before what was measured; what was used
    is in its `nn.quantization`. Does nothing without either; a value with neither is listed.
    *Requires* channels last. *Ensures* no `nn.ranges` is left.
    *Example* `nn.conv(x, w, b) {nn.ranges = [0.0, 6.0]}` -> `dq(q(nn.conv(x, dq(w8), b)))`
  }];
}

def NnFoldQdq : Nn_Pass<"nn-fold-qdq"> {
  let summary = "dequantise, operator, quantise becomes the quantised operator";
  let description = [{
    Scales and zero points stay exactly as the file has them; the result equals the QDQ network evaluated on
    real numbers with one rounding at each quantise. Data movement, maxima, nearest samples and clamps
    commute with both formats and simply cross over. Quantise after dequantise vanishes, or requantises if the formats
    differ. A bias becomes i32 in steps of input scale * filter scale; one that the file keeps in other steps is
    rounded to these, with a warning.
    *Requires* filters and biases that are constants, or dequantised constants. *Ensures* what stays in float is a
    border, or has no quantised form: `nn-verify-quantized` lists it.
    *Example* `quantize(conv(dequantize(x), dequantize(w), dequantize(b)))` -> `conv(x, w, b)`
  }];
}

def NnFoldPad : Nn_Pass<"nn-fold-pad"> {
  let summary = "padding by zero moves into the convolution after it";
  let description = [{
    Padding of rows and columns by real zero is what a convolution's own pads contribute. Other readers of
    the padded tensor keep it. Rows in `nn.fusions` as of `nn-fuse-activations`.
    *Requires* channels last. *Ensures* no convolution reads a zero pad of rows and columns that it could take.
    *Example* `nn.conv(nn.pad(x))` -> `nn.conv(x) {pads = [...]}`
  }];
}

def NnNeighbouringAxes : Nn_Pass<"nn-neighbouring-axes"> {
  let summary = "reduced axes become neighbours, the axis of a softmax the last one";
  let description = [{
    Transposes, each with its `nn.cause`, bring the axes of a reduction together at the end, and the axis of a softmax to the
    end and back. Where only extents of 1 lie behind the axis, a view does.
    *Requires* channels last. *Ensures* reductions over neighbouring axes, softmax along the last one.
    *Example* `nn.reduce <mean> x {axes = 0, 2}` -> `reshape(nn.reduce <mean> transpose(x) {axes = 1, 2})`
  }];
}

def NnBroadcastRows : Nn_Pass<"nn-broadcast-rows"> {
  let summary = "operands that broadcast along some of the row axes are repeated along them";
  let description = [{
    Rows are all axes but the last two; the machine broadcasts all of them together or none. A constant is repeated at
    compile time, another operand by a concatenation with itself.
    *Requires* nothing. *Ensures* operands of elementwise operators and products have the rows of the result, or one.
    *Example* `x[2,3,4,5] + c[1,3,1,1]` -> `x + c[2,3,1,1]`
  }];
}

def NnReductionWindows : Nn_Pass<"nn-reduction-windows"> {
  let summary = "reductions over neighbouring axes become windows of rows and columns";
  let description = [{
    The tensor is seen as [before, rows, columns, after] with rows * columns the extent of the reduced axes: a view,
    no element moves. Reductions over the columns, or rows and columns, of a channels-last tensor stay as they are.
    *Requires* channels last. *Ensures* every reduction over neighbouring axes is over columns, or rows and columns.
    *Example* `nn.reduce <mean> x[1,9,7] {axes = 2}` -> `nn.reduce <mean> view[9,1,7,1] {axes = 1, 2}`
  }];
}

def NnWidenGroups : Nn_Pass<"nn-widen-groups"> {
  let summary = "convolutions whose groups the target refuses get wider groups, zeros written out";
  let description = [{
    A convolution of many groups, such as a depthwise one, equals one of fewer groups whose filter is zero where an
    output channel reads no input channel. Where the target refuses the convolution as it is (Target::supports),
    groups are joined until it takes it; of the ways to do so the cheapest (Target::cost) is taken. Each has a row
    in `nn.fusions`.
    *Requires* quantised filters: a zero adds exactly nothing. *Ensures* the same integers.
    *Example* `nn.conv(x[..,8], w[8,3,3,1]) {group = 8}` -> `nn.conv(x, w[8,3,3,8]) {group = 1}`
  }];
}

def NnVerifyScheme : Nn_Pass<"nn-verify-scheme"> {
  let summary = "the formats of all activations are those that the target's scheme has";
  let description = [{
    Zero points are numbers of the storage type, and 0 where `npu.target` says `symmetric_activations`. Every tensor that
    breaks this is listed once, where its format begins, with its node.
    *Requires* nothing. *Ensures* formats that the machine computes on.
  }];
}

def NnAssign : Nn_Pass<"nn-assign"> {
  let summary = "the device of every operator, and why";
  let description = [{
    Asks the target of the module (Target::supports) and writes `nn.device` = "npu", or "cpu" with the target's
    `nn.reason`, on every operator that computes.
    *Requires* `npu.target` on the module. *Ensures* `nn.device` on every operator but constants.
    *Example* `nn.conv(x) {kernel 71x71}` -> `{nn.device = "cpu", nn.reason = "takes kernel at most 64x64, got 71x71"}`
  }];
}

def NnVerifyQuantized : Nn_Pass<"nn-verify-quantized"> {
  let summary = "the contract of the quantised level";
  let description = [{
    Every operator computes on quantised tensors, or is a quantise or dequantise at the network's border, or is
    assigned to the CPU. Every offender is listed with the operand that is not quantised.
    *Requires* channels last. *Ensures* the lowering to `npu` meets integer operators only.
  }];
}

#endif
