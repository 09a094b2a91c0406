"""Random damage to a compiled blob, checksum repaired: refused or run to the end, never a crash or a hang."""
import sys

import numpy as np

from compiled import DIGITS, ROOT, CompileTest, main


class BadBlobsTest(CompileTest):
    def test_random_edits(self):
        self.compile(DIGITS, "-o", "a.npub")
        samples = np.load(DIGITS.parent / "samples.npy")
        np.save(self.dir / "one.npy", samples[:1])
        done = self.call(sys.executable, "-B", ROOT / "test" / "refusals" / "bad_blobs.py", "--run", self.npu_run,
                         "--blob", "a.npub", "--work", "work", "--input", "input=one.npy", "--edits", "250")
        print(done.stdout.strip())

    # What the run time refuses names the input, what it got and what it wants.
    def test_wrong_inputs(self):
        self.compile(DIGITS, "-o", "a.npub")
        for name, array, words in (
                ("shape", np.zeros((1, 1, 8, 9), np.float32), ("input", "8x9", "8x8")),
                ("rank", np.zeros((64,), np.float32), ("input", "64", "8x8")),
                ("dtype", np.zeros((1, 1, 8, 8), np.float64), ("input", "f64", "f32"))):
            with self.subTest(name):
                np.save(self.dir / "x.npy", array)
                done = self.call(self.npu_run, "a.npub", "--input", "input=x.npy", wants=1)
                for word in words:
                    self.assertIn(word, done.stderr)

    def test_files_that_are_not_there(self):
        self.compile(DIGITS, "-o", "a.npub")
        for arguments, word in ((("b.npub",), "b.npub"), (("a.npub", "--input", "input=none.npy"), "none.npy"),
                                (("a.npub", "--input", "other=x.npy"), "other")):
            with self.subTest(word):
                self.assertIn(word, self.call(self.npu_run, *arguments, wants=1).stderr)

    # A folder that cannot be written: the compiler says so and leaves nothing.
    def test_unwritable_output(self):
        done = self.compile(DIGITS, "-o", "nowhere/a.npub", wants=1)
        self.assertIn("nowhere/a.npub", done.stderr)
        self.assertEqual(list(self.dir.iterdir()), [])


if __name__ == "__main__":
    main()
