"""Every fusion leaves the function as it was: f32 with and without it within 1e-5, and its row in the log says that it fired.

fusion_test.py --compile NPU_COMPILE --eval NPU_EVAL
"""
import argparse
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

RNG = np.random.default_rng(3)


def real(*shape):
    return RNG.normal(size=shape).astype(np.float32)


def nodes_of(text):
    """'y = Op(a, b)' lines as nodes."""
    nodes = []
    for line in text.strip().splitlines():
        output, call = (part.strip() for part in line.split("="))
        op, operands = call.rstrip(")").split("(")
        attributes = ATTRIBUTES.get(op, {})
        nodes.append(helper.make_node(op, [o.strip() for o in operands.split(",")], [output], name=f"/{output}", **attributes))
    return nodes


ATTRIBUTES = {"ReduceMean": {"axes": [-1]}, "ConvTranspose": {"strides": [2, 3], "pads": [1, 0, 0, 1]}}
CONV = {"w": real(4, 3, 3, 3), "b": real(4)}
PER_CHANNEL = {"c": real(4, 1, 1), "d": real(1, 4, 1, 1)}
NORM = {"two": np.float32(2), "eps": np.float32(1e-5), "one": np.float32(1), "g": real(8), "h": real(8)}
# As PyTorch, TensorFlow and RMSNorm export them; the mean's axes are an attribute.
NORMALIZATIONS = {
    "LayerNormalization": """m = ReduceMean(x)
        d = Sub(x, m)
        p = Pow(d, two)
        v = ReduceMean(p)
        a = Add(v, eps)
        s = Sqrt(a)
        q = Div(d, s)
        t = Mul(q, g)
        y = Add(t, h)""",
    "LayerNormalization (TensorFlow)": """m = ReduceMean(x)
        d = Sub(x, m)
        p = Mul(d, d)
        v = ReduceMean(p)
        a = Add(v, eps)
        s = Sqrt(a)
        r = Reciprocal(s)
        f = Mul(r, g)
        l = Mul(x, f)
        n = Mul(m, f)
        o = Sub(h, n)
        y = Add(l, o)""",
    "LayerNormalization (two differences)": """m = ReduceMean(x)
        d = Sub(x, m)
        e = Sub(x, m)
        p = Pow(e, two)
        v = ReduceMean(p)
        a = Add(v, eps)
        s = Sqrt(a)
        y = Div(d, s)""",
    "RMSNormalization": """p = Mul(x, x)
        v = ReduceMean(p)
        a = Add(v, eps)
        s = Sqrt(a)
        q = Div(x, s)
        y = Mul(q, g)""",
    "RMSNormalization (reciprocal)": """p = Pow(x, two)
        v = ReduceMean(p)
        a = Add(v, eps)
        s = Sqrt(a)
        r = Div(one, s)
        y = Mul(r, x)""",
}
CASES = {
    "nn.conv+add": ("a = Conv(x, w)\ny = Add(a, c)", CONV | PER_CHANNEL),
    "nn.conv+sub": ("a = Conv(x, w, b)\ny = Sub(c, a)", CONV | PER_CHANNEL),
    "nn.conv+mul": ("a = Conv(x, w, b)\nm = Mul(a, c)\ny = Add(d, m)", CONV | PER_CHANNEL),
    "nn.conv+div": ("a = Conv(x, w, b)\ny = Div(a, c)", CONV | {"c": np.float32(3)}),
    "nn.conv+add (transposed)": ("a = ConvTranspose(x, w)\ny = Add(c, a)", {"w": real(3, 4, 3, 3), "c": real(4, 1, 1)}),
    "nn.conv+mul (transposed)": ("a = ConvTranspose(x, w, b)\nm = Mul(a, c)\ny = Add(d, m)",
                                 {"w": real(3, 4, 4, 3), "b": real(4)} | PER_CHANNEL),
    "nn.conv+nn.clamp (transposed)": ("a = ConvTranspose(x, w, b)\ny = Relu(a)", {"w": real(3, 4, 3, 3), "b": real(4)}),
    "nn.dense+add": ("f = Flatten(x)\na = MatMul(f, w)\ny = Add(a, c)", {"w": real(192, 5), "c": real(5)}),
    "nn.conv+nn.clamp": ("a = Conv(x, w, b)\ny = Relu(a)", CONV),
    "nn.binary+nn.clamp": ("a = Add(x, x2)\ny = Relu(a)", {"x2": real(1, 3, 8, 8)}),
    "SiLU": ("s = Sigmoid(x)\ny = Mul(x, s)", {}),
    "HardSwish": ("a = Add(x, three)\nc = Clip(a, zero, six)\nm = Mul(x, c)\ny = Div(m, six)",
                  {"three": np.float32(3), "zero": np.float32(0), "six": np.float32(6)}),
    "GELU": ("d = Div(x, root)\ne = Erf(d)\np = Add(e, one)\nm = Mul(x, p)\ny = Mul(m, half)",
             {"root": np.float32(2 ** 0.5), "one": np.float32(1), "half": np.float32(0.5)}),
    "Mish": ("s = Softplus(x)\nt = Tanh(s)\ny = Mul(t, x)", {}),
    "function of one value": ("a = Mul(x, two)\nb = Exp(a)\ny = Sub(one, b)", {"two": np.float32(0.2), "one": np.float32(1)}),
} | {name: (text, NORM) for name, text in NORMALIZATIONS.items()}
SAMPLES = 5


