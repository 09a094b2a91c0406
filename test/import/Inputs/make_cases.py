"""Writes small models: make_cases.py DIR writes DIR/<name>.onnx. One function a case."""
import sys
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper

FLOAT = TensorProto.FLOAT
CASES = {}


def case(build):
    CASES[build.__name__] = build
    return build


def value(name, *shape, dtype=FLOAT):
    return helper.make_tensor_value_info(name, dtype, shape)


def model(nodes, inputs, outputs, constants=(), opset=13, **fields):
    graph = helper.make_graph(nodes, "case", inputs, outputs, list(constants))
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)],
                             ir_version=8, **fields)


def array(name, values, dtype=np.float32):
    return numpy_helper.from_array(np.array(values, dtype), name)


def unary(op, opset, constants=(), inputs=("x",), **attributes):
    """x [1,2,4] -> y of unknown shape."""
    node = helper.make_node(op, list(inputs), ["y"], name="/n", **attributes)
    return model([node], [value("x", 1, 2, 4)], [value("y", None)], constants, opset)


@case
def clip_6():
    return unary("Clip", 10, min=0.0, max=6.0)


@case
def clip_13():
    return unary("Clip", 13, [array("six", 6)], inputs=["x", "", "six"])


@case
def clip_13_with_attribute():
    return unary("Clip", 13, min=0.0)


@case
def pad_2():
    return unary("Pad", 10, pads=[0, 0, 1, 0, 0, 2], value=0.5)


@case
def squeeze_11():
    return unary("Squeeze", 11, axes=[0])


@case
def unsqueeze_11():
    return unary("Unsqueeze", 11, axes=[0, 2])


@case
def reduce_mean_13():
    return unary("ReduceMean", 13, axes=[-1], keepdims=0)


@case
def reduce_mean_18():
    return unary("ReduceMean", 18, [array("axes", [-1], np.int64)], inputs=["x", "axes"])


@case
def batch_norm_7():
    parameters = [array(name, [1, 1]) for name in ("g", "b", "m", "v")]
    return unary("BatchNormalization", 7, parameters, inputs=["x", "g", "b", "m", "v"],
                 epsilon=0.5, momentum=0.25, spatial=1)


@case
def slice_9():
    return unary("Slice", 9, starts=[1], ends=[2**63 - 1], axes=[2])


@case
def reduce_sum_11():
    return unary("ReduceSum", 11, axes=[1], keepdims=0)


@case
def constant_of_shape():
    fill = helper.make_node("ConstantOfShape", ["shape"], ["y"], value=array("", [7], np.int32))
    return model([fill], [], [value("y", None)], [array("shape", [2, 3], np.int64)])


@case
def cast():
    return unary("Cast", 13, to=TensorProto.INT32)


@case
def cast_to_words():
    return unary("Cast", 13, to=TensorProto.STRING)


@case
def split_11():
    """The first output is not read."""
    split = helper.make_node("Split", ["x"], ["a", "b", "c"], name="/split", axis=2, split=[1, 1, 2])
    add = helper.make_node("Add", ["c", "b"], ["y"], name="/add")
    return model([split, add], [value("x", 1, 2, 4)], [value("y", None)], opset=11)


@case
def dropout_7():
    return unary("Dropout", 7, ratio=0.25)


@case
def upsample_7():
    return unary("Upsample", 7, mode="linear", scales=[1.0, 1.0, 2.0])


@case
def resize_10():
    return unary("Resize", 10, [array("s", [1, 1, 2])], inputs=["x", "s"])


@case
def resize_11():
    return unary("Resize", 11, [array("empty", []), array("sizes", [1, 2, 8], np.int64)],
                 inputs=["x", "empty", "empty", "sizes"], mode="linear")


@case
def softmax_11():
    return unary("Softmax", 11)


@case
def softmax_13():
    return unary("Softmax", 13)


@case
def constants():
    """Every way a Constant node gives numbers, and an unnamed node that reads them."""
    nodes = [helper.make_node("Constant", [], ["t"], value=array("", [[1, 2], [3, 4]])),
             helper.make_node("Constant", [], ["f"], value_float=0.5),
             helper.make_node("Constant", [], ["fs"], value_floats=[1.5, 2.5]),
             helper.make_node("Constant", [], ["i"], value_int=7),
             helper.make_node("Constant", [], ["is"], value_ints=[2, 2])]
    nodes += [helper.make_node("Add", ["t", "f"], ["a"]),
              helper.make_node("Add", ["a", "fs"], ["b"], name="/b"),
              helper.make_node("Reshape", ["b", "is"], ["y"], name="/y"),
              helper.make_node("Identity", ["i"], ["z"], name="/z")]
    return model(nodes, [], [value("y", 2, 2), value("z", dtype=TensorProto.INT64)])


