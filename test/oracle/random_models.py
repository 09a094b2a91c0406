"""Random QDQ networks of every supported operator, ranks 2 to 6, batches 1 to 3; the same network for the same seed."""
import numpy as np
import onnx
from qdq_builder import Builder

MOST_ELEMENTS, MOST_AXES = 20000, 6
OPERATORS = {}


class NotPossible(Exception):
    """The drawn operator does not fit the drawn tensor."""


class Draw:
    """Choices for one network."""

    def __init__(self, seed):
        self.rng = np.random.default_rng([seed, 77])

    def number(self, low, high):
        return int(self.rng.integers(low, high + 1))

    def numbers(self, count, low, high):
        return [self.number(low, high) for _ in range(count)]

    def one_in(self, n):
        return self.number(1, n) == 1

    def of(self, options):
        return options[self.number(0, len(options) - 1)]

    def divisor(self, n):
        return self.of([d for d in range(1, n + 1) if n % d == 0])


def operator(*ranks):
    """Registers a function (builder, draw, tensors, x) -> tensor for inputs of these ranks; none means all."""
    def register(make):
        OPERATORS[make.__name__] = (make, ranks)
        return make
    return register


def window(draw, extents, largest, dilated):
    """Attributes of a window that fits; pads only where auto_pad is not drawn."""
    n = len(extents)
    kernel, strides = draw.numbers(n, 1, largest), draw.numbers(n, 1, 3)
    dilations = draw.numbers(n, 1, 2) if dilated else [1] * n
    pads = [draw.number(0, kernel[i % n] - 1) for i in range(2 * n)]
    for i, extent in enumerate(extents):
        if extent + pads[i] + pads[n + i] < (kernel[i] - 1) * dilations[i] + 1:
            raise NotPossible
    attributes = {"strides": strides, "pads": pads}
    if dilated:
        attributes["dilations"] = dilations
    return kernel, attributes


def convolution(b, draw, x, group, channels):
    extents = x.value.shape[2:]
    kernel, attributes = window(draw, extents, 4, dilated=True)
    mode = draw.of(["NOTSET", "NOTSET", "SAME_UPPER", "SAME_LOWER", "VALID"])
    if mode != "NOTSET":
        if mode == "VALID" and any(k > e for k, e in zip(kernel, extents)):
            raise NotPossible
        attributes = {"strides": attributes["strides"], "auto_pad": mode}
    return b.conv(x, channels, tuple(kernel), group=group, bias=draw.one_in(2), then=draw.of([None, "Relu", (0, 6)]), **attributes)


@operator(3, 4)
def conv(b, draw, tensors, x):
    return convolution(b, draw, x, 1, draw.number(1, 20))


@operator(3, 4)
def grouped_conv(b, draw, tensors, x):
    group = draw.divisor(x.value.shape[1])
    return convolution(b, draw, x, group, group * draw.number(1, 4))


@operator(3, 4)
def depthwise_conv(b, draw, tensors, x):
    return convolution(b, draw, x, x.value.shape[1], x.value.shape[1] * draw.number(1, 2))


@operator(3, 4)
def conv_transpose(b, draw, tensors, x):
    n = x.value.ndim - 2
    kernel, strides, dilations = draw.numbers(n, 1, 4), draw.numbers(n, 1, 3), draw.numbers(n, 1, 2)
    group = draw.divisor(x.value.shape[1])
    attributes = {"strides": strides, "dilations": dilations, "pads": [draw.number(0, kernel[i % n] - 1) for i in range(2 * n)],
                  "output_padding": [draw.number(0, s - 1) for s in strides]}
    extents = [s * (e - 1) + (k - 1) * d + 1 for s, e, k, d in zip(strides, x.value.shape[2:], kernel, dilations)]
    if any(e <= attributes["pads"][i] + attributes["pads"][n + i] for i, e in enumerate(extents)):
        raise NotPossible
    return b.conv_transpose(x, group * draw.number(1, 6), tuple(kernel), group, bias=draw.one_in(2), **attributes)


@operator(4)
def depth_to_space(b, draw, tensors, x):
    block = draw.of([k for k in (1, 2, 3, 4) if x.value.shape[1] % (k * k) == 0])
    mode = {} if b.opset < 11 or draw.one_in(2) else {"mode": "CRD"}
    return b.apply("DepthToSpace", [x], same_scale=True, blocksize=block, **mode)


