"""Models and options the compiler must refuse: exit status 1, a message that names the
culprit, and no file left behind.

bad_models.py --compile NPU_COMPILE --work DIR [--only NAME ...]
Every case that is not refused well is listed; exit status 1 if any.
"""
import argparse
import subprocess
import sys
from pathlib import Path

import numpy as np
from onnx import TensorProto, helper, numpy_helper

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "oracle"))
from make_models import make  # noqa: E402

TIMEOUT_SECONDS = 60
CASES = {}


class Case:
    """`build` returns (file bytes, words one of which the message must contain)."""

    def __init__(self, build, options):
        self.build, self.options = build, options


def case(*options):
    def register(build):
        CASES[build.__name__] = Case(build, list(options))
        return build
    return register


def base():
    """A small valid network: Conv, Relu, Add."""
    return make("residual")[0]


def first(model, op):
    return next(n for n in model.graph.node if n.op_type == op)


def replace(model, name, array):
    """Gives the initializer `name` another value."""
    for i, tensor in enumerate(model.graph.initializer):
        if tensor.name == name:
            model.graph.initializer[i].CopyFrom(numpy_helper.from_array(np.asarray(array), name))
            return
    raise KeyError(name)


@case()
def empty_file():
    """No bytes at all."""
    return b"", ["onnx", "empty"]


@case()
def not_onnx():
    """Text where a model should be."""
    return b"This is a text file, and not a network.\n" * 40, ["onnx"]


@case()
def truncated():
    """The second half is missing."""
    content = base().SerializeToString()
    return content[:len(content) // 2], ["onnx", "truncated"]


@case()
def no_graph():
    """A model message without a graph."""
    model = base()
    model.ClearField("graph")
    return model.SerializeToString(), ["graph", "node", "output"]


@case()
def cycle():
    """A node that reads what is computed from it."""
    model = base()
    conv, relu = first(model, "Conv"), first(model, "Relu")
    conv.input[0] = relu.output[0]
    return model.SerializeToString(), [conv.name, conv.input[0]]


@case()
def duplicate_name():
    """Two nodes write one tensor."""
    model = base()
    adds = [n for n in model.graph.node if n.op_type == "Add"]
    adds[1].output[0] = adds[0].output[0]
    return model.SerializeToString(), [adds[0].output[0], adds[1].name]


@case()
def missing_initializer():
    """A weight that nothing defines."""
    model = base()
    steps = next(i for i, t in enumerate(model.graph.initializer) if t.name.startswith("steps"))
    name = model.graph.initializer[steps].name
    del model.graph.initializer[steps]
    return model.SerializeToString(), [name]


@case()
def missing_output():
    """A graph output that nothing computes."""
    model = base()
    model.graph.output[0].name = "nowhere"
    return model.SerializeToString(), ["nowhere"]


@case()
def short_initializer():
    """Fewer bytes than the shape says."""
    model = base()
    tensor = next(t for t in model.graph.initializer if t.name.startswith("steps"))
    tensor.raw_data = tensor.raw_data[:-3]
    return model.SerializeToString(), [tensor.name]


@case()
def huge_initializer():
    """A shape whose size does not fit 64 bits."""
    model = base()
    tensor = next(t for t in model.graph.initializer if t.name.startswith("steps"))
    tensor.dims[0] = tensor.dims[1] = 2 ** 40
    return model.SerializeToString(), [tensor.name]


@case()
def external_data_missing():
    """Weights in a file beside the model, which is not there."""
    model = base()
    tensor = next(t for t in model.graph.initializer if t.name.startswith("steps"))
    tensor.ClearField("raw_data")
    tensor.data_location = TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value="weights.bin")
    return model.SerializeToString(), [tensor.name, "weights.bin"]


@case()
def zero_size_input():
    """An input with no elements."""
    model = base()
    model.graph.input[0].type.tensor_type.shape.dim[2].dim_value = 0
    return model.SerializeToString(), [model.graph.input[0].name]


def with_scale(value):
    model = base()
    quantize = first(model, "QuantizeLinear")
    replace(model, quantize.input[1], np.float32(value))
    return model.SerializeToString(), [quantize.name, quantize.input[1]]


@case()
def zero_scale():
    """Division by zero."""
    return with_scale(0.0)


@case()
def negative_scale():
    """A scale below zero."""
    return with_scale(-0.5)


@case()
def nan_scale():
    """A scale that is no number."""
    return with_scale(np.nan)


@case()
def infinite_scale():
    """A scale that is not finite."""
    return with_scale(np.inf)


@case()
def zero_point_out_of_range():
    """A zero point outside the quantised type."""
    model = base()
    quantize = first(model, "QuantizeLinear")
    replace(model, quantize.input[2], np.int32(300))
    return model.SerializeToString(), [quantize.name, quantize.input[2], "zero point"]


