// Formats that the target does not compute on: each tensor once, where its format begins.
// RUN: npu-opt --split-input-file --verify-diagnostics --nn-verify-scheme %s

module attributes {npu.target = {name = "mini", isa = "mini", symmetric_activations = true}} {
  // An input, quantised at the border; a result; what only hands a format on is no second offender.
  func.func @asymmetric(%x: tensor<2x2xf32> {onnx.name = "x"}) -> tensor<4x!quant.uniform<i8:f32, 0.5:7>> {
    // expected-error @+1 {{(nn.quantize): unsupported quantisation scheme: input 'x' has zero point -64; target 'mini' takes symmetric activations (zero point 0); calibrate the float model for this target, or choose another target}}
    %q = nn.quantize %x : tensor<2x2xf32> -> tensor<2x2x!quant.uniform<i8:f32, 0.5:-64>>
    %t = nn.transpose %q {perm = array<i64: 1, 0>} : tensor<2x2x!quant.uniform<i8:f32, 0.5:-64>> -> tensor<2x2x!quant.uniform<i8:f32, 0.5:-64>>
    // expected-error @+1 {{(nn.clamp): unsupported quantisation scheme: its result has zero point 7; target 'mini' takes symmetric activations (zero point 0)}}
    %c = nn.clamp %t {clamp_min = 0.0 : f32} : tensor<2x2x!quant.uniform<i8:f32, 0.5:-64>> -> tensor<2x2x!quant.uniform<i8:f32, 0.5:7>>
    %r = nn.reshape %c : tensor<2x2x!quant.uniform<i8:f32, 0.5:7>> -> tensor<4x!quant.uniform<i8:f32, 0.5:7>>
    return %r : tensor<4x!quant.uniform<i8:f32, 0.5:7>>
  }
  // An input of integers is named at its reader.
  func.func @integers(%x: tensor<2x!quant.uniform<i8:f32, 0.5:3>> {onnx.name = "image"}) -> tensor<2x!quant.uniform<i8:f32, 0.5>> {
    // expected-error @+1 {{(nn.clamp): unsupported quantisation scheme: input 'image' has zero point 3;}}
    %c = nn.clamp %x {clamp_min = 0.0 : f32} : tensor<2x!quant.uniform<i8:f32, 0.5:3>> -> tensor<2x!quant.uniform<i8:f32, 0.5>>
    return %c : tensor<2x!quant.uniform<i8:f32, 0.5>>
  }
}

// -----

// On any machine: a zero point that is no number of the storage type.
func.func @outside(%x: tensor<2xf32> {onnx.name = "x"}) -> tensor<2x!quant.uniform<i8:f32, 0.5:300>> {
  // expected-error @+1 {{(nn.quantize): input 'x' has zero point 300, wanted one of its numbers, -128..127; widen the tensor's range so that it holds 0}}
  %q = nn.quantize %x : tensor<2xf32> -> tensor<2x!quant.uniform<i8:f32, 0.5:300>>
  return %q : tensor<2x!quant.uniform<i8:f32, 0.5:300>>
}

// -----

// Asymmetric formats pass where the machine takes them.
func.func @fine(%x: tensor<2xf32>) -> tensor<2x!quant.uniform<i8:f32, 0.5:-128>> {
  %q = nn.quantize %x : tensor<2xf32> -> tensor<2x!quant.uniform<i8:f32, 0.5:-128>>
  return %q : tensor<2x!quant.uniform<i8:f32, 0.5:-128>>
}
