"""examples/digits is what its page says: accurate, small, in the promised form."""
import csv
import unittest
from pathlib import Path

import numpy as np
import onnx

from exact_qdq import ExactNetwork

DIGITS = Path(__file__).resolve().parents[2] / "examples" / "digits"


def accuracy(name):
    samples = np.load(DIGITS / "samples.npy")
    labels = np.array([int(row[0]) for row in csv.reader((DIGITS / "labels.csv").read_text().splitlines())])
    outputs = ExactNetwork(DIGITS / name).run_stacked({"input": samples})
    return float((next(iter(outputs.values())).argmax(axis=1) == labels).mean())


class Digits(unittest.TestCase):
    def test_samples(self):
        samples = np.load(DIGITS / "samples.npy")
        self.assertEqual((samples.shape, samples.dtype), ((360, 1, 8, 8), np.float32))

    def test_float_accuracy(self):
        self.assertGreaterEqual(accuracy("digits-fp32.onnx"), 0.97)

    def test_quantised_accuracy(self):
        self.assertGreaterEqual(accuracy("digits-qdq.onnx"), 0.965)

    def test_weights_are_symmetric_int8_per_channel(self):
        graph = onnx.load(str(DIGITS / "digits-qdq.onnx")).graph
        constants = {t.name: onnx.numpy_helper.to_array(t) for t in graph.initializer}
        for layer in ("conv1", "conv2", "conv3", "dense"):
            weight, scale = constants[layer + ".w"], constants[layer + ".w_scale"]
            self.assertEqual((weight.dtype, len(scale)), (np.int8, len(weight)))
            self.assertFalse(constants[layer + ".w_zero"].any())
            self.assertEqual(constants[layer + ".b"].dtype, np.int32)

    def test_all_files_together_fit_200_kilobytes(self):
        files = [f for f in DIGITS.iterdir() if f.suffix in (".onnx", ".npy", ".csv")]
        self.assertLessEqual(sum(f.stat().st_size for f in files), 200 * 1000)


if __name__ == "__main__":
    unittest.main()
