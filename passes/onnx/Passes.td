#ifndef PASSES_ONNX_PASSES_TD
#define PASSES_ONNX_PASSES_TD

include "mlir/Pass/PassBase.td"

// In pipeline order.

def OnnxFoldConstants : Pass<"onnx-fold-constants", "::mlir::ModuleOp"> {
  let summary = "what only shapes and constants decide is a constant";
  let description = [{
    Goes through the operators in order, infers the type of each and replaces it by its value if
    its operands are constants, or if it only asks for their shapes. A shape that is computed so
    gives the next operator its type, all in one run. Integers of up to 64 bits and f32; what
    ONNX leaves open (a division by zero) and what would make much of little stays.

    *Requires*: static arguments of `@main`. *Ensures*: no Shape or Size of a known type.

    *Example*: `onnx.Gather(onnx.Shape(%x), %zero)` of a `tensor<1x3xf32>` becomes
    `onnx.Constant dense<1>`.
  }];
  let dependentDialects = ["::npu::onnx::OnnxDialect"];
}

def OnnxInferShapes : Pass<"onnx-infer-shapes", "::mlir::ModuleOp"> {
  let summary = "static types for every result";
  let description = [{
    Asks every operator, in order, for the type of its result. An operator that does not fit its
    operands is a diagnostic at its node; what reads it is passed over, so one run lists every
    cause and no consequence.

    *Requires*: static arguments of `@main`. *Ensures*: all types are static and not empty.

    *Example*: `onnx.Relu(%x) : (tensor<1x3xf32>) -> tensor<*xf32>` becomes
    `onnx.Relu(%x) : (tensor<1x3xf32>) -> tensor<1x3xf32>`.
  }];
  let dependentDialects = ["::npu::onnx::OnnxDialect"];
}

def OnnxSimplify : Pass<"onnx-simplify", "::mlir::ModuleOp"> {
  let summary = "one form for what ONNX says in several ways";
  let description = [{
    Removes Identity and Dropout, transposes that move nothing and Concat, Min and Max of one
    operand. Writes out the defaults of windows and resolves auto_pad; splits Min and Max into
    operators of two operands; expresses a Softmax that flattens by one that does not.

    *Requires*: static types. *Ensures*: windows have kernel_shape, strides, dilations and pads
    and no auto_pad; no Identity, no Dropout, no `flattened`; Min and Max have two operands.

    *Example*: `onnx.Conv(%x, %w, %none) {auto_pad = "SAME_UPPER"}` gets its `pads`.
  }];
  let dependentDialects = ["::npu::onnx::OnnxDialect"];
}

def OnnxFoldBatchNorm : Pass<"onnx-fold-batch-norm", "::mlir::ModuleOp"> {
  let summary = "BatchNormalization becomes part of the product before it, or Mul and Add";
  let description = [{
    With s = scale / sqrt(var + epsilon), a Conv or Gemm that only the BatchNormalization reads
    gets the weight w * s and the bias (b - mean) * s + B; its node then has both names. Behind
    anything else it is a Mul by s and an Add of B - mean * s, one value a channel. Computed in
    double, stored in float.

    *Requires*: static types. *Ensures*: no BatchNormalization whose parameters are finite f32
    constants with var + epsilon above zero.

    *Example*: `onnx.BatchNormalization(onnx.Conv(%x, %w, %none), ...)` becomes
    `onnx.Conv(%x, %w2, %b2)`.
  }];
  let dependentDialects = ["::npu::onnx::OnnxDialect"];
}

def OnnxVerify : Pass<"onnx-verify", "::mlir::ModuleOp"> {
  let summary = "the contract of the onnx level; lists every offender";
  let description = [{
    *Ensures*: all types are static and not empty; the forms that onnx-simplify leaves; scales
    are constant, finite and above zero; zero points are constant and of the quantised type,
    which is int8 or uint8, or int32 with zero point 0 for DequantizeLinear; operators that
    compute have operands of one type, f32 or f16.
  }];
}

#endif
