"""Resize exactly: every axis is a matrix of weights at positions that are fractions."""
import math
from fractions import Fraction

import numpy as np

HALF = Fraction(1, 2)


def position(i, size_in, size_out, scale, coordinates):
    """ONNX's formula for one output, exactly; size_out is the extent of the result."""
    if coordinates == "asymmetric":
        return i / scale
    if coordinates == "align_corners":
        return Fraction(i * (size_in - 1), size_out - 1) if size_out > 1 else Fraction(0)
    if coordinates == "pytorch_half_pixel" and size_out == 1:
        return Fraction(0)
    shift = Fraction(size_in, 2) * (1 - size_out / (scale * size_in)) if coordinates == "half_pixel_symmetric" else 0
    return shift + (i + HALF) / scale - HALF


def nearest(x, rounding):
    return {"floor": math.floor(x), "ceil": math.ceil(x), "round_prefer_floor": math.ceil(x - HALF),
            "round_prefer_ceil": math.floor(x + HALF)}[rounding]


def matrix(size_in, size_out, scale, mode, coordinates, rounding=None):
    """One axis as a matrix [out, in]; an axis that keeps its extent keeps its values."""
    if scale == 1:
        return np.eye(size_in)
    weights = np.zeros((size_out, size_in))
    for i in range(size_out):
        at = position(i, size_in, size_out, scale, coordinates)
        low = math.floor(at)
        taps = [(low, 1 - (at - low)), (low + 1, at - low)] if mode == "linear" else [(nearest(at, rounding), 1)]
        for index, weight in taps:
            weights[i, min(max(index, 0), size_in - 1)] += float(weight)
    return weights


def resize(inputs, attrs, _opset):
    """Resize by `sizes`, or by `scales` with small denominators."""
    x, _, scales, sizes = (list(inputs) + [None] * 3)[:4]
    if sizes is None:
        scales = [Fraction(float(s)).limit_denominator(100) for s in scales]
        sizes = [math.floor(n * s) for n, s in zip(x.shape, scales)]
    else:
        sizes = [int(n) for n in sizes]
        scales = [Fraction(out, n) for out, n in zip(sizes, x.shape)]
    word = {name: attrs.get(name, default).decode() for name, default in
            (("mode", b"nearest"), ("coordinate_transformation_mode", b"half_pixel"),
             ("nearest_mode", b"round_prefer_floor"))}
    y = np.asarray(x, np.float64)
    for axis, (size, scale) in enumerate(zip(sizes, scales)):
        weights = matrix(x.shape[axis], size, scale, *word.values())
        y = np.moveaxis(np.tensordot(weights, y, (1, axis)), 0, axis)
    return y
