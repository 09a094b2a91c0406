"""Small QDQ networks with odd sizes that cover the imported operators.

make_models.py DIR [--only NAME]: writes DIR/<name>.onnx, and SAMPLES stacked samples
DIR/<name>.<input>.npy. One function a network; its docstring says what it is for.
"""
import argparse
from pathlib import Path

import numpy as np
import onnx

from qdq_builder import Builder

SAMPLES = 3
MODELS = {}


def network(**options):
    """Registers a function that builds a network and returns its last tensor."""
    def register(build):
        MODELS[build.__name__] = (build, options)
        return build
    return register


@network()
def one_pixel(b):
    """Everything is 1."""
    return b.conv(b.input(1, 1, 1, 1), 1, (1, 1))


@network()
def conv_odd(b):
    """Odd sizes, uneven pads, stride 2, ReLU and ReLU6."""
    x = b.conv(b.input(1, 3, 7, 9), 5, (3, 3), strides=[2, 1], pads=[0, 1, 1, 0], then="Relu")
    return b.conv(x, 17, (1, 1), then=(0.0, 1.1))


@network()
def conv_wide(b):
    """More channels than an array has lanes, long rows, no bias."""
    x = b.conv(b.input(1, 33, 3, 40), 65, (3, 3), pads=[1, 1, 1, 1], bias=False)
    return b.conv(x, 31, (1, 5), then="Relu")


@network()
def conv_auto_pad(b):
    """SAME_UPPER, SAME_LOWER and VALID with even kernels, where they differ."""
    x = b.conv(b.input(1, 2, 9, 10), 6, (4, 3), strides=[2, 2], auto_pad="SAME_UPPER")
    x = b.conv(x, 7, (2, 2), auto_pad="SAME_LOWER", then="Relu")
    return b.conv(x, 3, (2, 3), auto_pad="VALID")


@network()
def conv_large_kernel(b):
    """A kernel as large as the image, then one larger than the rest of it."""
    x = b.conv(b.input(1, 4, 11, 13), 8, (11, 7), pads=[2, 3, 2, 3])
    return b.conv(x, 4, (5, 5), pads=[2, 2, 2, 2])


@network()
def depthwise(b):
    """Depthwise with stride 1 and 2, and with two outputs a channel."""
    x = b.conv(b.input(1, 13, 11, 7), 13, (3, 3), group=13, pads=[1, 1, 1, 1], then="Relu")
    x = b.conv(x, 13, (5, 3), group=13, strides=[2, 2], pads=[2, 1, 2, 1])
    return b.conv(x, 26, (2, 2), group=13, then=(0.0, 6.0))


@network()
def grouped_dilated(b):
    """Three groups, uneven dilations."""
    x = b.conv(b.input(1, 9, 15, 14), 12, (3, 3), group=3, dilations=[2, 3],
               pads=[2, 3, 2, 3])
    return b.conv(x, 6, (3, 2), group=3, dilations=[3, 2], strides=[1, 2], then="Relu")


@network()
def conv_1d(b):
    """1-D convolution is 2-D with one row."""
    x = b.conv(b.input(1, 4, 23), 9, (5,), strides=[2], pads=[2, 1], then="Relu")
    x = b.conv(x, 9, (3,), group=9, dilations=[2])
    return b.apply("GlobalAveragePool", [x])


@network()
def residual(b):
    """Add with two scales and a ReLU, and a tensor with three readers."""
    x = b.conv(b.input(1, 3, 8, 5), 10, (3, 3), pads=[1, 1, 1, 1], then="Relu")
    y = b.conv(x, 10, (3, 3), pads=[1, 1, 1, 1])
    z = b.apply("Add", [x, y], then="Relu")
    return b.apply("Add", [x, b.conv(z, 10, (1, 1))])


@network()
def multiply(b):
    """Mul of two activations."""
    x = b.conv(b.input(1, 2, 5, 6), 7, (3, 3))
    return b.apply("Mul", [x, b.conv(x, 7, (1, 1), then="Relu")])


@network()
def max_pool(b):
    """Padding never wins a maximum; a last partial window with ceil_mode."""
    x = b.apply("MaxPool", [b.input(1, 5, 9, 8)], same_scale=True, kernel_shape=[3, 3],
                strides=[2, 2], pads=[1, 1, 1, 1])
    x = b.conv(x, 5, (1, 1))
    return b.apply("MaxPool", [x], same_scale=True, kernel_shape=[2, 2], strides=[2, 2],
                   ceil_mode=1)


