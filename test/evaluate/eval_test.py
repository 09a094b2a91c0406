"""npu-eval from .npy files to .npy files. Usage: eval_test.py NPU_EVAL."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

TOOL = sys.argv.pop() if len(sys.argv) > 1 else "npu-eval"
ADD = """func.func @main(%a: tensor<2x2xf32>, %b: tensor<2xf32>) -> tensor<2x2xf32> {
  %y = nn.binary <add> %a, %b : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2x2xf32>
  return %y : tensor<2x2xf32>
}"""


class Eval(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        (self.folder / "add.mlir").write_text(ADD)

    def run_tool(self, *arrays):
        command = [TOOL, str(self.folder / "add.mlir"), "--output-dir", str(self.folder / "out")]
        for index, array in enumerate(arrays):
            np.save(self.folder / f"{index}.npy", array)
            command += ["--input", str(self.folder / f"{index}.npy")]
        return subprocess.run(command, capture_output=True, text=True, timeout=60)

    def test_sum(self):
        a, b = np.float32([[1, 2], [3, 4]]), np.float32([10, 20])
        self.assertEqual(self.run_tool(a, b).returncode, 0)
        np.testing.assert_array_equal(np.load(self.folder / "out" / "0.npy"), a + b)

    def test_stacked_samples(self):
        a, b = np.arange(12, dtype=np.float32).reshape(6, 2), np.arange(6, dtype=np.float32)
        self.assertEqual(self.run_tool(a, b).returncode, 0)
        got = np.load(self.folder / "out" / "0.npy")
        np.testing.assert_array_equal(got, (a.reshape(3, 2, 2) + b.reshape(3, 1, 2)).reshape(6, 2))

    def test_unequal_numbers_of_samples_are_refused(self):
        done = self.run_tool(np.zeros((6, 2), np.float32), np.zeros(4, np.float32))
        self.assertEqual(done.returncode, 1)
        self.assertIn("holds 2 samples, the others 3", done.stderr)

    def test_wrong_shape_is_refused_with_got_and_wanted(self):
        done = self.run_tool(np.float32([[1, 2], [3, 4]]), np.float32([1, 2, 3]))
        self.assertEqual(done.returncode, 1)
        self.assertIn("holds f32 [3], wants f32 [2]", done.stderr)

    def test_missing_input_is_refused(self):
        done = self.run_tool(np.float32([[1, 2], [3, 4]]))
        self.assertEqual(done.returncode, 1)
        self.assertIn("wants 2 --input files, got 1", done.stderr)


if __name__ == "__main__":
    unittest.main()
