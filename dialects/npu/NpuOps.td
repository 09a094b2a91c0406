#ifndef DIALECTS_NPU_NPUOPS_TD
#define DIALECTS_NPU_NPUOPS_TD

include "dialects/npu/NpuTypes.td"
include "mlir/IR/BuiltinAttributes.td"
include "mlir/IR/RegionKindInterface.td"
include "mlir/IR/SymbolInterfaces.td"
include "mlir/Interfaces/SideEffectInterfaces.td"

//===----------------------------------------------------------------------===//
// Programs, segments, buffers
//===----------------------------------------------------------------------===//

def Npu_ProgramOp : Npu_Op<"program", [Symbol, IsolatedFromAbove, NoTerminator, SingleBlock]> {
  let summary = "one entry point: buffers, constants and segments in order";
  let arguments = (ins SymbolNameAttr:$sym_name, ArrayAttr:$inputs, ArrayAttr:$outputs);
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "$sym_name `(` $inputs `)` `->` `(` $outputs `)` attr-dict-with-keyword $body";
  let description = [{ inputs and outputs are `#npu.border` attributes in ONNX order. }];
}

def Npu_SegmentOp : Npu_Op<"segment", [NoTerminator, SingleBlock, ParentOneOf<["ProgramOp"]>]> {
  let summary = "engine commands in program order; owns the NPU until it ends";
  let regions = (region SizedRegion<1>:$body);
  let assemblyFormat = "attr-dict-with-keyword $body";
}

def Npu_BufferOp : Npu_Op<"buffer", [ParentOneOf<["ProgramOp"]>]> {
  let summary = "a range of bytes, placed by npu-place-buffers";
  let description = [{
    `offset` is bytes from the start of the space (arena, sram, prm, lut). Input and output buffers carry `index`
    and lie at offset 0. `label` names the ONNX tensor or node for reports.
  }];
  let arguments = (ins I64Attr:$bytes, OptionalAttr<I64Attr>:$offset, OptionalAttr<I64Attr>:$index,
    OptionalAttr<StrAttr>:$label);
  let results = (outs Npu_BufferType:$buffer);
  let assemblyFormat = "$bytes (`at` $offset^)? (`index` $index^)? ($label^)? attr-dict `:` type($buffer)";
  let hasVerifier = 1;
}

def Npu_ConstantOp : Npu_Op<"constant", [ParentOneOf<["ProgramOp"]>]> {
  let summary = "bytes of the constants region; `value` is a tensor of i8";
  let arguments = (ins ElementsAttr:$value, OptionalAttr<I64Attr>:$offset, OptionalAttr<StrAttr>:$label);
  let results = (outs Npu_BufferType:$buffer);
  let assemblyFormat = "$value (`at` $offset^)? ($label^)? attr-dict `:` type($buffer)";
  let hasVerifier = 1;
}

//===----------------------------------------------------------------------===//
// Commands. `queue` is the queue number of targets/rnpu/isa.h; `waits` are pairs (queue, count).
//===----------------------------------------------------------------------===//

class Npu_Command<string mnemonic> : Npu_Op<mnemonic, [ParentOneOf<["SegmentOp"]>]> {
  let hasVerifier = 1;
}
def Npu_Waits : DefaultValuedAttr<DenseI32ArrayAttr, "{}">;

def Npu_DmaOp : Npu_Command<"dma"> {
  let summary = "4-D strided copy, or fill when there is no source";
  let description = [{ extent counts elements of element_bytes, outermost first. `cause` says why a layout
    change or copy exists ("load", "store", "transpose", ...). }];
  let arguments = (ins Optional<Npu_BufferType>:$source, Npu_BufferType:$target,
    OptionalAttr<Npu_BlockAttr>:$source_block, Npu_BlockAttr:$target_block, DenseI64ArrayAttr:$extent,
    I64Attr:$element_bytes, DefaultValuedAttr<I64Attr, "0">:$value, StrAttr:$cause,
    DefaultValuedAttr<I32Attr, "0">:$queue, Npu_Waits:$waits);
  let assemblyFormat = [{ ($source^ `:` type($source))? `->` $target attr-dict `:` type($target) }];
}

def Npu_ConvOp : Npu_Command<"conv"> {
  let summary = "rnpu_conv: accumulate one tile, and on `last` rescale and store it";
  let description = [{ weight_offset, prm_offset and lut_offset are bytes within their buffers. `lut` present
    means act is a table. }];
  let arguments = (ins Npu_BufferType:$in, Npu_BufferType:$weights, Npu_BufferType:$prm, Optional<Npu_BufferType>:$lut,
    Npu_BufferType:$out, Npu_TileAttr:$in_tile, Npu_TileAttr:$out_tile, Npu_WindowAttr:$window,
    Npu_ConvKindAttr:$kind, I64Attr:$weight_offset, I64Attr:$weight_bytes, I64Attr:$prm_offset,
    DefaultValuedAttr<I64Attr, "0">:$lut_offset, BoolAttr:$first, BoolAttr:$last,
    DefaultValuedAttr<I64Attr, "0">:$group_in, DefaultValuedAttr<I64Attr, "0">:$group_out,
    SI32Attr:$act_min, SI32Attr:$act_max, DefaultValuedAttr<I32Attr, "4">:$queue, Npu_Waits:$waits);
  let assemblyFormat = [{ $kind $in `,` $weights `,` $prm (`,` `lut` $lut^ `:` type($lut))? `->` $out attr-dict
    `:` type($in) `,` type($weights) `,` type($prm) `->` type($out) }];
}