@case
def typed_fields():
    """Values in typed fields: signs, unsigned bytes, booleans, half floats."""
    tensors = [helper.make_tensor("i8", TensorProto.INT8, [2], [-128, 127]),
               helper.make_tensor("u8", TensorProto.UINT8, [2], [0, 255]),
               helper.make_tensor("b", TensorProto.BOOL, [2], [True, False]),
               helper.make_tensor("i32", TensorProto.INT32, [2], [-1, 2 ** 31 - 1]),
               helper.make_tensor("f16", TensorProto.FLOAT16, [2], [0.5, -2.0]),
               helper.make_tensor("f64", TensorProto.DOUBLE, [1], [0.1])]
    nodes = [helper.make_node("Identity", [t.name], ["y_" + t.name]) for t in tensors]
    return model(nodes, [], [value("y_" + t.name, None, dtype=t.data_type) for t in tensors],
                 tensors)


@case
def typed_out_of_range():
    tensor = TensorProto(name="zero", data_type=TensorProto.UINT8, int32_data=[300])
    node = helper.make_node("QuantizeLinear", ["x", "scale", "zero"], ["y"], name="/q")
    return model([node], [value("x", 4)], [value("y", 4, dtype=TensorProto.UINT8)],
                 [array("scale", 0.5), tensor])


@case
def inputs_with_initializers():
    """C01: IR 3 lists weights among the inputs."""
    node = helper.make_node("Conv", ["x", "w", "b"], ["y"], name="/conv")
    made = model([node], [value("x", 1, 3, 8, 8), value("w", 4, 3, 3, 3), value("b", 4)],
                 [value("y", 1, 4, 6, 6)],
                 [array("w", np.ones((4, 3, 3, 3))), array("b", np.ones(4))], opset=8)
    made.ir_version = 3
    return made


@case
def symbolic():
    """C03: x [N,S,64] -> MatMul; a second input shares N."""
    nodes = [helper.make_node("MatMul", ["x", "w"], ["m"], name="/m"),
             helper.make_node("Add", ["m", "z"], ["y"], name="/a")]
    return model(nodes, [value("x", "N", "S", 64), value("z", "N", 1, 2)],
                 [value("y", "N", "S", 2)], [array("w", np.ones((64, 2)))])


@case
def unsorted():
    """Nodes in the wrong order, but no cycle."""
    nodes = [helper.make_node("Relu", ["a"], ["y"], name="/second"),
             helper.make_node("Identity", ["x"], ["a"], name="/first")]
    return model(nodes, [value("x", 3)], [value("y", 3)])


@case
def unsupported():
    """Every kind of reason at once."""
    nodes = [helper.make_node("NonZero", ["x"], ["a"], name="/nonzero"),
             helper.make_node("Relu", ["a"], ["b"], name="/custom", domain="com.example"),
             helper.make_node("MaxPool", ["b"], ["c", "indices"], name="/pool", kernel_shape=[2]),
             helper.make_node("Relu", ["c"], ["d"], name="/attribute", slope=0.5),
             helper.make_node("Conv", ["d"], ["e"], name="/few"),
             helper.make_node("Constant", [], ["words"], name="/words", value_strings=["a"]),
             helper.make_node("Add", ["e", ""], ["y"])]
    return model(nodes, [value("x", 1, 2, 4)], [value("y", None), value("indices", None)])


@case
def wrong_kind():
    """Attributes of the wrong kind in two nodes; both are named."""
    return model([helper.make_node("Flatten", ["x"], ["a"], name="/flat", axis=1.0),
                  helper.make_node("Transpose", ["x"], ["y"], name="/turn", perm="ab")],
                 [value("x", 2, 3)], [value("a", None), value("y", None)])


@case
def old_opset():
    return unary("Relu", 6)


@case
def new_opset():
    return unary("Relu", 22)


def external(location, content=None, **entries):
    """A MatMul whose weight is in a file beside the model."""
    def build(path):
        tensor = TensorProto(name="w", data_type=FLOAT, dims=[64, 2],
                             data_location=TensorProto.EXTERNAL)
        for key, text in {"location": location, **entries}.items():
            tensor.external_data.add(key=key, value=str(text))
        if content is not None:
            (path.parent / location).write_bytes(content)
        node = helper.make_node("MatMul", ["x", "w"], ["y"], name="/m")
        return model([node], [value("x", 1, 64)], [value("y", 1, 2)], [tensor])
    return build


WEIGHTS = np.arange(128, dtype=np.float32).tobytes()
EXTERNAL = {
    "external": external("weights.bin", b"\0" * 8 + WEIGHTS, offset=8, length=512),
    "external_unaligned": external("odd.bin", b"\0" + WEIGHTS, offset=1),
    "external_missing": external("nowhere.bin"),
    "external_outside": external("../outside.bin", WEIGHTS),
    "external_short": external("short.bin", WEIGHTS[:-4], length=512),
}


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in [*CASES, *EXTERNAL]:
        path = folder / f"{name}.onnx"
        made = EXTERNAL[name](path) if name in EXTERNAL else CASES[name]()
        path.write_bytes(made.SerializeToString())


if __name__ == "__main__":
    main()
