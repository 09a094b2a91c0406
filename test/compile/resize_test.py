"""Resize through the whole compiler: quantised, calibrated, and in memories that hold no whole image."""
import math
import re
import sys
from fractions import Fraction
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from compiled import CompileTest, main

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "oracle"))
from exact_resize import matrix  # noqa: E402
from qdq_builder import Builder  # noqa: E402


class ResizeTest(CompileTest):
    def outputs(self, blob, *arguments):
        self.call(self.npu_run, blob, *arguments, "--output-dir", blob + ".out")
        return [np.load(f) for f in sorted((self.dir / (blob + ".out")).glob("*.npy"))]

    # A decoder with skips, resized in the format of its input: the same integers whatever the tiles.
    def test_equal_in_every_memory(self):
        b = Builder(seed=5, margin=0.1)
        x = b.conv(b.input(2, 5, 37, 41), 24, (3, 3), pads=[1, 1, 1, 1], then="Relu")
        y = b.resize(x, scales=[1, 1, 0.5, 0.5], same_scale=True, mode="linear")
        y = b.conv(y, 24, (3, 3), pads=[1, 1, 1, 1], then="Relu")
        y = b.resize(y, sizes=[2, 24, 37, 41], same_scale=True, mode="linear", coordinate_transformation_mode="align_corners")
        z = b.conv(b.apply("Concat", [x, y], axis=1), 7, (1, 1))
        b.output(b.resize(z, scales=[1, 1, 2, 3], same_scale=True))
        onnx.save(b.model("decoder"), str(self.dir / "m.onnx"))
        results = {}
        for sram in ("4K", "16K", "100K", "512K", "2M"):
            self.compile("m.onnx", "--sram", sram, "--verify", "full", "-o", f"{sram}.npub")
            results[sram] = self.outputs(f"{sram}.npub", "--random", "3")[0]
            self.assertEqual(results[sram].shape, (2, 7, 74, 123))
            np.testing.assert_array_equal(results[sram], results["4K"])

    def integers(self, x, scales, **attributes):
        """x resized between equal formats, as the machine has it."""
        scale, zero = np.float32(0.05), np.int8(-3)
        nodes = [helper.make_node("DequantizeLinear", ["x", "s", "z"], ["d"], name="dq"),
                 helper.make_node("Resize", ["d", "", "scales"], ["r"], name="/up", mode="linear", **attributes),
                 helper.make_node("QuantizeLinear", ["r", "s", "z"], ["y"], name="q")]
        constants = {"s": scale, "z": zero, "scales": np.array([1, 1, *scales], np.float32)}
        graph = helper.make_graph(nodes, "g", [helper.make_tensor_value_info("x", TensorProto.INT8, x.shape)],
                                  [helper.make_tensor_value_info("y", TensorProto.INT8, None)],
                                  [numpy_helper.from_array(np.asarray(v), k) for k, v in constants.items()])
        onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8), str(self.dir / "i.onnx"))
        self.compile("i.onnx", "-o", "i.npub")
        np.save(self.dir / "x.npy", x)
        return self.outputs("i.npub", "--input", "x=x.npy")[0]

    # Between equal formats the result is the nearest integer to the exact mean; halves go up where the weights are powers
    # of two (N4), else where the multiplier nearest to 1/weights (N5) has them.
    def test_one_format_is_the_mean_rounded(self):
        x = np.random.default_rng(1).integers(-128, 128, (1, 3, 7, 6)).astype(np.int8)
        for scales in ((2, 2), (3, 4), (1, 0.5), (5, 0.2)):
            with self.subTest(scales=scales):
                rows, columns = (matrix(n, math.floor(n * f), f, "linear", "half_pixel")
                                 for n, f in zip(x.shape[2:], (Fraction(s).limit_denominator(9) for s in scales)))
                mean = np.einsum("ih,nchw,jw->ncij", rows, x.astype(float), columns)
                got = self.integers(x, scales)
                self.assertLess(np.abs(got - mean).max(), 0.5 + 1e-6)
                if scales in ((2, 2), (1, 0.5)):
                    np.testing.assert_array_equal(got, np.floor(mean + 0.5))

    # Calibration measures a resize and keeps the format before it; the schedule shows the command by its node.
    def test_calibrated(self):
        rng = np.random.default_rng(2)
        nodes = [helper.make_node("Conv", ["x", "w"], ["c"], name="/conv", kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
                 helper.make_node("Resize", ["c", "", "up"], ["r"], name="/up", mode="linear"),
                 helper.make_node("Resize", ["r", "", "up"], ["n"], name="/again"),
                 helper.make_node("Relu", ["n"], ["y"], name="/relu")]
        constants = {"w": rng.normal(0, 0.3, (8, 3, 3, 3)).astype(np.float32), "up": np.array([1, 1, 2, 2], np.float32)}
        graph = helper.make_graph(nodes, "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 3, 9, 8])],
                                  [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
                                  [numpy_helper.from_array(v, k) for k, v in constants.items()])
        onnx.save(helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8), str(self.dir / "f.onnx"))
        np.save(self.dir / "s.npy", rng.normal(0, 1, (20, 3, 9, 8)).astype(np.float32))
        calibrated = ("f.onnx", "--calibration", "s.npy")
        lines = self.compile(*calibrated, "--stop-after", "quantized").stdout.splitlines()
        formats = [re.findall(r"!quant\.uniform<.*?>", line) for line in lines if "= nn.resize" in line]
        self.assertEqual([len(pair) for pair in formats], [2, 2])
        self.assertEqual(len(set(sum(formats, []))), 1, formats)
        self.compile(*calibrated, "--verify", "full", "-o", "f.npub", "--report", "r")
        schedule = self.call(self.npu_compile.parent / "npu-inspect", "f.npub", "--schedule").stdout
        self.assertRegex(schedule, r"RESIZE.*linear.*rows \(2\*i-1\)/4 in 9 at 0 out 18 at 0")
        self.assertRegex(schedule, r"RESIZE.*nearest")

    # A cubic resize is two products with constant matrices on the machine, within their formats' steps of the float network.
    def test_cubic(self):
        rng = np.random.default_rng(3)
        nodes = [helper.make_node("Conv", ["x", "w"], ["c"], name="/conv", kernel_shape=[3, 3], pads=[1, 1, 1, 1]),
                 helper.make_node("Resize", ["c", "", "up"], ["y"], name="/up", mode="cubic")]
        constants = {"w": rng.normal(0, 0.3, (8, 3, 3, 3)).astype(np.float32), "up": np.array([1, 1, 2, 1.5], np.float32)}
        graph = helper.make_graph(nodes, "g", [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 3, 10, 8])],
                                  [helper.make_tensor_value_info("y", TensorProto.FLOAT, None)],
                                  [numpy_helper.from_array(v, k) for k, v in constants.items()])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)
        onnx.save(model, str(self.dir / "f.onnx"))
        samples = rng.normal(0, 1, (20, 3, 10, 8)).astype(np.float32)
        np.save(self.dir / "s.npy", samples)
        done = self.compile("f.onnx", "--calibration", "s.npy", "--verify", "full", "-o", "f.npub")
        self.assertIn("0 on the CPU", done.stdout)
        got = self.outputs("f.npub", "--input", "x=s.npy")[0]
        wanted = np.concatenate([ReferenceEvaluator(model).run(None, {"x": s[None]})[0] for s in samples])
        step = (wanted.max() - wanted.min()) / 255
        self.assertLess(np.abs(got - wanted).max(), 4 * step)


if __name__ == "__main__":
    main()