@operator(4)
def space_to_depth(b, draw, tensors, x):
    block = draw.of([k for k in (1, 2, 3, 4) if x.value.shape[2] % k == 0 and x.value.shape[3] % k == 0])
    return b.apply("SpaceToDepth", [x], same_scale=True, blocksize=block)


def ceil_mode(draw, kernel, attributes):
    """0 where a window could begin behind the input: ONNX versions disagree on these."""
    begins_inside = not any(attributes["pads"]) and all(s <= k for s, k in zip(attributes["strides"], kernel))
    return draw.number(0, 1) if begins_inside else 0


@operator(3, 4)
def max_pool(b, draw, tensors, x):
    kernel, attributes = window(draw, x.value.shape[2:], 3, dilated=False)
    return b.apply("MaxPool", [x], same_scale=True, kernel_shape=kernel, ceil_mode=ceil_mode(draw, kernel, attributes),
                   **attributes)


@operator(4)
def average_pool(b, draw, tensors, x):
    kernel, attributes = window(draw, x.value.shape[2:], 3, dilated=False)
    return b.apply("AveragePool", [x], kernel_shape=kernel, ceil_mode=ceil_mode(draw, kernel, attributes),
                   count_include_pad=draw.number(0, 1), **attributes)


@operator(4)
def global_average_pool(b, draw, tensors, x):
    return b.apply("GlobalAveragePool", [x])


@operator(3, 4)
def resize(b, draw, tensors, x):
    """Up to twice and three halves; the same scale only for nearest, whose values stay on its steps."""
    extents, mode = x.value.shape[2:], draw.of(["linear", "nearest"])
    attributes = {"mode": mode, "coordinate_transformation_mode": draw.of(
        ["half_pixel", "pytorch_half_pixel", "align_corners", "asymmetric"])}
    if mode == "nearest":
        attributes["nearest_mode"] = draw.of(["round_prefer_floor", "round_prefer_ceil", "floor", "ceil"])
    sizes = list(x.value.shape[:2]) + [draw.number(1, 2 * n + 1) for n in extents]
    return b.resize(x, sizes=sizes, same_scale=mode == "nearest" and draw.one_in(2), **attributes)


@operator(2)
def gemm(b, draw, tensors, x):
    return b.gemm(x, draw.number(1, 20), transposed=draw.one_in(2), then=draw.of([None, "Relu"]))


@operator(2, 3)
def matmul(b, draw, tensors, x):
    return b.matmul(x, draw.number(1, 20))


@operator()
def softmax(b, draw, tensors, x):
    rank = x.value.ndim
    return b.apply("Softmax", [x], axis=draw.number(-rank, rank - 1))


@operator()
def relu(b, draw, tensors, x):
    return b.apply("Relu", [x])


FUNCTIONS = {"Neg": {}, "Abs": {}, "Exp": {}, "Sigmoid": {}, "Tanh": {}, "Softplus": {}, "Erf": {}, "LeakyRelu": {"alpha": 0.125},
             "Elu": {"alpha": 0.75}, "HardSigmoid": {"alpha": 0.25, "beta": 0.625}, "HardSwish": {}}


def fitting(b, draw):
    """A function that the opset has, and its attributes."""
    name = draw.of([f for f in FUNCTIONS if f != "HardSwish" or b.opset >= 14])
    return name, FUNCTIONS[name]


@operator()
def one_function(b, draw, tensors, x):
    name, attributes = fitting(b, draw)
    return b.apply(name, [x], **attributes)


@operator()
def functions_in_a_row(b, draw, tensors, x):
    """Functions, scalars and the tensor itself again, with no quantisation between: one table."""
    start = now = (x.name, x.value)
    for _ in range(draw.number(2, 4)):
        other = start if draw.one_in(3) else b.number(draw.number(1, 40) / 16)
        if draw.one_in(2):
            name, attributes = fitting(b, draw)
            now = b.computed(name, [now], **attributes)
        else:
            now = b.computed(draw.of(["Add", "Sub", "Mul", "Max", "Min"]), [now, other] if draw.one_in(2) else [other, now])
    if not np.all(np.abs(now[1]) < 1e4):
        raise NotPossible
    return b.requantised(now)


@operator()
def comparison(b, draw, tensors, x):
    """Against a tensor of the same scale and zero point: then integers compare as the reals do."""
    same = [t for t in tensors if t.value.shape == x.value.shape and t.scale == x.scale and t.zero == x.zero]
    other = draw.of(same)
    truth = b.computed(draw.of(["Equal", "Greater", "Less"]), [(x.name, x.value), (other.name, other.value)])
    return b.requantised(b.computed("Cast", [truth], to=onnx.TensorProto.FLOAT))


