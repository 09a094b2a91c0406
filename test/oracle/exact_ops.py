"""ONNX operators on numpy arrays in f64, written for reading, not for speed.

Shares no code with the compiler, the runtime or their kernels: this is the
independent witness of what a network means. `OPS` maps an operator to a function
(inputs, attributes, opset) -> output; missing optional inputs are None.
"""
import math

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from exact_resize import resize


def real(x):
    return np.asarray(x, dtype=np.float64)


def per_axis(parameter, rank, axis):
    """A scale or zero point, shaped to broadcast along `axis` of a rank-`rank` tensor."""
    parameter = np.asarray(parameter)
    if parameter.size == 1:
        return parameter.reshape(())
    shape = [1] * rank
    shape[axis] = -1
    return parameter.reshape(shape)


def quantize_linear(inputs, attrs, _opset):
    """N1. A float32 operand (a network input) is divided in f32 as ONNX and N1 say;
    any other is a real number inside the network and is divided exactly."""
    x, scale, zero = (list(inputs) + [None])[:3]
    zero = np.zeros((), np.uint8) if zero is None else np.asarray(zero)
    axis = attrs.get("axis", 1)
    divisor = per_axis(scale, x.ndim, axis)
    if x.dtype == np.float32:
        ratio = real(x / divisor.astype(np.float32))
    else:
        ratio = real(x) / real(divisor)
    point = real(per_axis(zero, x.ndim, axis))
    limits = np.iinfo(zero.dtype)
    steps = np.where(np.isnan(ratio), 0.0, np.rint(ratio))
    return np.clip(steps + point, limits.min, limits.max).astype(zero.dtype)


def dequantize_linear(inputs, attrs, _opset):
    """N2, without the rounding to f32."""
    x, scale, zero = (list(inputs) + [None])[:3]
    axis = attrs.get("axis", 1)
    point = 0.0 if zero is None else real(per_axis(zero, x.ndim, axis))
    return (real(x) - point) * real(per_axis(scale, x.ndim, axis))


