"""Resize and Upsample in float32: onnx's own node tests, and random ones against exact fractions.

resize_test.py --compile NPU_COMPILE --eval NPU_EVAL
A network goes to level nn with npu-compile and runs there with npu-eval.
"""
import argparse
import math
import random
import subprocess
import sys
import tempfile
import unittest
import warnings
from fractions import Fraction
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.reference import ReferenceEvaluator

from exact_resize import matrix

COORDINATES = ("half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric", "half_pixel_symmetric")
ROUNDINGS = ("round_prefer_floor", "round_prefer_ceil", "floor", "ceil")

# What onnx's node tests ask for and the compiler refuses, by a word of the name, and words of the message.
REFUSED = {
    # 0.6 * 4 is 2.4: onnx's text divides by 2 - 1, its reference by 2.4 - 1.
    "downsample_scales_linear_align_corners": "ONNX and its reference disagree",
    "downsample_scales_cubic_align_corners": "ONNX and its reference disagree",
}


def node_tests():
    """{name: (model, inputs, outputs)} of onnx's Resize and Upsample node tests."""
    from onnx.backend.test.case.node import collect_testcases
    # It collects once a process, so all of them.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        cases = collect_testcases(None)
    return {c.name: (c.model, *c.data_sets[0]) for c in cases if c.name.startswith(("test_resize_", "test_upsample_"))}


def with_constants(model, inputs):
    """The model with all inputs but the first as initializers: only those can be compiled."""
    model = onnx.ModelProto.FromString(model.SerializeToString())
    graph = model.graph
    for value, array in list(zip(graph.input, inputs))[1:]:
        graph.initializer.append(numpy_helper.from_array(np.asarray(array), value.name))
        graph.input.remove(value)
    return model


def network(x, nodes, constants, opset):
    """Nodes that read 'x' and one another; every 'y...' is an output."""
    outputs = [helper.make_tensor_value_info(o, TensorProto.FLOAT, None)
               for n in nodes for o in n.output if o.startswith("y")]
    graph = helper.make_graph(nodes, "resize", [helper.make_tensor_value_info("x", TensorProto.FLOAT, x.shape)], outputs,
                              [numpy_helper.from_array(v, k) for k, v in constants.items()])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)


