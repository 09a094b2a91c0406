"""A folder with test blobs, and the tools run in it."""
import os
import subprocess
import tempfile
import unittest
from pathlib import Path

BIN = Path(os.environ["NPU_BIN"])


class BlobToolTest(unittest.TestCase):
    tool = ""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = Path(folder.name)

    def blob(self, variant=""):
        """Writes a blob and returns its file name."""
        name = (variant or "small") + ".npub"
        subprocess.run([BIN / "write_rnpu_blob", self.dir / name, variant], check=True)
        return name

    def call(self, *arguments):
        return subprocess.run([BIN / self.tool, *arguments], cwd=self.dir, capture_output=True, text=True, timeout=60)

    def run_tool(self, *arguments):
        """Standard output of a run that must succeed."""
        done = self.call(*arguments)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def refused(self, text, *arguments):
        """The run must exit with 1 and say `text`."""
        done = self.call(*arguments)
        self.assertEqual(done.returncode, 1, done.stdout + done.stderr)
        self.assertIn(text, done.stderr)
        return done.stderr
