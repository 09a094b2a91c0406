"""docs/life-of-a-model.md: one convolution from its ONNX file to the commands that run it, made by the tools.

life_of_a_model.py --compile NPU_COMPILE --inspect NPU_INSPECT --run NPU_RUN [--write]
Compares the document with what the tools print now; exit status 1 if it drifted. --write makes it anew.
"""
import argparse
import difflib
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "life-of-a-model.md"

OPENING = """# Life of a model

One convolution with its Relu, quantised, from the file to the result. Every block below is what the tools print; `test/docs/life_of_a_model.py`
makes this page and fails when it no longer says what they do. Locations (the names of your nodes, on every operation) and the description of
the target, an attribute of the module, are left out here.

The file, as ONNX lists it: an image of 2 channels and 4x4 pixels, a 3x3 filter with a scale per output channel, a Relu.
"""
LEVELS = (
    ("onnx", """## `onnx`: what did the file say?

The import (`compiler/import`) turns protobuf into operations of the same names and meanings. Shapes are inferred, defaults written out; nothing is here
that you could not find again in your file.
"""),
    ("nn", """## `nn`: what is computed?

`convert-onnx-to-nn` leaves ONNX behind: filters are [K,R,S,C], a missing bias is zeros, QuantizeLinear and DequantizeLinear carry their format as a type.
`nn-fuse-activations` made the Relu the convolution's `clamp_min` (and logged it in `nn.fusions`). `nn-insert-layout` made the convolution
channels-last, and said why each transpose is there (`nn.cause`). The arithmetic is still float.
"""),
    ("quantized", """## `nn`, quantised: what is computed, exactly?

`nn-fold-qdq` replaced "dequantise, convolve in float, quantise" by one convolution on integers, with the scales and zero points of the file: from here on
every number is decided to the bit by the N rules of [machine.md](machine.md). `nn-assign` asked the target and wrote down the device of every operator.
"""),
    ("npu", """## `npu`: what does the machine do?

`nn-plan-tiles` chose what stays in SRAM and how each operator is cut (this one is small: one tile), and `convert-nn-to-npu` carried the plan out as commands in
a correct order. Weights are packed in the order the engine reads them, bias, multiplier and shift are records of 10 bytes, the clamp is a pair of integers, and
padding is a property of the whole image, not of a tile.
"""),
    ("placed", """## `npu`, placed: where, and in which order?

`npu-hoist-loads` moved loads ahead of the computation before them, `npu-place-buffers` gave each buffer an address by lifetime (`at`), `npu-assign-queues` spread
the DMA over the channels, and `npu-insert-waits` wrote the waits that the hazards ask for: `waits = [queue, count]` means that this command starts when
that queue has completed so many. `npu-verify-placed` checked all of it again from scratch.
"""))
BLOB = """## The blob: what the device reads

The emitter decides nothing: one operation, one command. Before the file was written it ran in checked mode on the simulator and equalled the reference.
"""
RUN = """## The run

The runtime checks every command once, binds the buffers of the caller, and runs. Here is the network on an image of ones:
"""


def network():
    """A convolution with fixed weights; its pieces are named as exporters name them."""
    def constant(name, value, dtype):
        return numpy_helper.from_array(np.asarray(value, dtype), name)

    weights = (np.arange(36).reshape(2, 2, 3, 3) * 7) % 31 - 15
    constants = [
        constant("x_scale", 0.03125, np.float32), constant("x_zero", -5, np.int8),
        constant("w", weights, np.int8), constant("w_scale", [0.0078125, 0.015625], np.float32),
        constant("w_zero", [0, 0], np.int8),
        constant("b", [40, -90], np.int32), constant("b_scale", [0.03125 * 0.0078125, 0.03125 * 0.015625], np.float32),
        constant("b_zero", [0, 0], np.int32),
        constant("y_scale", 0.025, np.float32), constant("y_zero", -128, np.int8)]
    node = helper.make_node
    nodes = [
        node("QuantizeLinear", ["image", "x_scale", "x_zero"], ["x_q"], name="/quantize"),
        node("DequantizeLinear", ["x_q", "x_scale", "x_zero"], ["x"], name="/dequantize"),
        node("DequantizeLinear", ["w", "w_scale", "w_zero"], ["w_real"], name="/weights", axis=0),
        node("DequantizeLinear", ["b", "b_scale", "b_zero"], ["b_real"], name="/bias", axis=0),
        node("Conv", ["x", "w_real", "b_real"], ["c"], name="/conv", kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
        node("Relu", ["c"], ["r"], name="/relu"),
        node("QuantizeLinear", ["r", "y_scale", "y_zero"], ["y_q"], name="/requantize"),
        node("DequantizeLinear", ["y_q", "y_scale", "y_zero"], ["features"], name="/result")]
    value = helper.make_tensor_value_info
    graph = helper.make_graph(nodes, "life", [value("image", TensorProto.FLOAT, [1, 2, 4, 4])],
                              [value("features", TensorProto.FLOAT, [1, 2, 4, 4])], constants)
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)