class ResizeTest(unittest.TestCase):
    npu_compile = npu_eval = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = Path(folder.name)

    def call(self, *command):
        return subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=120, check=False)

    def lower(self, model):
        onnx.save(model, str(self.dir / "m.onnx"))
        return self.call(self.npu_compile, self.dir / "m.onnx", "--stop-after", "nn", "-o", self.dir / "m.mlir")

    def evaluate(self, model, x):
        done = self.lower(model)
        self.assertEqual(done.returncode, 0, done.stderr)
        np.save(self.dir / "x.npy", x)
        done = self.call(self.npu_eval, self.dir / "m.mlir", "--input", self.dir / "x.npy", "--output-dir", self.dir)
        self.assertEqual(done.returncode, 0, done.stderr)
        return [np.load(self.dir / f"{i}.npy") for i in range(len(model.graph.output))]

    def close(self, got, wanted):
        np.testing.assert_allclose(got, wanted, rtol=1e-5, atol=1e-6)

    # Each of onnx's node tests either gives onnx's numbers, or is refused for the reason listed above.
    def test_node_tests(self):
        equal = 0
        for name, (model, inputs, outputs) in node_tests().items():
            reason = next((words for part, words in REFUSED.items() if part in name), None)
            with self.subTest(name):
                model = with_constants(model, inputs)
                if reason:
                    done = self.lower(model)
                    self.assertEqual(done.returncode, 1)
                    self.assertIn(reason, " ".join(done.stderr.split()))
                    continue
                self.close(self.evaluate(model, inputs[0])[0], outputs[0])
                equal += 1
        # As of onnx 1.16 to 1.23; a release without them would test nothing.
        self.assertGreaterEqual(equal, 35)

    def random_nodes(self, x, draw, count, by_sizes):
        """Resize nodes with the exact result of each; and the fractions that f32 scales stand for."""
        nodes, constants, wanted = [], {}, []
        while len(nodes) < count:
            mode, coordinates = draw.choice(["nearest", "linear"]), draw.choice(COORDINATES)
            rounding = draw.choice(ROUNDINGS)
            scales = [Fraction(draw.randint(1, 12), draw.randint(1, 7)) for _ in range(2)]
            sizes = [math.floor(n * s) for n, s in zip(x.shape[2:], scales)]
            if min(sizes) < 1 or max(sizes) > 40:
                continue
            if by_sizes:
                scales = [Fraction(out, n) for out, n in zip(sizes, x.shape[2:])]
            elif coordinates in ("align_corners", "pytorch_half_pixel"):
                continue
            i = len(nodes)
            constants[f"c{i}"] = np.array([1, 1, *scales], np.float32)
            if by_sizes:
                constants[f"c{i}"] = np.array([*x.shape[:2], *sizes], np.int64)
            operands = ["x", "", "", f"c{i}"] if by_sizes else ["x", "", f"c{i}"]
            nodes.append(helper.make_node("Resize", operands, [f"y{i}"], name=f"n{i}", mode=mode, nearest_mode=rounding,
                                          coordinate_transformation_mode=coordinates))
            rows, columns = (matrix(n, out, s, mode, coordinates, rounding)
                             for n, out, s in zip(x.shape[2:], sizes, scales))
            wanted.append(np.einsum("ih,nchw,jw->ncij", rows, x.astype(float), columns))
        return nodes, constants, wanted

    # 800 random resizes, of sizes and of scales, against fractions; ties of nearest are exact here.
    def test_random_against_fractions(self):
        draw, rng = random.Random(7), np.random.default_rng(7)
        for seed in range(8):
            x = rng.normal(0, 1, (draw.randint(1, 2), draw.randint(1, 3), draw.randint(1, 9), draw.randint(1, 9))).astype(np.float32)
            nodes, constants, wanted = self.random_nodes(x, draw, 100, by_sizes=seed % 2 == 0)
            for node, got, want in zip(nodes, self.evaluate(network(x, nodes, constants, 19), x), wanted):
                with self.subTest(seed=seed, node=str(node)):
                    self.close(got, want)

    # And onnx's evaluator says the same of the linear ones.
    def test_linear_against_the_reference(self):
        draw, rng = random.Random(8), np.random.default_rng(8)
        x = rng.normal(0, 1, (1, 2, 5, 7)).astype(np.float32)
        nodes, constants, _ = self.random_nodes(x, draw, 100, by_sizes=True)
        nodes = [n for n in nodes if onnx.helper.get_node_attr_value(n, "mode") == b"linear"]
        model = network(x, nodes, constants, 19)
        for node, got, want in zip(nodes, self.evaluate(model, x), ReferenceEvaluator(model).run(None, {"x": x})):
            with self.subTest(node=str(node)):
                self.close(got, want)

    # Cubic weights, antialiasing and regions, of any axes: what onnx's evaluator says.
    def test_matrices_against_the_reference(self):
        draw, rng = random.Random(11), np.random.default_rng(11)
        x = rng.normal(0, 1, (2, 3, 5, 7)).astype(np.float32)
        nodes, constants = [], {}
        for i in range(120):
            sizes = [draw.randint(1, 2 * n + 1) if draw.randint(0, 2) or axis > 1 else n for axis, n in enumerate(x.shape)]
            attributes = {"mode": draw.choice(["linear", "cubic"]), "exclude_outside": draw.randint(0, 1),
                          "cubic_coeff_a": draw.choice([-0.75, -0.5]), "antialias": draw.randint(0, 1),
                          "coordinate_transformation_mode": draw.choice(["half_pixel", "align_corners", "asymmetric",
                                                                         "half_pixel_symmetric", "tf_crop_and_resize"])}
            constants[f"s{i}"], region = np.array(sizes, np.int64), ""
            if attributes["coordinate_transformation_mode"] == "tf_crop_and_resize":
                region, attributes["antialias"] = f"r{i}", 0
                constants[region] = np.array([draw.choice([-0.25, 0.0, 0.125]) for _ in x.shape] +
                                             [draw.choice([0.75, 1.0, 1.5]) for _ in x.shape], np.float32)
                attributes["extrapolation_value"] = 3.5
            nodes.append(helper.make_node("Resize", ["x", region, "", f"s{i}"], [f"y{i}"], name=f"n{i}", **attributes))
        model = network(x, nodes, constants, 19)
        for node, got, want in zip(nodes, self.evaluate(model, x), ReferenceEvaluator(model).run(None, {"x": x})):
            with self.subTest(node=str(node)):
                np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5)

    # Opsets 7 to 18 and the operator's older name; the wanted numbers are those of opset 19 or repetitions.
    def test_older_forms(self):
        x = np.random.default_rng(9).normal(0, 1, (1, 2, 3, 4)).astype(np.float32)
        twice = x.repeat(2, 2).repeat(3, 3)
        scales, empty = np.array([1, 1, 2, 3], np.float32), np.array([], np.float32)
        linear = np.einsum("ih,nchw,jw->ncij", matrix(3, 6, Fraction(2), "linear", "asymmetric"), x,
                           matrix(4, 12, Fraction(3), "linear", "asymmetric"))
        shrunk = x[:, :, :, [0, 2]]  # positions 0 and 1 / 0.6, rounded up
        for opset, op, operands, attributes, want in (
                (7, "Upsample", ["x"], {"scales": scales.tolist()}, twice),
                (8, "Upsample", ["x"], {"scales": scales.tolist(), "mode": "linear"}, linear),
                (9, "Upsample", ["x", "scales"], {"mode": "nearest"}, twice),
                (9, "Upsample", ["x", "scales"], {"mode": "linear"}, linear),
                (10, "Resize", ["x", "scales"], {"mode": "linear"}, linear),
                (10, "Resize", ["x", "scales"], {}, twice),
                (10, "Resize", ["x", "shrink"], {}, shrunk),
                (11, "Resize", ["x", "empty", "empty", "sizes"], {"mode": "nearest"}, twice),
                (11, "Resize", ["x", "empty", "scales"], {"mode": "linear", "coordinate_transformation_mode": "asymmetric"}, linear),
                (11, "Resize", ["x", "empty", "scales"], {"coordinate_transformation_mode": "tf_half_pixel_for_nn",
                                                          "nearest_mode": "floor"}, twice),
                (13, "Resize", ["x", "", "scales"], {"nearest_mode": "round_prefer_ceil"}, twice),
                (18, "Resize", ["x", "", "two"], {"axes": [-2, -1]}, twice)):
            with self.subTest(opset=opset, op=op, attributes=attributes):
                constants = {"scales": scales, "empty": empty, "sizes": np.array([1, 2, 6, 12]), "two": scales[2:],
                             "shrink": np.array([1, 1, 1, 0.6], np.float32)}
                node = helper.make_node(op, operands, ["y"], name="/up", **attributes)
                used = {k: v for k, v in constants.items() if k in operands}
                self.close(self.evaluate(network(x, [node], used, opset), x)[0], want)

    # One spatial axis; and sizes that the network computes from a shape.
    def test_line_and_computed_sizes(self):
        x = np.random.default_rng(10).normal(0, 1, (1, 3, 6)).astype(np.float32)
        node = helper.make_node("Resize", ["x", "", "s"], ["y"], name="/up", mode="linear")
        got = self.evaluate(network(x, [node], {"s": np.array([1, 1, 2.5], np.float32)}, 13), x)[0]
        self.close(got, x @ matrix(6, 15, Fraction(5, 2), "linear", "half_pixel").T)
        x = x.reshape(1, 2, 3, 3)
        nodes = [helper.make_node("Shape", ["x"], ["shape"], name="/shape"),
                 helper.make_node("Slice", ["shape", "zero", "two"], ["first"], name="/slice"),
                 helper.make_node("Concat", ["first", "sizes"], ["all"], name="/concat", axis=0),
                 helper.make_node("Resize", ["x", "", "", "all"], ["y"], name="/up")]
        constants = {"zero": np.array([0]), "two": np.array([2]), "sizes": np.array([6, 6])}
        self.close(self.evaluate(network(x, nodes, constants, 13), x)[0], x.repeat(2, 2).repeat(2, 3))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--compile", required=True, type=lambda p: Path(p).resolve())
    parser.add_argument("--eval", required=True, type=lambda p: Path(p).resolve())
    options, rest = parser.parse_known_args()
    ResizeTest.npu_compile, ResizeTest.npu_eval = options.compile, options.eval
    unittest.main(argv=[sys.argv[0], *rest])


if __name__ == "__main__":
    main()
