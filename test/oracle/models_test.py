"""The generated networks: the same bytes every time, and a second opinion on the
oracle from onnx's own reference evaluator, which works in f32."""
import unittest

import numpy as np
from onnx import version_converter
from onnx.reference import ReferenceEvaluator

from exact_qdq import ExactNetwork
from make_models import MODELS, SAMPLES, make


class Models(unittest.TestCase):
    def test_same_bytes_every_time(self):
        for name in MODELS:
            with self.subTest(name):
                (first, samples), (second, again) = make(name), make(name)
                self.assertEqual(first.SerializeToString(), second.SerializeToString())
                for key in samples:
                    self.assertTrue(np.array_equal(samples[key], again[key]))

    def test_outputs_vary(self):
        """A network whose output is constant would test nothing."""
        for name in set(MODELS) - {"one_pixel"}:
            with self.subTest(name):
                model, samples = make(name)
                for value in ExactNetwork(model).run_stacked(samples).values():
                    self.assertGreaterEqual(len(np.unique(value)), 4)

    def test_agrees_with_the_onnx_reference(self):
        for name in MODELS:
            with self.subTest(name):
                self.compare(*make(name))

    def compare(self, model, samples):
        exact = ExactNetwork(model)
        # The reference knows quantisation only in newer opsets.
        reference = ReferenceEvaluator(version_converter.convert_version(model, 21))
        for i in range(SAMPLES):
            feeds = {}
            for key, value in samples.items():
                batch = len(value) // SAMPLES
                feeds[key] = value[i * batch:(i + 1) * batch]
            mine = exact.run(feeds)
            for key, theirs in zip(exact.outputs, reference.run(None, feeds)):
                self.assertEqual(mine[key].shape, theirs.shape)
                self.assertEqual(mine[key].dtype, theirs.dtype)
                unequal = (np.abs(mine[key].astype(float) - theirs.astype(float))
                           > 1e-5 * max(1e-6, np.abs(theirs.astype(float)).max()))
                self.assertLessEqual(unequal.mean(), 0.01, key)


if __name__ == "__main__":
    unittest.main()