def listing(model):
    lines = ["| node | operator | reads | writes |", "|---|---|---|---|"]
    for n in model.graph.node:
        lines.append(f"| {n.name} | {n.op_type} | {', '.join(n.input)} | {', '.join(n.output)} |")
    return "\n".join(lines) + "\n"


def readable(ir):
    """The IR without locations and without the target's description."""
    ir = re.sub(r"^#loc.*\n", "", ir, flags=re.MULTILINE)
    ir = re.sub(r" loc\((?:#loc\d*|\"[^\"]*\")\)", "", ir)
    return re.sub(r"npu\.target = \{[^}]*\}", "npu.target = {...}", ir).strip() + "\n"


def block(text, language=""):
    return f"```{language}\n{text.rstrip()}\n```\n"


class Tools:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder

    def call(self, *command):
        done = subprocess.run([str(c) for c in command], cwd=self.folder, capture_output=True, text=True, check=False)
        if done.returncode:
            sys.exit(done.stderr or done.stdout)
        return done.stdout

    def document(self):
        model = network()
        onnx.checker.check_model(model, full_check=True)
        onnx.save(model, str(self.folder / "life.onnx"))
        np.save(self.folder / "image.npy", np.ones((1, 2, 4, 4), np.float32))
        parts = [OPENING, listing(model)]
        for level, text in LEVELS:
            ir = self.call(self.options.compile, "life.onnx", "--stop-after", level)
            parts += [text, f"`npu-compile life.onnx --stop-after {level}`\n", block(readable(ir), "mlir")]
        summary = self.call(self.options.compile, "life.onnx", "-o", "life.npub")
        parts += [BLOB, "`npu-compile life.onnx`\n", block(summary)]
        parts += ["`npu-inspect life.npub --schedule`\n",
                  block(self.schedule(self.call(self.options.inspect, "life.npub", "--schedule")))]
        self.call(self.options.run, "life.npub", "--input", "image=image.npy", "--output-dir", "out")
        result = np.load(self.folder / "out" / "0_features.npy")
        parts += [RUN, block(np.array2string(result, precision=3, floatmode="fixed"))]
        return "\n".join(parts)

    @staticmethod
    def schedule(text):
        """The commands alone: the columns of program and step are the same in every row."""
        rows = [line.split(None, 2)[2] for line in text.splitlines() if line.startswith(("program", "main"))]
        return re.sub(r" {3,}", "  ", "\n".join(rows))


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for tool in ("compile", "inspect", "run"):
        parser.add_argument(f"--{tool}", required=True, type=lambda p: Path(p).resolve())
    parser.add_argument("--write", action="store_true", help="make the document anew")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        text = Tools(options, Path(folder)).document()
    if options.write:
        DOCUMENT.write_text(text)
        return 0
    drift = list(difflib.unified_diff(DOCUMENT.read_text().splitlines(), text.splitlines(), "docs/life-of-a-model.md",
                                      "what the tools print", lineterm=""))
    print("\n".join(drift) if drift else "docs/life-of-a-model.md is up to date")
    return 1 if drift else 0


if __name__ == "__main__":
    sys.exit(main())
