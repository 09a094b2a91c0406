"""What the tests of npu-compile share: a work folder, the tools, the digits network."""
import argparse
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DIGITS = ROOT / "examples" / "digits" / "digits-qdq.onnx"
TIMEOUT_SECONDS = 300


class CompileTest(unittest.TestCase):
    """One temporary folder a test; `compile` runs npu-compile in it."""
    npu_compile = None
    npu_run = None

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = Path(folder.name)

    def call(self, *arguments, wants=0):
        done = subprocess.run([str(a) for a in arguments], cwd=self.dir, capture_output=True, text=True,
                              timeout=TIMEOUT_SECONDS, check=False)
        self.assertEqual(done.returncode, wants, done.stderr + done.stdout)
        return done

    def compile(self, *arguments, wants=0):
        return self.call(self.npu_compile, *arguments, wants=wants)

    def bytes(self, name):
        return (self.dir / name).read_bytes()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--compile", required=True, type=lambda p: Path(p).resolve())
    parser.add_argument("--run", required=True, type=lambda p: Path(p).resolve())
    options, rest = parser.parse_known_args()
    CompileTest.npu_compile, CompileTest.npu_run = options.compile, options.run
    unittest.main(module="__main__", argv=[sys.argv[0], *rest])