class Window:
    """Kernel, strides, dilations and explicit pads of a sliding operator."""

    def __init__(self, spatial, kernel, attrs):
        rank = len(spatial)
        self.kernel = list(kernel)
        self.strides = list(attrs.get("strides", [1] * rank))
        self.dilations = list(attrs.get("dilations", [1] * rank))
        self.extent = [(k - 1) * d + 1 for k, d in zip(self.kernel, self.dilations)]
        self.begin, self.end = self._pads(spatial, attrs)
        self.extra = self._ceil_rows(spatial) if attrs.get("ceil_mode", 0) else [0] * rank

    def _pads(self, spatial, attrs):
        rank = len(spatial)
        mode = attrs.get("auto_pad", b"NOTSET").decode()
        if mode == "VALID":
            return [0] * rank, [0] * rank
        if mode == "NOTSET":
            pads = list(attrs.get("pads", [0] * (2 * rank)))
            return pads[:rank], pads[rank:]
        total = [max((math.ceil(n / s) - 1) * s + e - n, 0)
                 for n, s, e in zip(spatial, self.strides, self.extent)]
        small = [t // 2 for t in total]
        large = [t - s for t, s in zip(total, small)]
        return (small, large) if mode == "SAME_UPPER" else (large, small)

    def _ceil_rows(self, spatial):
        """Rows beyond the padding that a last, partial window of ceil_mode reads."""
        extra = []
        for axis, n in enumerate(spatial):
            span = n + self.begin[axis] + self.end[axis] - self.extent[axis]
            last = math.ceil(span / self.strides[axis]) * self.strides[axis]
            # ONNX: a window that would start in the padding at the end is dropped.
            starts_inside = last < n + self.begin[axis]
            extra.append(max(last - span, 0) if starts_inside else 0)
        return extra

    def views(self, x, fill):
        """x (N, C, spatial...) -> (N, C, outputs..., kernel...), border filled."""
        width = [(0, 0), (0, 0)] + [
            (b, e + r) for b, e, r in zip(self.begin, self.end, self.extra)]
        padded = np.pad(x, width, constant_values=fill)
        axes = tuple(range(2, x.ndim))
        views = sliding_window_view(padded, self.extent, axis=axes)
        step = [slice(None)] * 2 + [slice(None, None, s) for s in self.strides]
        return views[tuple(step + [slice(None, None, d) for d in self.dilations])]


def conv(inputs, attrs, _opset):
    x, w, bias = (list(inputs) + [None])[:3]
    x, w = real(x), real(w)
    rank, groups = x.ndim - 2, attrs.get("group", 1)
    views = Window(x.shape[2:], w.shape[2:], attrs).views(x, 0.0)
    n, outputs = x.shape[0], views.shape[2:2 + rank]
    parts = []
    for rows, kernel in zip(np.split(views, groups, axis=1), np.split(w, groups, axis=0)):
        columns = np.moveaxis(rows, 1, 1 + rank).reshape(n * math.prod(outputs), -1)
        parts.append(columns @ kernel.reshape(kernel.shape[0], -1).T)
    y = np.concatenate(parts, axis=1).reshape(n, *outputs, w.shape[0])
    if bias is not None:
        y = y + real(bias)
    return np.moveaxis(y, -1, 1)


def conv_transpose(inputs, attrs, _opset):
    """Each input adds its window to the output; pads are cut off in the end."""
    x, w, bias = (list(inputs) + [None])[:3]
    x, w = real(x), real(w)
    rank, groups = x.ndim - 2, attrs.get("group", 1)
    strides, dilations = attrs.get("strides", [1] * rank), attrs.get("dilations", [1] * rank)
    pads, extra = attrs.get("pads", [0] * 2 * rank), attrs.get("output_padding", [0] * rank)
    full = [s * (n - 1) + (k - 1) * d + 1 + e for s, n, k, d, e in zip(strides, x.shape[2:], w.shape[2:], dilations, extra)]
    y = np.zeros((x.shape[0], w.shape[1] * groups, *full))
    per_in, per_out = w.shape[0] // groups, w.shape[1]
    for tap in np.ndindex(*w.shape[2:]):
        place = tuple(slice(t * d, t * d + s * (n - 1) + 1, s) for t, d, s, n in zip(tap, dilations, strides, x.shape[2:]))
        for g in range(groups):
            part = np.einsum("nc...,ck->nk...", x[:, g * per_in:(g + 1) * per_in], w[(slice(g * per_in, (g + 1) * per_in), slice(None)) + tap])
            y[(slice(None), slice(g * per_out, (g + 1) * per_out)) + place] += part
    y = y[(slice(None), slice(None)) + tuple(slice(b, f - e) for b, e, f in zip(pads[:rank], pads[rank:], full))]
    return y if bias is None else y + real(bias).reshape(-1, *[1] * rank)


def depth_to_space(inputs, attrs, _opset):
    x, b = inputs[0], attrs["blocksize"]
    n, c, h, w = x.shape
    if attrs.get("mode", b"DCR") in (b"DCR", "DCR"):
        return x.reshape(n, b, b, c // b ** 2, h, w).transpose(0, 3, 4, 1, 5, 2).reshape(n, c // b ** 2, h * b, w * b)
    return x.reshape(n, c // b ** 2, b, b, h, w).transpose(0, 1, 4, 2, 5, 3).reshape(n, c // b ** 2, h * b, w * b)


def space_to_depth(inputs, attrs, _opset):
    x, b = inputs[0], attrs["blocksize"]
    n, c, h, w = x.shape
    return x.reshape(n, c, h // b, b, w // b, b).transpose(0, 3, 5, 1, 2, 4).reshape(n, c * b * b, h // b, w // b)


def gemm(inputs, attrs, _opset):
    a, b, c = (list(inputs) + [None])[:3]
    a = real(a).T if attrs.get("transA", 0) else real(a)
    b = real(b).T if attrs.get("transB", 0) else real(b)
    y = attrs.get("alpha", 1.0) * (a @ b)
    return y if c is None else y + attrs.get("beta", 1.0) * real(c)


def max_pool(inputs, attrs, _opset):
    x = inputs[0]
    lowest = -np.inf if x.dtype.kind == "f" else np.iinfo(x.dtype).min
    views = Window(x.shape[2:], attrs["kernel_shape"], attrs).views(x, lowest)
    return views.max(axis=tuple(range(x.ndim, views.ndim)))


def average_pool(inputs, attrs, _opset):
    x = real(inputs[0])
    window = Window(x.shape[2:], attrs["kernel_shape"], attrs)
    axes = tuple(range(x.ndim, 2 * x.ndim - 2))
    ones = np.ones((1, 1) + x.shape[2:])
    if attrs.get("count_include_pad", 0):
        # Declared padding counts; what ceil_mode reads beyond it does not.
        pads = [(0, 0), (0, 0)] + list(zip(window.begin, window.end))
        ones = np.pad(ones, pads, constant_values=1.0)
        window_of_ones = Window(ones.shape[2:], attrs["kernel_shape"],
                                {k: attrs[k] for k in ("strides", "dilations") if k in attrs})
        window_of_ones.extra = window.extra
        counts = window_of_ones.views(ones, 0.0).sum(axis=axes)
    else:
        counts = window.views(ones, 0.0).sum(axis=axes)
    return window.views(x, 0.0).sum(axis=axes) / counts


def axes_of(inputs, attrs, position):
    """Axes as an attribute (older opsets) or as an input (newer ones), or None."""
    if "axes" in attrs:
        return tuple(attrs["axes"])
    given = inputs[position] if len(inputs) > position else None
    return None if given is None else tuple(int(a) for a in given)


def reduce_mean(inputs, attrs, _opset):
    axes = axes_of(inputs, attrs, 1)
    if axes is None and attrs.get("noop_with_empty_axes", 0):
        return inputs[0]
    return real(inputs[0]).mean(axis=axes, keepdims=bool(attrs.get("keepdims", 1)))


def pad(inputs, attrs, opset):
    x = inputs[0]
    pads = attrs["pads"] if opset < 11 else [int(p) for p in inputs[1]]
    value = attrs.get("value", 0.0)
    if opset >= 11 and len(inputs) > 2 and inputs[2] is not None:
        value = np.asarray(inputs[2]).reshape(())
    axes = [int(a) for a in inputs[3]] if len(inputs) > 3 else range(x.ndim)
    width = [(0, 0)] * x.ndim
    for i, axis in enumerate(axes):
        width[axis] = (pads[i], pads[i + len(pads) // 2])
    mode = attrs.get("mode", b"constant").decode()
    if mode == "constant":
        return np.pad(x, width, constant_values=value)
    return np.pad(x, width, mode={"reflect": "reflect", "edge": "edge"}[mode])


def slice_(inputs, _attrs, _opset):
    x, starts, ends, axes, steps = inputs
    place = [slice(None)] * x.ndim
    for start, end, axis, step in zip(starts, ends, axes, steps):
        start, end = int(start), int(end)
        # Before the first element, going backwards, is no index that numpy knows.
        place[int(axis)] = slice(start, None if end < -x.shape[int(axis)] else end, int(step))
    return x[tuple(place)]


def split(inputs, attrs, opset):
    sizes = inputs[1] if opset >= 13 else attrs["split"]
    return np.split(inputs[0], np.cumsum(sizes)[:-1], attrs.get("axis", 0))


def clip(inputs, attrs, _opset):
    x = real(inputs[0])
    low = inputs[1] if len(inputs) > 1 else attrs.get("min")
    high = inputs[2] if len(inputs) > 2 else attrs.get("max")
    x = x if low is None else np.maximum(x, real(low))
    return x if high is None else np.minimum(x, real(high))


def reshape(inputs, attrs, _opset):
    x = inputs[0]
    wanted = [int(d) for d in inputs[1]]
    if not attrs.get("allowzero", 0):
        wanted = [x.shape[i] if d == 0 else d for i, d in enumerate(wanted)]
    return x.reshape(wanted)


def flatten(inputs, attrs, _opset):
    x, axis = inputs[0], attrs.get("axis", 1)
    return x.reshape(math.prod(x.shape[:axis]), -1)


def unsqueeze(inputs, attrs, _opset):
    return np.expand_dims(inputs[0], axes_of(inputs, attrs, 1))


def softmax(inputs, attrs, opset):
    x = real(inputs[0])
    if opset >= 13:
        axis = attrs.get("axis", -1)
    else:
        # Before opset 13 everything from `axis` on is one vector.
        axis = tuple(range(attrs.get("axis", 1) % x.ndim, x.ndim))
    e = np.exp(x - x.max(axis=axis, keepdims=True))
    return e / e.sum(axis=axis, keepdims=True)


def tested(holds):
    return lambda i, a, o: holds(real(i[0]), real(i[1])).astype(bool)


def hard_sigmoid(inputs, attrs, _opset):
    return np.clip(attrs.get("alpha", 0.2) * real(inputs[0]) + attrs.get("beta", 0.5), 0.0, 1.0)


def below_zero(curve):
    """x, below zero alpha times a curve of x."""
    return lambda i, a, o: np.where(real(i[0]) < 0, a["alpha"] * curve(real(i[0])), real(i[0]))


def function(f):
    return lambda i, a, o: f(real(i[0]))


FUNCTIONS = {
    "Neg": function(np.negative),
    "Abs": function(np.abs),
    "Exp": function(np.exp),
    "Sqrt": function(lambda x: np.sqrt(np.maximum(x, 0.0))),
    "Sigmoid": function(lambda x: 1.0 / (1.0 + np.exp(-x))),
    "Tanh": function(np.tanh),
    "Softplus": function(lambda x: np.logaddexp(0.0, x)),
    "Erf": function(np.vectorize(math.erf, otypes=[np.float64])),
    "HardSigmoid": hard_sigmoid,
    "HardSwish": function(lambda x: x * np.clip(x / 6.0 + 0.5, 0.0, 1.0)),
    "LeakyRelu": below_zero(lambda x: x),
    "Elu": below_zero(np.expm1),
}

OPS = FUNCTIONS | {
    "Sub": lambda i, a, o: real(i[0]) - real(i[1]),
    "Div": lambda i, a, o: real(i[0]) / real(i[1]),
    "Max": lambda i, a, o: np.maximum(real(i[0]), real(i[1])),
    "Min": lambda i, a, o: np.minimum(real(i[0]), real(i[1])),
    "Equal": tested(np.equal),
    "Greater": tested(np.greater),
    "Less": tested(np.less),
    "Cast": lambda i, a, o: real(i[0]),
    "QuantizeLinear": quantize_linear,
    "DequantizeLinear": dequantize_linear,
    "Conv": conv,
    "ConvTranspose": conv_transpose,
    "DepthToSpace": depth_to_space,
    "SpaceToDepth": space_to_depth,
    "Gemm": gemm,
    "MatMul": lambda i, a, o: real(i[0]) @ real(i[1]),
    "Relu": lambda i, a, o: np.maximum(i[0], 0),
    "Clip": clip,
    "Add": lambda i, a, o: real(i[0]) + real(i[1]),
    "Mul": lambda i, a, o: real(i[0]) * real(i[1]),
    "Pad": pad,
    "Slice": slice_,
    "Gather": lambda i, a, o: np.take(i[0], np.asarray(i[1], np.int64), axis=a.get("axis", 0)),
    "Expand": lambda i, a, o: i[0] * np.ones(tuple(int(n) for n in i[1])),
    "Tile": lambda i, a, o: np.tile(i[0], [int(n) for n in i[1]]),
    "Split": split,
    "MaxPool": max_pool,
    "AveragePool": average_pool,
    "GlobalAveragePool": lambda i, a, o: real(i[0]).mean(
        axis=tuple(range(2, i[0].ndim)), keepdims=True),
    "ReduceMean": reduce_mean,
    "Concat": lambda i, a, o: np.concatenate(i, axis=a["axis"]),
    "Reshape": reshape,
    "Resize": resize,
    "Flatten": flatten,
    "Squeeze": lambda i, a, o: np.squeeze(i[0], axes_of(i, a, 1)),
    "Unsqueeze": unsqueeze,
    "Transpose": lambda i, a, o: np.transpose(i[0], a.get("perm")),
    "Softmax": softmax,
    "Identity": lambda i, a, o: i[0],
    "Dropout": lambda i, a, o: i[0],
}
