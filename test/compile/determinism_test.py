"""Same model and options: same bytes, whatever the threads, the folder or the time."""
import shutil
import time

from compiled import DIGITS, CompileTest, main


class DeterminismTest(CompileTest):
    # Two folders, two file times, one and two threads.
    def test_same_bytes(self):
        (self.dir / "other").mkdir()
        shutil.copy(DIGITS, self.dir / "digits-qdq.onnx")
        self.compile(DIGITS, "-o", "a.npub", "-j", "1")
        time.sleep(1.1)
        self.compile("digits-qdq.onnx", "-o", "other/b.npub", "-j", "2")
        self.assertEqual(self.bytes("a.npub"), self.bytes("other/b.npub"))

    # The comparison above can fail: another machine gives another blob.
    def test_another_target_gives_other_bytes(self):
        self.compile(DIGITS, "-o", "a.npub")
        self.compile(DIGITS, "-o", "b.npub", "--target", "u55-128")
        self.assertNotEqual(self.bytes("a.npub"), self.bytes("b.npub"))


if __name__ == "__main__":
    main()
