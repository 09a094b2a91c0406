"""npu-run from files to files, and what it refuses. The blob computes y = clamp(2x)."""
import json
import os
import unittest

import numpy as np

from blob_tools import BlobToolTest

X = np.arange(-6, 6, dtype=np.int8).reshape(1, 4, 3) * 15


def doubled(x):
    return np.clip(2 * x.astype(int), -128, 127).astype(np.int8)


class RunTest(BlobToolTest):
    tool = "npu-run"

    def save(self, name, array):
        np.save(self.dir / name, array)
        return name

    def output(self, folder="out"):
        return np.load(self.dir / folder / "0_y_out_0.npy")

    # Both devices give the exact result; outputs.json keeps the exact name.
    def test_runs_from_file_to_file(self):
        blob, x = self.blob(), self.save("x.npy", X)
        for device in ("functional", "checked"):
            self.run_tool(blob, "--input", f"x={x}", "--output-dir", device, "--device", device)
            np.testing.assert_array_equal(self.output(device), doubled(X))
            self.assertEqual(self.output(device).dtype, np.int8)
        index = json.loads((self.dir / "checked" / "outputs.json").read_text())
        self.assertEqual(index["outputs"], [
            {"index": 0, "name": "y/out:0", "file": "0_y_out_0.npy", "type": "i8", "shape": [1, 4, 3]}])
        self.assertEqual(sorted(os.listdir(self.dir / "checked")), ["0_y_out_0.npy", "outputs.json"])

    # With one input its name may be left out.
    def test_plain_file(self):
        self.run_tool(self.blob(), "--input", self.save("x.npy", X), "--output-dir", "out")
        np.testing.assert_array_equal(self.output(), doubled(X))

    # A first axis of N batches: N inferences, stacked.
    def test_stacked_samples(self):
        x = np.random.default_rng(1).integers(-128, 128, (7, 4, 3), dtype=np.int8)
        said = self.run_tool(self.blob(), "--input", self.save("x.npy", x), "--output-dir", "out", "--seed", "5")
        np.testing.assert_array_equal(self.output(), doubled(x))
        self.assertIn("7 inferences", said)

    # Tensors whose rows lie apart at the border.
    def test_strided_border(self):
        self.run_tool(self.blob("strided"), "--input", self.save("x.npy", X), "--output-dir", "out")
        np.testing.assert_array_equal(self.output(), doubled(X))

    # Raw files: packed as the input says, or with strides of their own.
    def test_raw_files(self):
        X.tofile(self.dir / "x.bin")
        self.run_tool(self.blob(), "--input", "x=x.bin", "--output-dir", "out")
        np.testing.assert_array_equal(self.output(), doubled(X))
        np.ascontiguousarray(X.transpose(0, 2, 1)).tofile(self.dir / "t.bin")
        self.run_tool(self.blob(), "--input", "x=t.bin,shape=1x4x3,strides=12x1x4,type=i8", "--output-dir", "t")
        np.testing.assert_array_equal(self.output("t"), doubled(X))
        self.refused("11 strides", self.blob(), "--input", "x=x.bin,strides=1x1x1x1x1x1x1x1x1x1x1")
        self.refused("12 bytes, but i8 [2x4x3] takes 24", self.blob(), "--input", "x=x.bin,shape=2x4x3")
        self.refused("malformed shape '1x4x'", self.blob(), "--input", "x=x.bin,shape=1x4x")

    # The same seed gives the same outputs, another seed others.
    def test_random(self):
        blob = self.blob()
        for folder, seed in (("a", "3"), ("b", "3"), ("c", "4")):
            self.run_tool(blob, "--random", seed, "--repeat", "2", "--output-dir", folder)
        np.testing.assert_array_equal(self.output("a"), self.output("b"))
        self.assertFalse(np.array_equal(self.output("a"), self.output("c")))

    def test_wrong_inputs_list_got_and_wanted(self):
        blob = self.blob()
        self.refused("'x.npy' is f32 [1x4x3], wanted i8 [1x4x3]",
                     blob, "--input", "x=" + self.save("x.npy", X.astype(np.float32)))
        self.refused("'x.npy' is i8 [1x3x4], wanted i8 [1x4x3] (or a first axis that is a multiple of 1)",
                     blob, "--input", "x=" + self.save("x.npy", X.reshape(1, 3, 4)))
        text = self.refused("no input named 'z'; the blob has 'x'", blob, "--input", "z=x.npy")
        self.assertIn("input 'x' is not given", text)
        self.refused("input 'x' is given twice", blob, "--input", "x=x.npy", "--input", "x=x.npy")
        self.refused("input 'x' is not given: --input x=FILE, wanted i8 [1x4x3]", blob)
        self.refused("No such file or directory", blob, "--input", "x=absent.npy")

    def test_bad_npy_files(self):
        blob = self.blob()
        whole = (self.dir / self.save("x.npy", X)).read_bytes()
        cases = {"truncated: 11 bytes of data, its header says 12": whole[:-1],
                 "trailing bytes: 13": whole + b"0",
                 "truncated .npy header": whole[:40],
                 "not a .npy file": b"PNG...",
                 ".npy format version 9": whole[:6] + b"\x09" + whole[7:],
                 "malformed .npy header": whole.replace(b"shape", b"shade")}
        for text, data in cases.items():
            (self.dir / "bad.npy").write_bytes(data)
            self.refused(text, blob, "--input", "bad.npy")
        self.refused("Fortran order", blob, "--input", self.save("f.npy", np.asfortranarray(X)))
        self.refused("big-endian", blob, "--input", self.save("b.npy", np.zeros(3, ">i4")))
        self.refused("dtype '<c8' is not supported", blob, "--input", self.save("c.npy", np.zeros(3, "c8")))

    # R12, R13: each bad blob in one line, and nothing is written.
    def test_bad_blobs(self):
        whole = (self.dir / self.blob()).read_bytes()
        cases = {"not an NPU blob": b"PK\x03\x04" + whole[4:],
                 "truncated: 100 bytes": whole[:100],
                 "truncated: 0 bytes": b"",
                 "blob format 2.0 (written by 'npu-compile 0.1.0'), but this runtime reads format 1.x":
                     whole[:4] + b"\2" + whole[5:],
                 "corrupt: checksum": whole[:-1] + bytes([whole[-1] ^ 1])}
        for text, data in cases.items():
            (self.dir / "bad.npub").write_bytes(data)
            self.refused(text, "bad.npub", "--random", "1", "--output-dir", "out")
            self.assertFalse((self.dir / "out").exists())
        self.refused("cannot open 'absent.npub': No such file or directory", "absent.npub", "--random", "1")
        self.refused("cannot read '.': not a regular file", ".", "--random", "1")

    # A permission is tested where permissions bind: not for root.
    @unittest.skipIf(os.geteuid() == 0, "root reads everything")
    def test_unreadable_blob(self):
        blob = self.blob()
        (self.dir / blob).chmod(0)
        self.refused("cannot open 'small.npub': Permission denied", blob, "--random", "1")

    def test_unwritable_output(self):
        (self.dir / "file").write_text("")
        self.refused("cannot make folder 'file'", self.blob(), "--random", "1", "--output-dir", "file")
        (self.dir / "out" / "0_y_out_0.npy").mkdir(parents=True)
        self.refused("cannot write", self.blob(), "--random", "1", "--output-dir", "out")
        self.assertEqual([f for f in os.listdir(self.dir / "out") if f.startswith(".")], [])

    def test_cpu_steps_name_their_kernel(self):
        self.refused("CPU step '/post/TopK' needs kernel 'TopK' version 1, which this build lacks",
                     self.blob("cpu-step"), "--random", "1")

    # The checked device proves a wait missing that the functional one may never notice.
    def test_checked_finds_a_missing_wait(self):
        blob = self.blob("missing-wait")
        self.run_tool(blob, "--random", "1")
        text = self.refused("device error", blob, "--random", "1", "--device", "checked", "--output-dir", "out")
        self.assertIn("node 1 '/double/Mul'", text)
        self.assertFalse((self.dir / "out").exists())

    def test_uncalibrated_blobs_say_so(self):
        done = self.call(self.blob("uncalibrated"), "--random", "1")
        self.assertEqual(done.returncode, 0)
        self.assertIn("uncalibrated", done.stderr)

    def test_bad_options(self):
        self.refused("BLOB is required")
        self.refused("checked", self.blob(), "--device", "abacus")
        self.refused("--nonsense", self.blob(), "--nonsense")


if __name__ == "__main__":
    unittest.main()
