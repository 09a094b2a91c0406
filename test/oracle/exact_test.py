"""The exact evaluator against values worked out by hand, and against slow loops."""
import itertools
import unittest

import numpy as np
from onnx import TensorProto, helper

from exact_ops import OPS
from exact_qdq import ExactNetwork


def call(op, *inputs, opset=13, **attributes):
    return OPS[op](list(inputs), attributes, opset)


def slow_conv(x, w, strides, pads, dilations, groups):
    n, _, height, width = x.shape
    outputs, depth, kh, kw = w.shape
    oh = (height + pads[0] + pads[2] - (kh - 1) * dilations[0] - 1) // strides[0] + 1
    ow = (width + pads[1] + pads[3] - (kw - 1) * dilations[1] - 1) // strides[1] + 1
    y = np.zeros((n, outputs, oh, ow))
    for b, k, i, j, c, r, s in itertools.product(
            *map(range, (n, outputs, oh, ow, depth, kh, kw))):
        row = i * strides[0] + r * dilations[0] - pads[0]
        column = j * strides[1] + s * dilations[1] - pads[1]
        if 0 <= row < height and 0 <= column < width:
            channel = k // (outputs // groups) * depth + c
            y[b, k, i, j] += x[b, channel, row, column] * w[k, c, r, s]
    return y


class Quantise(unittest.TestCase):
    def test_half_goes_to_even_and_ends_saturate(self):
        x = np.array([0.5, 1.5, 2.5, -0.5, -1.5, 300.0, -300.0])
        y = call("QuantizeLinear", x, np.float32(1), np.int8(1))
        self.assertEqual(y.tolist(), [1, 3, 3, 1, -1, 127, -128])

    def test_nan_becomes_the_zero_point(self):
        y = call("QuantizeLinear", np.array([np.nan]), np.float32(1), np.uint8(9))
        self.assertEqual(y.tolist(), [9])

    def test_a_network_input_is_divided_in_f32(self):
        # A half over the f32 nearest a third is 1.5 in f32, slightly less exactly.
        scale, zero = np.float32(1 / 3), np.uint8(0)
        x = np.array([0.5], np.float32)
        self.assertLess(0.5 / float(scale), 1.5)
        self.assertEqual(call("QuantizeLinear", x, scale, zero).tolist(), [2])
        self.assertEqual(call("QuantizeLinear", x.astype(float), scale, zero).tolist(), [1])

    def test_per_channel_axis(self):
        q = np.array([[1, 2], [3, 4]], np.int8)
        scale = np.array([1, 10], np.float32)
        self.assertEqual(call("DequantizeLinear", q, scale, axis=0).tolist(), [[1, 2], [30, 40]])
        self.assertEqual(call("DequantizeLinear", q, scale, axis=1).tolist(), [[1, 20], [3, 40]])


class Spatial(unittest.TestCase):
    def test_conv_against_loops(self):
        rng = np.random.default_rng(1)
        cases = [((1, 1), (0, 0, 0, 0), (1, 1), 1), ((2, 1), (1, 0, 2, 1), (1, 2), 1),
                 ((1, 2), (1, 1, 1, 1), (2, 1), 2), ((1, 1), (1, 1, 1, 1), (1, 1), 4)]
        for strides, pads, dilations, groups in cases:
            x = rng.integers(-9, 9, (2, 4, 7, 6)).astype(float)
            w = rng.integers(-9, 9, (8, 4 // groups, 3, 2)).astype(float)
            y = call("Conv", x, w, strides=strides, pads=pads, dilations=dilations, group=groups)
            wanted = slow_conv(x, w, strides, pads, dilations, groups)
            self.assertTrue(np.array_equal(y, wanted), (strides, pads, dilations, groups))

    def test_auto_pad_puts_the_odd_pixel_last_or_first(self):
        x, w = np.arange(1.0, 5).reshape(1, 1, 4), np.ones((1, 1, 2))
        upper = call("Conv", x, w, auto_pad=b"SAME_UPPER")
        lower = call("Conv", x, w, auto_pad=b"SAME_LOWER")
        self.assertEqual(upper.ravel().tolist(), [3, 5, 7, 4])
        self.assertEqual(lower.ravel().tolist(), [1, 3, 5, 7])

    def test_average_counts_padding_only_when_asked(self):
        x = np.array([[[2.0, 4.0]]])
        window = {"kernel_shape": [2], "pads": [1, 1]}
        self.assertEqual(call("AveragePool", x, **window).ravel().tolist(), [2, 3, 4])
        counted = call("AveragePool", x, count_include_pad=1, **window)
        self.assertEqual(counted.ravel().tolist(), [1, 3, 2])

    def test_ceil_mode_takes_a_last_partial_window(self):
        x = np.array([[[1.0, 5.0, 3.0]]])
        window = {"kernel_shape": [2], "strides": [2], "ceil_mode": 1}
        self.assertEqual(call("MaxPool", x, **window).ravel().tolist(), [5, 3])
        self.assertEqual(call("AveragePool", x, **window).ravel().tolist(), [3, 3])


class Softmax(unittest.TestCase):
    def test_axis_means_the_rest_before_opset_13(self):
        x = np.zeros((1, 2, 2))
        self.assertEqual(call("Softmax", x, opset=11).ravel().tolist(), [0.25] * 4)
        self.assertEqual(call("Softmax", x, opset=13).ravel().tolist(), [0.5] * 4)


class Network(unittest.TestCase):
    def model(self, op):
        node = helper.make_node(op, ["x"], ["y"])
        ends = [helper.make_tensor_value_info(n, TensorProto.FLOAT, [1, 2]) for n in "xy"]
        return helper.make_model(helper.make_graph([node], "g", ends[:1], ends[1:]),
                                 opset_imports=[helper.make_opsetid("", 13)])

    def test_stacked_samples(self):
        x = np.array([[1, -1], [-2, 2]], np.float32)
        y = ExactNetwork(self.model("Relu")).run_stacked({"x": x})["y"]
        self.assertEqual(y.tolist(), [[1, 0], [0, 2]])

    def test_an_unknown_operator_is_named(self):
        with self.assertRaisesRegex(ValueError, "Acosh"):
            ExactNetwork(self.model("Acosh"))


if __name__ == "__main__":
    unittest.main()
