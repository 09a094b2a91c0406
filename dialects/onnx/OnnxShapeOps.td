// Operators that mostly compute shapes and indices, and are then gone after onnx-fold-constants.
#ifndef DIALECTS_ONNX_ONNXSHAPEOPS_TD
#define DIALECTS_ONNX_ONNXSHAPEOPS_TD

include "dialects/onnx/OnnxOperator.td"

//===----------------------------------------------------------------------===//
// Making values
//===----------------------------------------------------------------------===//

def Onnx_ShapeOp : Onnx_Node<"Shape"> {
  let summary = "the sizes of axes `start` to `end` of x, all without them";
  let arguments = (ins Onnx_Tensor:$x, Onnx_IntOr<"0">:$start, OptionalAttr<Onnx_Int>:$end);
}

def Onnx_SizeOp : Onnx_Node<"Size"> {
  let summary = "the number of elements of x";
  let arguments = (ins Onnx_Tensor:$x);
}

def Onnx_ConstantOfShapeOp : Onnx_Node<"ConstantOfShape"> {
  let summary = "a tensor of one value, 0.0 without it";
  let arguments = (ins Onnx_Integers:$shape, Onnx_Optional:$value);
}

def Onnx_RangeOp : Onnx_Node<"Range"> {
  let summary = "start, start + delta, ... before limit";
  let arguments = (ins Onnx_Tensor:$start, Onnx_Tensor:$limit, Onnx_Tensor:$delta);
}

def Onnx_CastOp : Onnx_Node<"Cast"> {
  let summary = "the same numbers in the element type of the result";
  let arguments = (ins Onnx_Tensor:$x);
}

//===----------------------------------------------------------------------===//
// Picking and repeating values
//===----------------------------------------------------------------------===//

def Onnx_GatherOp : Onnx_Node<"Gather"> {
  let summary = "the slices of x along `axis` that `indices` name";
  let arguments = (ins Onnx_Tensor:$x, Onnx_Integers:$indices, Onnx_IntOr<"0">:$axis);
}

def Onnx_SliceOp : Onnx_Node<"Slice"> {
  let summary = "elements start, start + step, ... before end of some axes";
  let description = [{ Negative starts and ends count from the end; what lies outside is cut. }];
  let arguments = (ins Onnx_Tensor:$x, Onnx_Integers:$starts, Onnx_Integers:$ends,
    Onnx_OptionalIntegers:$axes, Onnx_OptionalIntegers:$steps);
}

def Onnx_SplitOp : Onnx_Node<"Split"> {
  let summary = "one part of x along `axis`";
  let description = [{
    A Split node of the file is one op for each of its outputs; `part` counts them. The parts
    have the sizes `split`, or as many of one size as `num_outputs` says, the last may be smaller.
  }];
  let arguments = (ins Onnx_Tensor:$x, Onnx_OptionalIntegers:$split, Onnx_IntOr<"0">:$axis,
    Onnx_IntOr<"1">:$num_outputs, Onnx_IntOr<"0">:$part);
}

def Onnx_ExpandOp : Onnx_Node<"Expand"> {
  let summary = "x broadcast with `shape`";
  let arguments = (ins Onnx_Tensor:$x, Onnx_Integers:$shape);
}

def Onnx_TileOp : Onnx_Node<"Tile"> {
  let summary = "x repeated along each axis";
  let arguments = (ins Onnx_Tensor:$x, Onnx_Integers:$repeats);
}

//===----------------------------------------------------------------------===//
// Logic
//===----------------------------------------------------------------------===//

class Onnx_Logical<string mnemonic> : Onnx_Node<mnemonic> {
  let summary = "elementwise test of two operands, broadcast as in numpy";
  let arguments = (ins Onnx_Tensor:$a, Onnx_Tensor:$b);
}
def Onnx_EqualOp : Onnx_Logical<"Equal">;
def Onnx_GreaterOp : Onnx_Logical<"Greater">;
def Onnx_GreaterOrEqualOp : Onnx_Logical<"GreaterOrEqual">;
def Onnx_LessOp : Onnx_Logical<"Less">;
def Onnx_LessOrEqualOp : Onnx_Logical<"LessOrEqual">;
def Onnx_AndOp : Onnx_Logical<"And">;
def Onnx_OrOp : Onnx_Logical<"Or">;
def Onnx_XorOp : Onnx_Logical<"Xor">;

def Onnx_NotOp : Onnx_Node<"Not"> {
  let summary = "true where x is false";
  let arguments = (ins Onnx_Tensor:$x);
}

def Onnx_WhereOp : Onnx_Node<"Where"> {
  let summary = "a where `condition` is true, else b, broadcast";
  let arguments = (ins Onnx_Tensor:$condition, Onnx_Tensor:$a, Onnx_Tensor:$b);
}

#endif
