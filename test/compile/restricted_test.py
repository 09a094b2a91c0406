"""A machine that lacks things: symmetric activations only, multipliers of 15 bits, half away from zero, no tables, no
depthwise convolution. What it has is exact, border pixels too; what it lacks is said by property, with node and tensor."""
import json

import numpy as np
from onnx import TensorProto, helper, numpy_helper

from compiled import DIGITS, CompileTest, main

FLOAT = DIGITS.parent / "digits-fp32.onnx"
SAMPLES = DIGITS.parent / "samples.npy"
TARGET = ("--target", "mini")
ASYMMETRIC = ("npu-compile: error: 'image_q' (nn.quantize): unsupported quantisation scheme: input 'input' has zero point -128; "
              "target 'mini' takes symmetric activations (zero point 0); calibrate the float model for this target, "
              "or choose another target")


def convolution(weights, bias, group, size, then="Relu"):
    """A convolution with one pixel of padding on `size` x `size` images, and what follows it."""
    channels = weights.shape[1] * group
    conv = helper.make_node("Conv", ["image", "w", "b"], ["c"], "conv", pads=[1, 1, 1, 1], group=group)
    graph = helper.make_graph(
        [conv, helper.make_node(then, ["c"], ["y"], "after")], "one",
        [helper.make_tensor_value_info("image", TensorProto.FLOAT, [1, channels, size, size])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, len(weights), size, size])],
        [numpy_helper.from_array(weights, "w"), numpy_helper.from_array(bias, "b")])
    return helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=8)


def rescale(ratio, bits=15):
    """N5: the multiplier of at most `bits` bits, and its shift."""
    shift = 62
    while np.rint(ratio * 2.0 ** shift) >= 2 ** bits:
        shift -= 1
    return int(np.rint(ratio * 2.0 ** shift)), shift


def half_away(value, shift):
    magnitude = (abs(value) + (1 << (shift - 1))) >> shift
    return magnitude if value >= 0 else -magnitude


def filter_codes(kernel, scale):
    """Nearest codes, of which the least wrong move by one until each input channel's sum is the nearest to its weights'."""
    steps = kernel.astype(float) / scale
    codes = np.clip(np.rint(steps), -127, 127).astype(int)
    for s, c in zip(steps.reshape(len(kernel), -1), codes.reshape(len(kernel), -1)):
        moves = int(np.rint((s - c).sum()))
        for _ in range(abs(moves)):
            rests = (s - c) * np.sign(moves)
            rests[c * np.sign(moves) >= 127] = -1
            c[np.argmax(rests)] += np.sign(moves)
    return codes


def exact_convolution(x, weights, bias, group, rows):
    """The integers of N1, N3 to N6 by their definition, pixel by pixel; padding is the number 0."""
    image, out = (row for row in rows if row["kind"] == "activation")
    row = next(row for row in rows if row["kind"] == "filter")
    filters, bias = row["scales"], [np.float32(b) + np.float32(s) for b, s in zip(bias, row["bias_shift"])]
    assert image["tensor"] == "image" and image["zero_point"] == 0 and out["zero_point"] == 0
    step = image["scale"]
    q = np.clip(np.rint(x / np.float32(step)), -128, 127).astype(int)
    padded = np.pad(q, ((0, 0), (1, 1), (1, 1)))
    per = len(weights) // group
    result = np.zeros((len(weights), *x.shape[1:]), np.float32)
    for k, kernel in enumerate(weights):
        scale = float(np.float32(filters[k]))
        codes = filter_codes(kernel, scale)
        start = int(np.rint(float(bias[k]) / (float(np.float32(step)) * scale)))
        mult, shift = rescale(float(np.float32(step)) * scale / float(np.float32(out["scale"])))
        first = k // per * kernel.shape[0]
        for r, c in np.ndindex(*x.shape[1:]):
            total = start + int((padded[first:first + kernel.shape[0], r:r + 3, c:c + 3] * codes).sum())
            result[k, r, c] = min(max(half_away(total * mult, shift), 0), 127) * np.float32(out["scale"])
    return result


