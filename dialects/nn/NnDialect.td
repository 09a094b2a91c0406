#ifndef DIALECTS_NN_NNDIALECT_TD
#define DIALECTS_NN_NNDIALECT_TD

include "mlir/IR/OpBase.td"
include "mlir/IR/DialectBase.td"

def Nn_Dialect : Dialect {
  let name = "nn";
  let cppNamespace = "::npu::nn";
  let summary = "what is computed, exactly";
  let description = [{
    Static tensors of f32, f16 or `!quant.uniform` elements; explicit padding; fused clamps.
    A quantised operator computes in integers by the N rules of docs/machine.md; its meaning is
    the kernel of the same name in runtime/kernels. No operator mixes float and quantised
    operands except `nn.quantize`, `nn.dequantize` and `nn.requantize`.

    Spatial operators are channels-last (NHWC) unless they carry `channels_first`, which only
    stands between the conversion from `onnx` and `nn-insert-layout`.

    Discardable attributes: `nn.device` ("npu" or "cpu") and `nn.reason` on every op after
    `nn-assign`; `nn.cause` on transposes that the user did not write.
  }];
  let dependentDialects = ["::mlir::quant::QuantDialect", "::mlir::func::FuncDialect"];
  let useDefaultAttributePrinterParser = 1;
}

class Nn_Op<string mnemonic, list<Trait> traits = []> : Op<Nn_Dialect, mnemonic, traits>;

#endif
