"""The refusal checks must notice a tool that accepts, crashes or leaves files behind.
The tools here are scripts that behave well or badly."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import numpy as np

import bad_blobs
import bad_models

HERE = Path(__file__).resolve().parent


def script(folder, name, body):
    tool = Path(folder) / name
    tool.write_text(f"#!{sys.executable} -B\nimport os, signal, sys\n{body}\n")
    tool.chmod(0o755)
    return tool


class BadModels(unittest.TestCase):
    def faults(self, body, name="unknown_operators"):
        with tempfile.TemporaryDirectory() as folder:
            tool = script(folder, "compile", body)
            return bad_models.refusal_faults(name, tool, Path(folder))

    def test_every_case_builds(self):
        for name, case in bad_models.CASES.items():
            with self.subTest(name):
                content, words = case.build()
                self.assertIsInstance(content, bytes)
                self.assertTrue(words)

    def test_a_good_refusal(self):
        self.assertEqual(self.faults("sys.exit('Frobnicate and Transmogrify are unknown')"), [])

    def test_accepting_is_a_fault(self):
        self.assertIn("exit status 0", self.faults("sys.exit(0)")[0])

    def test_naming_only_the_first_offender_is_a_fault(self):
        self.assertEqual(len(self.faults("sys.exit('Frobnicate is unknown')")), 1)

    def test_a_crash_is_a_fault(self):
        self.assertIn("-11", self.faults("os.kill(os.getpid(), signal.SIGSEGV)")[0])

    def test_a_partial_file_is_a_fault(self):
        body = ("open(sys.argv[3], 'w').close()\n"
                "sys.exit('Frobnicate and Transmogrify are unknown')")
        self.assertIn("left behind", self.faults(body)[0])


class BadBlobs(unittest.TestCase):
    def run_on(self, body):
        with tempfile.TemporaryDirectory() as folder:
            blob = Path(folder) / "good.npub"
            content = np.random.default_rng(1).integers(0, 256, 999, np.uint8).tobytes()
            blob.write_bytes(bad_blobs.with_checksum(content))
            tool = script(folder, "run", "import zlib\nb = bytearray(open(sys.argv[1], 'rb').read())\n"
                          "c = int.from_bytes(b[48:52], 'little')\nb[48:52] = bytes(4)\n" + body)
            return subprocess.run(
                [sys.executable, "-B", str(HERE / "bad_blobs.py"), "--run", tool, "--blob", blob,
                 "--work", folder, "--input", "x=none", "--edits", "12"],
                capture_output=True, text=True, timeout=100, check=False)

    def test_a_careful_runtime_passes(self):
        done = self.run_on("sys.exit(len(b) != 999 or zlib.crc32(b) != c)")
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn(" 0 handled badly", done.stdout)

    def test_ignoring_the_checksum_is_found(self):
        self.assertEqual(self.run_on("sys.exit(len(b) != 999)").returncode, 1)

    def test_crashing_on_a_short_file_is_found(self):
        body = "os.kill(os.getpid(), signal.SIGSEGV) if len(b) < 999 else sys.exit(zlib.crc32(b) != c)"
        self.assertEqual(self.run_on(body).returncode, 1)

    def test_an_edit_changes_something_past_the_header_often(self):
        content, rng = bytes(1000), np.random.default_rng(3)
        past = [any(bad_blobs.edited(content, rng)[128:]) for _ in range(200)]
        self.assertGreater(np.mean(past), 0.3)


if __name__ == "__main__":
    unittest.main()