@case()
def wrong_channels():
    """A kernel for other channels than the input has."""
    model = base()
    conv = first(model, "Conv")
    weight = next(n for n in model.graph.node if n.output[0] == conv.input[1])
    tensor = next(t for t in model.graph.initializer if t.name == weight.input[0])
    steps = numpy_helper.to_array(tensor)
    replace(model, tensor.name, np.concatenate([steps, steps], axis=1))
    return model.SerializeToString(), [conv.name]


@case()
def zero_stride():
    """A stride that never ends."""
    model = base()
    conv = first(model, "Conv")
    conv.attribute.append(helper.make_attribute("strides", [0, 1]))
    return model.SerializeToString(), [conv.name]


@case()
def kernel_larger_than_input():
    """A window with no position."""
    model = base()
    conv = first(model, "Conv")
    conv.attribute.append(helper.make_attribute("dilations", [40, 40]))
    return model.SerializeToString(), [conv.name]


@case()
def unknown_operators():
    """Two operators nobody knows: both must be named in one run."""
    model = base()
    first(model, "Relu").op_type = "Frobnicate"
    first(model, "Add").op_type = "Transmogrify"
    return model.SerializeToString(), ["Frobnicate", "Transmogrify"]


def resized(**attributes):
    """The base network with its output twice as large."""
    model = base()
    output = model.graph.output[0]
    model.graph.initializer.append(numpy_helper.from_array(np.array([1, 1, 2, 2], np.float32), "twice"))
    model.graph.node.append(helper.make_node("Resize", [output.name, "", "twice"], ["up"], name="/up", **attributes))
    output.CopyFrom(helper.make_tensor_value_info("up", TensorProto.FLOAT, None))
    return model


@case()
def resize_of_no_region():
    """A Resize of a region that is not given."""
    model = resized(coordinate_transformation_mode="tf_crop_and_resize")
    return model.SerializeToString(), ["'/up' (Resize, opset 13): roi is not a constant"]


@case()
def resize_by_an_input():
    """Scales that come with the samples."""
    model = resized()
    del model.graph.initializer[-1]
    model.graph.input.append(helper.make_tensor_value_info("twice", TensorProto.FLOAT, [4]))
    return model.SerializeToString(), ["'/up' (Resize, opset 13): scales are not a constant"]


@case()
def free_dimension():
    """A dimension nobody fixed, other than the batch."""
    model = base()
    model.graph.input[0].type.tensor_type.shape.dim[2].dim_param = "height"
    return model.SerializeToString(), ["height", model.graph.input[0].name]


@case("--sram", "64")
def sram_too_small():
    """No tile of any layer fits."""
    return base().SerializeToString(), ["sram", "SRAM"]


@case("--target", "no-such-chip")
def unknown_target():
    """A target that is not in the table."""
    return base().SerializeToString(), ["no-such-chip"]


@case("--no-such-option")
def unknown_option():
    """An option that does not exist."""
    return base().SerializeToString(), ["no-such-option"]


ALL_WORDS = {"unknown_operators"}


def refusal_faults(name, tool, folder, output=None):
    """What is wrong with how `tool` refuses case `name`; empty if it refuses well."""
    content, words = CASES[name].build()
    model, blob = folder / f"{name}.onnx", output or folder / f"{name}.npub"
    model.write_bytes(content)
    blob.unlink(missing_ok=True)
    before = set(folder.iterdir())
    try:
        done = subprocess.run([tool, model, "-o", blob, *CASES[name].options], text=True,
                              capture_output=True, timeout=TIMEOUT_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return [f"no end after {TIMEOUT_SECONDS} s"]
    faults = []
    if done.returncode != 1:
        faults.append(f"exit status {done.returncode}, want 1")
    found = [w for w in words if w.lower() in done.stderr.lower()]
    if len(found) < (len(words) if name in ALL_WORDS else 1):
        faults.append(f"the message names none or not all of {words}: {done.stderr.strip()[:400]!r}")
    left = set(folder.iterdir()) - before
    if left:
        faults.append("left behind: " + ", ".join(sorted(p.name for p in left)))
    return faults


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compile", required=True)
    parser.add_argument("--work", required=True, type=Path)
    parser.add_argument("--only", action="append", choices=sorted(CASES), default=[])
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    failed, names = 0, options.only or list(CASES)
    for name in names:
        faults = refusal_faults(name, options.compile, options.work)
        failed += bool(faults)
        print(f"{name}: " + ("refused" if not faults else "FAILED: " + "; ".join(faults)))
    print(f"{len(names) - failed} of {len(names)} bad inputs refused well")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