@network()
def average_pool(b):
    """Counts that leave padding out, and counts that do not."""
    x = b.apply("AveragePool", [b.input(1, 6, 9, 11)], kernel_shape=[3, 3], strides=[2, 2],
                pads=[1, 1, 1, 1])
    return b.apply("AveragePool", [x], kernel_shape=[3, 2], pads=[1, 1, 1, 0],
                   count_include_pad=1)


@network()
def classifier(b):
    """Global average, Flatten, Gemm both ways round."""
    x = b.conv(b.input(1, 3, 10, 10), 19, (3, 3), strides=[2, 2], then="Relu")
    x = b.apply("GlobalAveragePool", [x])
    x = b.gemm(b.apply("Flatten", [x], same_scale=True, axis=1), 23, then="Relu")
    return b.gemm(x, 10, transposed=False)


@network()
def reduce_mean(b):
    """ReduceMean that drops its axes, and MatMul with a constant."""
    x = b.conv(b.input(1, 4, 7, 5), 21, (3, 3), then="Relu")
    return b.matmul(b.apply("ReduceMean", [x], axes=[2, 3], keepdims=0), 9)


@network()
def dense(b):
    """Fully connected layers larger than a small machine's weight buffer."""
    x = b.gemm(b.input(1, 301), 257, then="Relu")
    return b.gemm(x, 7)


@network()
def concat_channels(b):
    """Concat of channels with different scales and an odd first channel."""
    x = b.conv(b.input(1, 3, 6, 7), 5, (3, 3), pads=[1, 1, 1, 1], then="Relu")
    y = b.conv(x, 11, (1, 1))
    z = b.apply("Concat", [x, y], axis=1)
    return b.conv(z, 4, (3, 3))


@network()
def concat_rows(b):
    """Concat of rows, then of columns."""
    x = b.input(1, 4, 5, 6)
    y = b.conv(x, 4, (3, 1), strides=[2, 1])
    z = b.apply("Concat", [x, y], axis=2)
    return b.apply("Concat", [b.conv(z, 4, (1, 3)), z], axis=3)


@network()
def pad(b):
    """Pad as an operator before a convolution without pads."""
    x = b.conv(b.input(1, 3, 6, 8), 8, (1, 1), then=(0.0, 6.0))
    x = b.apply("Pad", [x], [b.integers("pads", [0, 0, 0, 1, 0, 0, 2, 1])], same_scale=True)
    return b.conv(x, 8, (3, 3), group=8, strides=[2, 2])


@network()
def shapes(b):
    """Operators that move values: Reshape, Transpose, Squeeze, Unsqueeze, Identity."""
    x = b.conv(b.input(1, 2, 4, 6), 6, (1, 1))
    x = b.apply("Transpose", [x], same_scale=True, perm=[0, 2, 3, 1])
    x = b.apply("Reshape", [x], [b.integers("shape", [0, -1, 9])], same_scale=True)
    x = b.apply("Unsqueeze", [x], [b.integers("axes", [1])], same_scale=True)
    x = b.apply("Identity", [x], same_scale=True)
    x = b.apply("Squeeze", [x], [b.integers("axes", [1])], same_scale=True)
    return b.gemm(b.apply("Flatten", [x], same_scale=True), 5)


@network()
def resize_linear(b):
    """A pyramid: twice as large by half pixels, then to odd sizes by corners, then smaller by 3/5."""
    x = b.conv(b.input(1, 3, 6, 5), 17, (3, 3), pads=[1, 1, 1, 1], then="Relu")
    x = b.resize(x, scales=[1, 1, 2, 2], mode="linear")
    x = b.resize(b.conv(x, 5, (1, 1)), sizes=[1, 5, 19, 13], mode="linear", coordinate_transformation_mode="align_corners")
    return b.resize(x, scales=[1, 1, 0.6, 0.6], mode="linear", coordinate_transformation_mode="pytorch_half_pixel")