class RestrictedTest(CompileTest):
    def run_blob(self, name, samples):
        self.call(self.npu_run, "a.npub", "--input", f"{name}={samples}", "--output-dir", "out")
        return np.load(next((self.dir / "out").glob("*.npy")))

    # The float digits, calibrated for the machine: every zero point is 0, each loss is named, the blob equals the reference.
    def test_digits(self):
        done = self.compile(FLOAT, "--calibration", SAMPLES, *TARGET, "-o", "a.npub", "--verify", "full",
                            "--save-quant-params", "q.json")
        rows = json.loads((self.dir / "q.json").read_text())["tensors"]
        self.assertEqual({row["zero_point"] for row in rows if row["kind"] == "activation"}, {0})
        self.assertIn("\n  'input': zero point -128 becomes 0, steps 2.01 times as wide\n", done.stderr)
        labels = [int(line.split(",")[-1]) for line in (DIGITS.parent / "labels.csv").read_text().split()]
        right = self.run_blob("input", SAMPLES).reshape(len(labels), -1).argmax(axis=1) == np.array(labels)
        self.assertGreaterEqual(right.mean(), 0.97)

    def test_an_asymmetric_network_is_refused_by_property(self):
        done = self.compile(DIGITS, *TARGET, "-o", "a.npub", wants=1)
        self.assertEqual(done.stderr.splitlines()[0], ASYMMETRIC)
        self.assertEqual(len(done.stderr.splitlines()), 7)
        self.assertFalse((self.dir / "a.npub").exists())

    # Parameters made for another machine: their zero points become 0 and say so.
    def test_given_parameters_become_symmetric(self):
        self.compile(FLOAT, "--calibration", SAMPLES, "-o", "b.npub", "--save-quant-params", "q.json")
        done = self.compile(FLOAT, "--quant-params", "q.json", *TARGET, "-o", "a.npub")
        self.assertIn("\n  'input': zero point -128 becomes 0, steps 2.01 times as wide\n", done.stderr)

    def test_tables_are_refused_by_name(self):
        weights, bias = np.ones((2, 1, 3, 3), np.float32), np.zeros(2, np.float32)
        for then in ("Sigmoid", "Softmax"):
            self.convolve(weights, bias, 1, np.ones((4, 1, 4, 4), np.float32), then, wants=1)
            self.assertIn("'after' (nn.", self.refusal)
            self.assertIn("the target has no such operator", self.refusal)

    def convolve(self, weights, bias, group, samples, then="Relu", wants=0):
        (self.dir / "m.onnx").write_bytes(convolution(weights, bias, group, samples.shape[-1], then).SerializeToString())
        np.save(self.dir / "x.npy", samples)
        done = self.compile("m.onnx", "--calibration", "x.npy", *TARGET, "-o", "a.npub", "--verify", "full",
                            "--save-quant-params", "q.json", "--report", "r", wants=wants)
        self.refusal = done.stderr

    # Images of 0..255: padding is the number 0, so border pixels equal the definition in every bit, as all others do.
    def test_borders_are_exact(self):
        self.check(groups=1, channels=3, outputs=4)

    # A depthwise convolution is one of wider groups whose zeros are written out: the same integers.
    def test_depthwise_is_exact(self):
        self.check(groups=6, channels=6, outputs=6)
        rows = json.loads((self.dir / "r" / "report.json").read_text())["fusions"]
        self.assertIn("zeros written out", next(row["why"] for row in rows if row["pattern"] == "nn.conv groups"))

    def check(self, groups, channels, outputs):
        draw = np.random.default_rng(7)
        weights = draw.normal(size=(outputs, channels // groups, 3, 3)).astype(np.float32)
        bias = draw.normal(size=outputs).astype(np.float32) * 100
        samples = draw.integers(0, 256, (5, channels, 6, 6)).astype(np.float32)
        self.convolve(weights, bias, groups, samples)
        got = self.run_blob("image", self.dir / "x.npy").reshape(5, outputs, 6, 6)
        rows = json.loads((self.dir / "q.json").read_text())["tensors"]
        for sample, result in zip(samples, got):
            np.testing.assert_array_equal(result, exact_convolution(sample, weights, bias, groups, rows))


if __name__ == "__main__":
    main()
