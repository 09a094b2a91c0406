"""Small inputs that broke other tools, with their right values, which are written down here or computed by plain numpy.

cases_test.py --compile NPU_COMPILE --eval NPU_EVAL. Float networks at level nn; each case names what it guards.
"""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from exact_ops import OPS


class CasesTest(unittest.TestCase):
    npu_compile = npu_eval = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = Path(folder.name)

    def lower(self, x, nodes, constants, opset=13):
        """npu-compile to level nn of nodes that read 'x' and write 'y', 'y1', ..."""
        names = [o for n in nodes for o in n.output if o.startswith("y")]
        graph = helper.make_graph(nodes, "case", [helper.make_tensor_value_info("x", TensorProto.FLOAT, x.shape)],
                                  [helper.make_tensor_value_info(n, TensorProto.FLOAT, None) for n in names],
                                  [numpy_helper.from_array(np.asarray(v), k) for k, v in constants.items()])
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", opset)], ir_version=8)
        onnx.save(model, str(self.dir / "m.onnx"))
        return subprocess.run([self.npu_compile, str(self.dir / "m.onnx"), "--stop-after", "nn", "-o", str(self.dir / "m.mlir")],
                              capture_output=True, text=True, timeout=60, check=False)

    def values(self, x, nodes, constants=None, opset=13):
        x = np.asarray(x, np.float32)
        lowered = self.lower(x, nodes, constants or {}, opset)
        self.assertEqual(lowered.returncode, 0, lowered.stderr)
        np.save(self.dir / "x.npy", x)
        ran = subprocess.run([self.npu_eval, str(self.dir / "m.mlir"), "--input", str(self.dir / "x.npy"), "--output-dir",
                              str(self.dir / "out")], capture_output=True, text=True, timeout=60, check=False)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        files = sorted((self.dir / "out").glob("*.npy"), key=lambda f: int(f.stem))
        return [np.load(f) for f in files]

    def refused(self, x, nodes, constants, *words, opset=13):
        lowered = self.lower(np.asarray(x, np.float32), nodes, constants, opset)
        self.assertEqual(lowered.returncode, 1, lowered.stderr)
        for word in words:
            self.assertIn(word, lowered.stderr)

    @staticmethod
    def ints(*values):
        return np.array(values, np.int64)

    def slice(self, n, start, end, step):
        constants = {"s": self.ints(start), "e": self.ints(end), "a": self.ints(0), "t": self.ints(step)}
        return self.values(np.arange(n), [helper.make_node("Slice", ["x", "s", "e", "a", "t"], ["y"])], constants)[0]

    def test_slices_backwards(self):
        self.assertEqual(self.slice(10, 9, 0, -1).tolist(), [9, 8, 7, 6, 5, 4, 3, 2, 1])
        self.assertEqual(self.slice(20, 19, 0, -3).tolist(), [19, 16, 13, 10, 7, 4, 1])

    def test_an_empty_slice_is_refused(self):
        constants = {"s": self.ints(0), "e": self.ints(5), "a": self.ints(0), "t": self.ints(-1)}
        self.refused(np.arange(10), [helper.make_node("Slice", ["x", "s", "e", "a", "t"], ["y"])], constants, "no elements")

    def split(self, n, parts):
        names = [f"y{i}" for i in range(parts)]
        return [helper.make_node("Split", ["x"], names, num_outputs=parts)], np.arange(n)

    def test_uneven_splits(self):
        for n, parts, sizes in [(10, 3, [4, 4, 2]), (7, 3, [3, 3, 1]), (7, 4, [2, 2, 2, 1])]:
            nodes, x = self.split(n, parts)
            got = self.values(x, nodes, opset=18)
            self.assertEqual([len(part) for part in got], sizes)
            self.assertEqual(np.concatenate(got).tolist(), x.tolist())

    def test_a_split_with_an_empty_part_is_refused(self):
        nodes, x = self.split(5, 4)
        self.refused(x, nodes, {}, "Split", opset=18)

    def test_clip_of_crossed_bounds(self):
        constants = {"low": np.float32(2), "high": np.float32(-1)}
        got = self.values([-3, 0, 3], [helper.make_node("Clip", ["x", "low", "high"], ["y"])], constants)[0]
        self.assertEqual(got.tolist(), [-1, -1, -1])

    def test_a_pool_window_wholly_in_padding(self):
        x = np.arange(12).reshape(1, 3, 2, 2)
        node = helper.make_node("MaxPool", ["x"], ["y"], kernel_shape=[3, 3], strides=[3, 3], pads=[1, 1, 1, 1], ceil_mode=1)
        got = self.values(x, [node])[0]
        self.assertTrue(np.isfinite(got).all())
        self.assertEqual(got.ravel().tolist(), [3, 7, 11])

    def test_pads_of_the_tensors_own_elements(self):
        x = np.random.default_rng(1).normal(size=(1, 8, 6, 6)).astype(np.float32)
        constants = {"pads": self.ints(0, 0, 2, 2, 0, 0, 2, 2)}
        for mode in ("reflect", "edge"):
            got = self.values(x, [helper.make_node("Pad", ["x", "pads"], ["y"], mode=mode)], constants)[0]
            np.testing.assert_array_equal(got, np.pad(x, [(0, 0), (0, 0), (2, 2), (2, 2)], mode=mode))
        self.refused(x[:, :, :2, :2], [helper.make_node("Pad", ["x", "pads"], ["y"], mode="reflect")], constants, "wanted at most 1")

    def transposed(self, x, w, **attributes):
        node = helper.make_node("ConvTranspose", ["x", "w"], ["y"], **attributes)
        return self.values(x, [node], {"w": w.astype(np.float32)})[0]

    def test_transposed_convolution_of_the_same_size(self):
        rng = np.random.default_rng(2)
        for extent, stride, extra, pads in [(2, 1, 0, (1, 1)), (3, 2, 0, (0, 1)), (3, 2, 1, (1, 1))]:
            x, w = rng.normal(size=(1, 2, extent, extent)), rng.normal(size=(2, 3, 3, 3))
            given = {"strides": [stride] * 2, "output_padding": [extra] * 2}
            want = OPS["ConvTranspose"]([x.astype(np.float32), w.astype(np.float32)], given | {"pads": [pads[0]] * 2 + [pads[1]] * 2}, 13)
            got = self.transposed(x, w, auto_pad="SAME_UPPER", **given)
            self.assertEqual(got.shape[2:], (extent * stride,) * 2)
            np.testing.assert_allclose(got, want, rtol=1e-5, atol=1e-5)

    def test_transposed_convolution_by_three(self):
        rng = np.random.default_rng(3)
        x, w = rng.normal(size=(1, 3, 4, 4)).astype(np.float32), rng.normal(size=(3, 1, 5, 5)).astype(np.float32)
        given = {"strides": [3, 3], "pads": [2, 2, 2, 2]}
        got = self.transposed(x, w, **given)
        self.assertEqual(got.shape, (1, 1, 10, 10))
        np.testing.assert_allclose(got, OPS["ConvTranspose"]([x, w], given, 13), rtol=1e-5, atol=1e-5)

    def normalised(self, make, x, w, group):
        channels = w.shape[1] * group if make == "ConvTranspose" else w.shape[0]
        rng = np.random.default_rng(4)
        scale, shift, mean = (rng.normal(size=channels).astype(np.float32) for _ in range(3))
        var = rng.uniform(0.5, 2, channels).astype(np.float32)
        nodes = [helper.make_node(make, ["x", "w"], ["z"], group=group),
                 helper.make_node("BatchNormalization", ["z", "scale", "shift", "mean", "var"], ["y"], epsilon=1e-3)]
        got = self.values(x, nodes, {"w": w, "scale": scale, "shift": shift, "mean": mean, "var": var})[0]
        self.assertNotIn("nn.binary", (self.dir / "m.mlir").read_text(encoding="utf-8"))
        wide = [v.astype(np.float64).reshape(1, -1, 1, 1) for v in (scale, shift, mean, var)]
        z = OPS[make]([x, w], {"group": group}, 13)
        np.testing.assert_allclose(got, (z - wide[2]) / np.sqrt(wide[3] + 1e-3) * wide[0] + wide[1], rtol=1e-5, atol=1e-5)

    def test_batch_normalisation_folds_by_output_channel(self):
        rng = np.random.default_rng(5)
        def make(*shape):
            return rng.normal(size=shape).astype(np.float32)
        self.normalised("ConvTranspose", make(1, 4, 5, 5), make(4, 2, 3, 3), 2)
        self.normalised("ConvTranspose", make(1, 3, 5, 5), make(3, 5, 3, 3), 1)
        self.normalised("Conv", make(1, 4, 5, 5), make(6, 2, 3, 3), 2)
        self.normalised("Conv", make(1, 4, 5, 5), make(4, 1, 3, 3), 4)


if __name__ == "__main__":
    CasesTest.npu_compile, CasesTest.npu_eval = sys.argv[1:3]
    unittest.main(argv=sys.argv[:1])
