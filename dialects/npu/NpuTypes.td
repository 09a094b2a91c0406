#ifndef DIALECTS_NPU_NPUTYPES_TD
#define DIALECTS_NPU_NPUTYPES_TD

include "dialects/npu/NpuDialect.td"
include "mlir/IR/AttrTypeBase.td"
include "mlir/IR/EnumAttr.td"

class Npu_Kind<string name, string summary, list<I32EnumAttrCase> cases> : I32EnumAttr<name, summary, cases> {
  let cppNamespace = "::npu::npu";
  let genSpecializedAttr = 0;
}
class Npu_KindAttr<EnumAttrInfo kind, string mnemonic> : EnumAttr<Npu_Dialect, kind, mnemonic> {
  let assemblyFormat = "`<` $value `>`";
}

// Memory spaces. constants .. output are DRAM regions of the blob; sram, prm and lut are on chip.
def Npu_Space : Npu_Kind<"Space", "memory space", [
  I32EnumAttrCase<"Constants", 0, "constants">, I32EnumAttrCase<"Arena", 1, "arena">,
  I32EnumAttrCase<"Persistent", 2, "persistent">, I32EnumAttrCase<"Input", 3, "input">,
  I32EnumAttrCase<"Output", 4, "output">, I32EnumAttrCase<"Sram", 5, "sram">,
  I32EnumAttrCase<"Prm", 6, "prm">, I32EnumAttrCase<"Lut", 7, "lut">]>;
def Npu_SpaceAttr : Npu_KindAttr<Npu_Space, "space">;

def Npu_ConvKind : Npu_Kind<"ConvKind", "how channels connect", [
  I32EnumAttrCase<"Dense", 0, "dense">, I32EnumAttrCase<"Grouped", 1, "grouped">,
  I32EnumAttrCase<"Depthwise", 2, "depthwise">]>;
def Npu_ConvKindAttr : Npu_KindAttr<Npu_ConvKind, "conv_kind">;

def Npu_PoolKind : Npu_Kind<"PoolKind", "window reduction", [
  I32EnumAttrCase<"Max", 0, "max">, I32EnumAttrCase<"Average", 1, "average">]>;
def Npu_PoolKindAttr : Npu_KindAttr<Npu_PoolKind, "pool_kind">;

def Npu_ResizeKind : Npu_Kind<"ResizeKind", "value between samples", [
  I32EnumAttrCase<"Nearest", 0, "nearest">, I32EnumAttrCase<"Linear", 1, "linear">]>;
def Npu_ResizeKindAttr : Npu_KindAttr<Npu_ResizeKind, "resize_kind">;

def Npu_BinaryKind : Npu_Kind<"BinaryKind", "elementwise operator of two operands", [
  I32EnumAttrCase<"Add", 0, "add">, I32EnumAttrCase<"Sub", 1, "sub">, I32EnumAttrCase<"Mul", 2, "mul">,
  I32EnumAttrCase<"Min", 3, "min">, I32EnumAttrCase<"Max", 4, "max">,
  I32EnumAttrCase<"Equal", 6, "equal">, I32EnumAttrCase<"Greater", 7, "greater">, I32EnumAttrCase<"Less", 8, "less">]>;
def Npu_BinaryKindAttr : Npu_KindAttr<Npu_BinaryKind, "binary_kind">;

def Npu_UnaryKind : Npu_Kind<"UnaryKind", "elementwise operator of one operand", [
  I32EnumAttrCase<"Copy", 0, "copy">, I32EnumAttrCase<"Requantize", 1, "requantize">,
  I32EnumAttrCase<"Quantize", 2, "quantize">, I32EnumAttrCase<"Dequantize", 3, "dequantize">,
  I32EnumAttrCase<"Lut8", 4, "lut8">]>;
def Npu_UnaryKindAttr : Npu_KindAttr<Npu_UnaryKind, "unary_kind">;

def Npu_BufferType : TypeDef<Npu_Dialect, "Buffer"> {
  let mnemonic = "buffer";
  let summary = "bytes in one memory space";
  let parameters = (ins EnumParameter<Npu_Space>:$space);
  let assemblyFormat = "`<` $space `>`";
}

// A tile of a feature map within an SRAM buffer: rnpu_tile of targets/rnpu/isa.h, base relative to the buffer.
// Element (y, x, c) lies at offset + y*row_pitch + ((column + x)*pixel_pitch + channel + c)*element bytes.
def Npu_TileAttr : AttrDef<Npu_Dialect, "Tile"> {
  let mnemonic = "tile";
  let parameters = (ins "int64_t":$offset, "int64_t":$row_pitch, "int64_t":$pixel_pitch, "int64_t":$column,
    "int64_t":$channel, "int64_t":$rows, "int64_t":$columns, "int64_t":$channels, "::mlir::Type":$element,
    "int64_t":$zero_point);
  let assemblyFormat = "`<` struct(params) `>`";
  let genVerifyDecl = 1;
}

// Where an input and output tile sit in their whole feature maps: rnpu_window.
def Npu_WindowAttr : AttrDef<Npu_Dialect, "Window"> {
  let mnemonic = "window";
  let parameters = (ins "int64_t":$in_rows, "int64_t":$in_columns, "int64_t":$out_rows, "int64_t":$out_columns,
    "int64_t":$in_y, "int64_t":$in_x, "int64_t":$out_y, "int64_t":$out_x, "int64_t":$kernel_h, "int64_t":$kernel_w,
    "int64_t":$stride_h, "int64_t":$stride_w, "int64_t":$dilation_h, "int64_t":$dilation_w, "int64_t":$pad_top,
    "int64_t":$pad_left);
  let assemblyFormat = "`<` struct(params) `>`";
}

// One axis of a resize: the whole extents, where both tiles begin, and the positions (i * step + offset) / denominator of
// the whole output: rnpu_resize_axis.
def Npu_ResizeAxisAttr : AttrDef<Npu_Dialect, "ResizeAxis"> {
  let mnemonic = "resize_axis";
  let parameters = (ins "int64_t":$in_extent, "int64_t":$out_extent, "int64_t":$in_origin, "int64_t":$out_origin,
    "int64_t":$step, "int64_t":$offset, "int64_t":$denominator);
  let assemblyFormat = "`<` struct(params) `>`";
}

// One end of a DMA: byte offset within the buffer and four byte strides, outermost first.
def Npu_BlockAttr : AttrDef<Npu_Dialect, "Block"> {
  let mnemonic = "block";
  let parameters = (ins "int64_t":$offset, ArrayRefParameter<"int64_t">:$strides);
  let assemblyFormat = "`<` $offset `,` `[` $strides `]` `>`";
  let genVerifyDecl = 1;
}

// One input or output at the caller's border. layout: "plain", "nchw" or "nhwc"; scale 0 when not quantised.
def Npu_BorderAttr : AttrDef<Npu_Dialect, "Border"> {
  let mnemonic = "border";
  let parameters = (ins "::mlir::StringAttr":$name, "::mlir::Type":$element, "::mlir::StringAttr":$layout,
    ArrayRefParameter<"int64_t">:$dims, "::mlir::FloatAttr":$scale, "int64_t":$zero_point);
  let assemblyFormat = "`<` $name `,` $element `,` $layout `,` `[` $dims `]` `,` $scale `,` $zero_point `>`";
}

#endif
