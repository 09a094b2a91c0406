"""end_to_end.py must notice a toolchain that is wrong. Here the tools are scripts:
the "compiler" copies the model, the "runner" is the oracle itself, honest or not."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

HERE = Path(__file__).resolve().parent

COMPILE = """#!{python} -B
import shutil, sys
shutil.copy(sys.argv[1], sys.argv[sys.argv.index("-o") + 1])
"""
RUN = """#!{python} -B
import sys
from pathlib import Path
sys.path.insert(0, {here!r})
import numpy as np
import exact_qdq
exact_qdq.main()
folder = Path(sys.argv[sys.argv.index("--output-dir") + 1])
for file in folder.glob("*.npy"):
    y = np.load(file)
    {lie}
    np.save(file, y)
"""


class EndToEnd(unittest.TestCase):
    def result(self, lie):
        with tempfile.TemporaryDirectory() as folder:
            tools = {}
            for name, text in (("compile", COMPILE), ("run", RUN)):
                tools[name] = Path(folder) / name
                tools[name].write_text(
                    text.format(python=sys.executable, here=str(HERE), lie=lie))
                tools[name].chmod(0o755)
            return subprocess.run(
                [sys.executable, "-B", str(HERE / "end_to_end.py"), "--compile", tools["compile"],
                 "--run", tools["run"], "--work", folder, "--only", "residual",
                 "--only", "softmax"], capture_output=True, text=True, timeout=60, check=False)

    def test_an_honest_toolchain_passes(self):
        done = self.result("pass")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("2 of 2 networks equal", done.stdout)

    def test_one_wrong_value_is_found(self):
        done = self.result("y.flat[5] = np.nextafter(y.flat[5], np.float32(9))")
        self.assertEqual(done.returncode, 1)
        self.assertIn("residual: FAILED", done.stdout)
        self.assertIn("softmax: FAILED", done.stdout)

    def test_a_wrong_shape_is_found(self):
        self.assertEqual(self.result("y = y.reshape(-1)").returncode, 1)

    def test_a_tool_that_fails_is_quoted(self):
        done = self.result("sys.exit('no such blob')")
        self.assertEqual(done.returncode, 1)
        self.assertIn("no such blob", done.stdout)


if __name__ == "__main__":
    unittest.main()