@operator()
def clip(b, draw, tensors, x):
    return b.apply("Identity", [x], then=(-0.5, draw.number(1, 10) / 10), same_scale=True)


@operator()
def transpose(b, draw, tensors, x):
    return b.apply("Transpose", [x], same_scale=True, perm=[int(a) for a in draw.rng.permutation(x.value.ndim)])


@operator()
def reshape(b, draw, tensors, x):
    count = int(x.value.size)
    first = draw.divisor(count)
    second = draw.divisor(count // first)
    rest = count // first // second
    shape = draw.of([[first, second * rest], [first, second, rest], [first, second, -1, 1], [-1, first], [1, first, second, rest]])
    return b.apply("Reshape", [x], [b.integers("shape", shape)], same_scale=True)


@operator()
def unsqueeze(b, draw, tensors, x):
    if x.value.ndim == MOST_AXES:
        raise NotPossible
    axes = [draw.number(0, x.value.ndim)]
    if b.opset >= 13:
        return b.apply("Unsqueeze", [x], [b.integers("axes", axes)], same_scale=True)
    return b.apply("Unsqueeze", [x], same_scale=True, axes=axes)


@operator()
def two_tensors(b, draw, tensors, x):
    same = [t for t in tensors if t.value.shape == x.value.shape]
    return b.apply(draw.of(["Add", "Mul"]), [x, draw.of(same)])


@operator()
def with_constant(b, draw, tensors, x):
    shape = x.value.shape
    wanted = draw.of([[1] * (len(shape) - 1) + [shape[-1]], [shape[-1]], [], [1, shape[1]] + [1] * (len(shape) - 2), list(shape)])
    constant = b.fixed(draw.rng.integers(-127, 128, wanted).astype(np.int8), np.asarray(0.013, np.float32), 0)
    return b.apply(draw.of(["Add", "Mul"]), [x], [constant])


@operator()
def pad(b, draw, tensors, x):
    pads = draw.numbers(2 * x.value.ndim, 0, 2)
    return b.apply("Pad", [x], [b.integers("pads", pads)], same_scale=draw.one_in(2))


@operator()
def pad_by_itself(b, draw, tensors, x):
    mode = draw.of(["reflect", "edge"])
    pads = [draw.number(0, min(2, extent - 1) if mode == "reflect" else 2) for extent in x.value.shape * 2]
    return b.apply("Pad", [x], [b.integers("pads", pads)], same_scale=True, mode=mode)


@operator()
def slice_of(b, draw, tensors, x):
    """Some axes, forwards or backwards."""
    axes = sorted(int(a) for a in draw.rng.choice(x.value.ndim, draw.number(1, x.value.ndim), replace=False))
    starts, ends, steps = [], [], []
    for axis in axes:
        extent = x.value.shape[axis]
        first, last, step = draw.number(0, extent - 1), draw.number(0, extent - 1), draw.number(1, 3)
        backwards = last < first
        starts.append(first)
        ends.append((last - 1 if last else -extent - 1) if backwards else last + 1)
        steps.append(-step if backwards else step)
    operands = [b.integers(n, v) for n, v in [("starts", starts), ("ends", ends), ("axes", axes), ("steps", steps)]]
    return b.apply("Slice", [x], operands, same_scale=True)


@operator()
def split_part(b, draw, tensors, x):
    """One part of two; the other has no reader."""
    axis = draw.number(0, x.value.ndim - 1)
    extent = x.value.shape[axis]
    if extent < 2:
        raise NotPossible
    at = draw.number(1, extent - 1)
    parts = [b.fresh("split"), b.fresh("split")]
    if b.opset >= 13:
        b.nodes.append(onnx.helper.make_node("Split", [x.name, b.integers("sizes", [at, extent - at])[0]], parts, name=parts[0], axis=axis))
    else:
        b.nodes.append(onnx.helper.make_node("Split", [x.name], parts, name=parts[0], axis=axis, split=[at, extent - at]))
    part = draw.number(0, 1)
    value = np.split(x.value, [at], axis)[part]
    return b.quantised(parts[part], value, x.scale, x.zero)


@operator()
def reduce_mean(b, draw, tensors, x):
    rank = x.value.ndim
    axes = sorted(int(a) for a in draw.rng.choice(rank, draw.number(1, rank - 1), replace=False))
    keep = draw.number(0, 1)
    if b.opset >= 18:
        return b.apply("ReduceMean", [x], [b.integers("axes", axes)], keepdims=keep)
    return b.apply("ReduceMean", [x], axes=axes, keepdims=keep)


@operator()
def concat(b, draw, tensors, x):
    axis, shape = draw.number(0, x.value.ndim - 1), x.value.shape
    fits = [t for t in tensors if t.value.ndim == len(shape)
            and all(t.value.shape[a] == shape[a] for a in range(len(shape)) if a != axis)]
    return b.apply("Concat", [draw.of(fits) for _ in range(draw.number(1, 3))], axis=axis)


@operator()
def own_parts(b, draw, tensors, x):
    """A tensor beside itself, padded and turned: what a concatenation holds is copied within it."""
    axis, rank = draw.number(0, x.value.ndim - 1), x.value.ndim
    parts = [x]
    for _ in range(draw.number(1, 2)):
        kind = draw.number(0, 2)
        if kind == 0:
            parts.append(draw.of(parts))
        elif kind == 1:
            pads = [draw.number(0, 2) if i % rank == axis else 0 for i in range(2 * rank)]
            parts.append(b.apply("Pad", [draw.of(parts)], [b.integers("pads", pads)], same_scale=True))
        else:
            perm = list(range(rank))
            others = [a for a in range(rank) if x.value.shape[a] == x.value.shape[0]]
            perm[0], perm[others[-1]] = perm[others[-1]], perm[0]
            if axis in (0, others[-1]):
                raise NotPossible
            parts.append(b.apply("Transpose", [x], same_scale=True, perm=perm))
    return b.apply("Concat", parts, axis=axis, same_scale=True)


@operator()
def gather(b, draw, tensors, x):
    axis = draw.number(0, x.value.ndim - 1)
    extent = x.value.shape[axis]
    indices = draw.of([[draw.number(0, extent - 1)] * draw.number(1, 3), draw.numbers(draw.number(1, 6), -extent, extent - 1),
                       list(range(extent))[::-1]])
    return b.apply("Gather", [x], [b.integers("indices", indices)], same_scale=True, axis=axis)


@operator()
def expand(b, draw, tensors, x):
    shape = [draw.number(1, 4) if e == 1 else e for e in x.value.shape]
    return b.apply("Expand", [x], [b.integers("shape", shape)], same_scale=True)


@operator()
def tile(b, draw, tensors, x):
    return b.apply("Tile", [x], [b.integers("repeats", [draw.of([1, 1, 2, 3]) for _ in x.value.shape])], same_scale=True)


def one_more(b, draw, tensors):
    """Appends a tensor computed from one of `tensors`, if the operator drawn fits; drops the nodes of one that does not."""
    x = draw.of(tensors)
    fitting = [make for make, ranks in OPERATORS.values() if not ranks or x.value.ndim in ranks]
    before = len(b.nodes)
    try:
        y = draw.of(fitting)(b, draw, tensors, x)
    except NotPossible:
        y = None
    if y is None or y.value.size > MOST_ELEMENTS or y.value.ndim < 2:
        del b.nodes[before:]
    else:
        tensors.append(y)


def make(seed):
    """(model, {input name: sample})."""
    draw = Draw(seed)
    opset = draw.of([11, 13, 13, 17, 21])
    b = Builder(seed, opset, draw.of([np.int8, np.uint8]), opset >= 13 and draw.one_in(2), margin=0.1)
    shape = [draw.of([1, 1, 1, 2, 3]), draw.number(1, 20)] + draw.numbers(draw.of([0, 1, 2, 2, 2, 3]), 1, 13)
    tensors = [(b.integer_input if draw.one_in(5) else b.input)(*shape)]
    wanted = 1 + draw.number(1, 5)
    while len(tensors) < wanted:
        one_more(b, draw, tensors)
    for tensor in tensors[-1:] + (tensors[-2:-1] if len(tensors) > 2 and draw.one_in(3) else []):
        b.output(tensor)
    model = b.model(f"random_{seed}")
    value = model.graph.input[0]
    dtype = onnx.helper.tensor_dtype_to_np_dtype(value.type.tensor_type.elem_type)
    if dtype == np.float32:
        return model, {value.name: b.rng.normal(0.3, 1.1, shape).astype(dtype)}
    limits = np.iinfo(dtype)
    return model, {value.name: b.rng.integers(limits.min, limits.max + 1, shape).astype(dtype)}