class FusionTest(unittest.TestCase):
    npu_compile = npu_eval = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = Path(folder.name)

    def call(self, *command):
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=120, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)

    def write(self, text, constants):
        constants = [numpy_helper.from_array(np.asarray(v), k) for k, v in constants.items()]
        graph = helper.make_graph(nodes_of(text), "fusion", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 3, 8, 8])],
                                  [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)], constants)
        onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=8), str(self.dir / "m.onnx"))
        np.save(self.dir / "x.npy", np.random.default_rng(9).normal(scale=2, size=(SAMPLES, 3, 8, 8)).astype(np.float32))

    def outputs(self, *options):
        self.call(self.npu_compile, self.dir / "m.onnx", "--stop-after", "nn", "-o", self.dir / "m.mlir", *options)
        self.call(self.npu_eval, self.dir / "m.mlir", "--input", self.dir / "x.npy", "--output-dir", self.dir / "out")
        text = (self.dir / "m.mlir").read_text(encoding="utf-8")
        return np.load(self.dir / "out" / "0.npy"), sum(line.count(" = nn.") for line in text.splitlines() if "nn.constant" not in line)

    def test_each_fusion(self):
        for pattern, (text, constants) in CASES.items():
            with self.subTest(pattern):
                self.write(text, constants)
                before, more = self.outputs("--no-fusion")
                after, fewer = self.outputs()
                self.assertLess(fewer, more)
                np.testing.assert_allclose(after, before, rtol=1e-5, atol=1e-5 * np.abs(before).max())

    def test_each_fusion_has_its_row(self):
        for pattern, (text, constants) in CASES.items():
            with self.subTest(pattern):
                self.write(text, constants)
                self.call(self.npu_compile, self.dir / "m.onnx", "--calibration", self.dir / "x.npy", "-o", self.dir / "m.npub",
                          "--report", self.dir / "report")
                rows = json.loads((self.dir / "report" / "report.json").read_text(encoding="utf-8"))["fusions"]
                self.assertIn(pattern.split(" (")[0], [row["pattern"] for row in rows if row["fired"]])


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--compile", required=True)
    parser.add_argument("--eval", required=True)
    tools = parser.parse_args()
    FusionTest.npu_compile, FusionTest.npu_eval = tools.compile, tools.eval
    unittest.main(argv=sys.argv[:1])
