"""A float network and samples become an int8 blob, whatever the order, the files or the threads."""
import json

import numpy as np

from compiled import DIGITS, CompileTest, main

FLOAT = DIGITS.parent / "digits-fp32.onnx"


def accuracy(logits):
    labels = [int(line.split(",")[-1]) for line in (DIGITS.parent / "labels.csv").read_text().split()]
    return (logits.argmax(axis=1) == np.array(labels)).mean()


class CalibrationTest(CompileTest):
    def setUp(self):
        super().setUp()
        self.samples = np.load(DIGITS.parent / "samples.npy")

    def calibrate(self, path, *arguments, wants=0):
        return self.compile(FLOAT, "--calibration", path, "-o", "a.npub", *arguments, wants=wants)

    # int8 classifies as well as float: 97.5 % of the held-out digits.
    def test_accuracy(self):
        self.calibrate(DIGITS.parent / "samples.npy")
        self.call(self.npu_run, "a.npub", "--input", f"input={DIGITS.parent / 'samples.npy'}", "--output-dir", "out")
        self.assertGreaterEqual(accuracy(np.load(self.dir / "out" / "0_logits.npy")), 0.972)

    # One blob for every order of the samples, spread over files of any size, with one thread and two.
    def test_order_does_not_matter(self):
        blobs = set()
        for seed, files in enumerate((1, 2, 3, 6)):
            folder = self.dir / f"f{files}"
            folder.mkdir()
            order = np.random.default_rng(seed).permutation(len(self.samples))
            for i, part in enumerate(np.array_split(self.samples[order], files)):
                np.save(folder / f"{i}.npy", part)
            for threads in ("1", "2"):
                for method in ("minmax", "percentile:99.9"):
                    self.calibrate(folder, "-j", threads, "--method", method)
                    blobs.add((method, self.bytes("a.npub")))
        self.assertEqual(len(blobs), 2)

    # What was measured can be saved, reloaded instead of samples, and edited; the blob is the same byte for byte.
    def test_quant_params(self):
        self.calibrate(DIGITS.parent / "samples.npy", "--save-quant-params", "q.json", "--report", "r")
        self.compile(FLOAT, "--quant-params", "q.json", "--save-quant-params", "again.json", "-o", "b.npub", "--report", "s")
        self.assertEqual(self.bytes("q.json"), self.bytes("again.json"))
        self.assertEqual(self.bytes("a.npub"), self.bytes("b.npub"))
        params = json.loads((self.dir / "q.json").read_text())
        rows = json.loads((self.dir / "r" / "report.json").read_text())["quantization"]
        self.assertEqual(params["tensors"], rows)
        first = next(row for row in params["tensors"] if row["tensor"] == "input")
        first["scale"] *= 2
        (self.dir / "edited.json").write_text(json.dumps(params))
        self.compile(FLOAT, "--quant-params", "edited.json", "-o", "c.npub")
        self.assertNotEqual(self.bytes("a.npub"), self.bytes("c.npub"))

    # Every row that does not fit is named.
    def test_bad_quant_params(self):
        self.calibrate(DIGITS.parent / "samples.npy", "--save-quant-params", "q.json")
        good = json.loads((self.dir / "q.json").read_text())
        def refused(change, *words):
            params = json.loads(json.dumps(good))
            change(params["tensors"])
            (self.dir / "bad.json").write_text(json.dumps(params))
            done = self.compile(FLOAT, "--quant-params", "bad.json", "-o", "d.npub", wants=1)
            for word in words:
                self.assertIn(word, done.stderr)
            self.assertFalse((self.dir / "d.npub").exists())
        refused(lambda rows: rows[0].update(scale=0), "scale", "positive")
        refused(lambda rows: rows[0].update(zero_point=128), "zero_point", "-128..127")
        refused(lambda rows: rows[0].update(kind="weird"), "kind")
        refused(lambda rows: rows.append(dict(rows[0], tensor="nobody")), "'nobody'")
        refused(lambda rows: rows.pop(0), "input", "range")
        filter_row = next(i for i, row in enumerate(good["tensors"]) if row["kind"] == "filter")
        refused(lambda rows: rows[filter_row].update(scales=[1.0]), "output channels")
        (self.dir / "text.json").write_text("no json")
        self.assertIn("version", self.compile(FLOAT, "--quant-params", "text.json", wants=1).stderr)

    # A list names one file per input on each line.
    def test_list(self):
        for i in range(3):
            np.save(self.dir / f"{i}.npy", self.samples[i:i + 1])
        np.save(self.dir / "all.npy", self.samples[:3])
        (self.dir / "list.txt").write_text("0.npy\n1.npy\n\n2.npy\n")
        self.assertIn("3 samples", self.calibrate("list.txt").stderr)
        listed = self.bytes("a.npub")
        self.calibrate("all.npy")
        self.assertEqual(self.bytes("a.npub"), listed)

    # All bad samples are named in one run; --skip-bad goes on with the others.
    def test_bad_samples(self):
        folder = self.dir / "s"
        folder.mkdir()
        np.save(folder / "good.npy", self.samples)
        np.save(folder / "shape.npy", np.zeros((1, 1, 8, 9), np.float32))
        np.save(folder / "dtype.npy", np.zeros((1, 1, 8, 8), np.float64))
        nan = self.samples[:1].copy()
        nan[0, 0, 3, 3] = np.nan
        np.save(folder / "nan.npy", nan)
        (folder / "text.npy").write_text("no array")
        done = self.calibrate("s", wants=1)
        for name in ("shape.npy", "dtype.npy", "nan.npy", "text.npy", "4 bad samples"):
            self.assertIn(name, done.stderr)
        self.assertNotIn("good.npy", done.stderr)
        self.assertFalse((self.dir / "a.npub").exists())
        self.assertIn("4 bad samples", self.calibrate("s", "--skip-bad").stderr)

    def test_refusals(self):
        (self.dir / "empty").mkdir()
        self.assertIn("no .npy", self.calibrate("empty", wants=1).stderr)
        self.assertIn("none.npy", self.calibrate("none.npy", wants=1).stderr)
        self.assertIn("--method", self.calibrate("none.npy", "--method", "percentile:10", wants=1).stderr)

    # 20 samples are too few, and the compiler says so; 360 are not.
    def test_few_samples(self):
        np.save(self.dir / "few.npy", self.samples[:20])
        self.assertIn("20 samples", self.calibrate("few.npy").stderr)
        self.assertNotIn("warning", self.calibrate(DIGITS.parent / "samples.npy").stderr)


if __name__ == "__main__":
    main()