@network()
def resize_nearest(b):
    """Nearest with several roundings, larger and smaller, in the format of its input; a skip beside it."""
    x = b.conv(b.input(1, 3, 6, 7), 12, (3, 3), pads=[1, 1, 1, 1], then="Relu")
    y = b.resize(x, scales=[1, 1, 3, 2], same_scale=True, coordinate_transformation_mode="asymmetric", nearest_mode="floor")
    y = b.resize(b.conv(y, 12, (1, 1)), sizes=[1, 12, 6, 7], same_scale=True, nearest_mode="ceil")
    return b.apply("Add", [x, b.resize(y, sizes=[1, 12, 6, 7], same_scale=True)])


@network()
def resize_line(b):
    """One spatial axis, symmetric half pixels."""
    return b.resize(b.conv(b.input(1, 4, 11), 9, (3,)), scales=[1, 1, 2.3], mode="linear",
                    coordinate_transformation_mode="half_pixel_symmetric")


@network()
def softmax(b):
    """Softmax at the end of a classifier."""
    return b.apply("Softmax", [b.gemm(b.input(1, 40), 12)], axis=1)


@network()
def two_ends(b):
    """Two inputs; the sum is an output beside the convolution of it."""
    x, y = b.input(1, 3, 5, 5), b.input(1, 3, 5, 5)
    z = b.apply("Add", [x, y])
    b.output(z)
    return b.conv(z, 4, (3, 3))


@network(dtype=np.uint8)
def unsigned(b):
    """Activations in uint8."""
    x = b.conv(b.input(1, 3, 9, 7), 6, (3, 3), pads=[1, 1, 1, 1], then="Relu")
    y = b.apply("Add", [x, b.conv(x, 6, (3, 3), pads=[1, 1, 1, 1])])
    y = b.apply("AveragePool", [y], kernel_shape=[2, 2], strides=[2, 2])
    return b.gemm(b.apply("Flatten", [y], same_scale=True), 4)


@network()
def integer_ends(b):
    """int8 in, int8 out."""
    return b.conv(b.integer_input(1, 3, 6, 5), 7, (3, 3), then="Relu")


@network(dtype=np.uint8)
def unsigned_ends(b):
    """uint8 in, uint8 out."""
    return b.conv(b.integer_input(1, 3, 6, 5), 7, (3, 3), pads=[1, 0, 1, 0])


@network(opset=11, per_channel=False)
def opset_11(b):
    """Weights with one scale, the opset before per-channel quantisation."""
    x = b.conv(b.input(1, 3, 8, 8), 6, (3, 3), then="Relu")
    x = b.apply("ReduceMean", [x], axes=[2, 3], keepdims=1)
    x = b.apply("Squeeze", [x], same_scale=True, axes=[2, 3])
    return b.gemm(x, 5)


@network(opset=21)
def opset_21(b):
    """Axes as an input."""
    x = b.conv(b.input(1, 3, 8, 8), 6, (3, 3), then="Relu")
    return b.gemm(b.apply("ReduceMean", [x], [b.integers("axes", [2, 3])], keepdims=0), 5)


INTEGER_OUTPUT = {"integer_ends", "unsigned_ends"}


def make(name):
    """(model, {input name: SAMPLES stacked samples}); the same bytes every time."""
    build, options = MODELS[name]
    b = Builder(seed=[ord(c) for c in name], **options)
    last = build(b)
    (b.integer_output if name in INTEGER_OUTPUT else b.output)(last)
    model, samples = b.model(name), {}
    for value in model.graph.input:
        shape = [d.dim_value for d in value.type.tensor_type.shape.dim]
        dtype = onnx.helper.tensor_dtype_to_np_dtype(value.type.tensor_type.elem_type)
        shape[0] *= SAMPLES
        if dtype == np.float32:
            samples[value.name] = b.rng.normal(0.3, 1.1, shape).astype(dtype)
        else:
            limits = np.iinfo(dtype)
            samples[value.name] = b.rng.integers(limits.min, limits.max + 1, shape).astype(dtype)
    return model, samples


def write(name, folder):
    """Writes the files of one network; returns (model path, {input: file}, model, samples)."""
    model, samples = make(name)
    path = folder / f"{name}.onnx"
    onnx.save(model, str(path))
    files = {}
    for key, value in samples.items():
        files[key] = folder / f"{name}.{key}.npy"
        np.save(files[key], value)
    return path, files, model, samples


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--only", choices=sorted(MODELS))
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    for name in [options.only] if options.only else MODELS:
        write(name, options.folder)


if __name__ == "__main__":
    main()