def Npu_MatmulOp : Npu_Command<"matmul"> {
  let summary = "rnpu_matmul: accumulate one tile of products, and on `last` rescale and store it";
  let arguments = (ins Npu_BufferType:$a, Npu_BufferType:$b, Npu_BufferType:$out, Npu_TileAttr:$a_tile,
    Npu_TileAttr:$b_tile, Npu_TileAttr:$out_tile, UnitAttr:$transpose_a, UnitAttr:$transpose_b, SI32Attr:$mult,
    I64Attr:$shift, BoolAttr:$first, BoolAttr:$last, SI32Attr:$act_min, SI32Attr:$act_max,
    DefaultValuedAttr<I32Attr, "4">:$queue, Npu_Waits:$waits);
  let assemblyFormat = [{ $a `,` $b `->` $out attr-dict `:` type($a) `,` type($b) `->` type($out) }];
  let extraClassDeclaration = [{
    /// Products in each sum of this command.
    int64_t getInner() { return getTransposeA() ? getATile().getColumns() : getATile().getChannels(); }
  }];
}

def Npu_PoolOp : Npu_Command<"pool"> {
  let summary = "rnpu_pool";
  let arguments = (ins Npu_BufferType:$in, Npu_BufferType:$prm, Npu_BufferType:$out, Npu_TileAttr:$in_tile,
    Npu_TileAttr:$out_tile, Npu_WindowAttr:$window, Npu_PoolKindAttr:$kind, I64Attr:$prm_offset, I64Attr:$prm_count,
    I64Attr:$pad_bottom, I64Attr:$pad_right, BoolAttr:$count_include_pad, SI32Attr:$act_min, SI32Attr:$act_max,
    DefaultValuedAttr<I32Attr, "5">:$queue, Npu_Waits:$waits);
  let assemblyFormat = [{ $kind $in `,` $prm `->` $out attr-dict `:` type($in) `,` type($prm) `->` type($out) }];
}

def Npu_ResizeOp : Npu_Command<"resize"> {
  let summary = "rnpu_resize";
  let arguments = (ins Npu_BufferType:$in, Npu_BufferType:$out, Npu_TileAttr:$in_tile, Npu_TileAttr:$out_tile,
    Npu_ResizeAxisAttr:$rows, Npu_ResizeAxisAttr:$columns, Npu_ResizeKindAttr:$kind, SI32Attr:$mult, I64Attr:$shift,
    SI32Attr:$act_min, SI32Attr:$act_max, DefaultValuedAttr<I32Attr, "5">:$queue, Npu_Waits:$waits);
  let assemblyFormat = [{ $kind $in `->` $out attr-dict `:` type($in) `->` type($out) }];
}

def Npu_BinaryOp : Npu_Command<"binary"> {
  let summary = "rnpu_binary";
  let arguments = (ins Npu_BufferType:$a, Npu_BufferType:$b, Npu_BufferType:$out, Npu_TileAttr:$a_tile,
    Npu_TileAttr:$b_tile, Npu_TileAttr:$out_tile, Npu_BinaryKindAttr:$kind, SI32Attr:$mult_a, SI32Attr:$mult_b,
    I64Attr:$shift, SI32Attr:$act_min, SI32Attr:$act_max, DefaultValuedAttr<I32Attr, "5">:$queue, Npu_Waits:$waits);
  let assemblyFormat = [{ $kind $a `,` $b `->` $out attr-dict `:` type($a) `,` type($b) `->` type($out) }];
}

def Npu_UnaryOp : Npu_Command<"unary"> {
  let summary = "rnpu_unary";
  let arguments = (ins Npu_BufferType:$in, Optional<Npu_BufferType>:$lut, Npu_BufferType:$out, Npu_TileAttr:$in_tile,
    Npu_TileAttr:$out_tile, Npu_UnaryKindAttr:$kind, F32Attr:$scale, SI32Attr:$mult, I64Attr:$shift,
    DefaultValuedAttr<I64Attr, "0">:$lut_offset, SI32Attr:$act_min, SI32Attr:$act_max,
    DefaultValuedAttr<I32Attr, "5">:$queue, Npu_Waits:$waits);
  let assemblyFormat = [{ $kind $in (`,` `lut` $lut^ `:` type($lut))? `->` $out attr-dict
    `:` type($in) `->` type($out) }];
}

def Npu_SoftmaxOp : Npu_Command<"softmax"> {
  let summary = "rnpu_softmax";
  let arguments = (ins Npu_BufferType:$in, Npu_BufferType:$lut, Npu_BufferType:$out, Npu_TileAttr:$in_tile,
    Npu_TileAttr:$out_tile, I64Attr:$lut_offset, I64Attr:$mult, I64Attr:$shift,
    DefaultValuedAttr<I32Attr, "5">:$queue, Npu_Waits:$waits);
  let assemblyFormat = [{ $in `,` `lut` $lut `->` $out attr-dict `:` type($in) `,` type($lut) `->` type($out) }];
}

#endif
