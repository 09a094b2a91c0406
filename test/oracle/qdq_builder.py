"""Builds QDQ networks layer by layer, with seeded weights and scales that fit.

The builder evaluates the network on one random sample while it builds it, so each
scale comes from a real range: other samples saturate now and then, as they should.
"""
from dataclasses import dataclass

import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper

from exact_ops import OPS


@dataclass
class Tensor:
    """A dequantised activation: its name in the graph, its value, its parameters."""
    name: str
    value: np.ndarray
    scale: np.float32
    zero: np.generic


def elem_type(dtype):
    return helper.np_dtype_to_tensor_dtype(np.dtype(dtype))


class Builder:
    def __init__(self, seed, opset=13, dtype=np.int8, per_channel=True, margin=0.0):
        self.rng = np.random.default_rng(seed)
        self.margin = margin
        self.opset, self.dtype, self.per_channel = opset, np.dtype(dtype), per_channel
        self.nodes, self.constants, self.inputs, self.outputs = [], [], [], []
        self.count = 0

    # -- graph text ---------------------------------------------------------
    def fresh(self, stem):
        self.count += 1
        return f"{stem}_{self.count}"

    def constant(self, stem, value):
        name = self.fresh(stem)
        self.constants.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def node(self, op, inputs, **attributes):
        output = self.fresh(op.lower())
        self.nodes.append(helper.make_node(op, inputs, [output], name=f"/{output}", **attributes))
        return output

    # -- quantisation -------------------------------------------------------
    def parameters_for(self, value):
        """(scale, zero point) over the range of `value` widened to contain 0."""
        limits = np.iinfo(self.dtype)
        low, high = min(float(value.min()), 0.0), max(float(value.max()), 0.0)
        # Without a margin, scales of one range and its positive part have ratios like 255/136, which are dyadic: there the
        # machine's rounding (N4, half up) and ONNX's (half to even) differ at every tie.
        widened = (high - low) * (1.0 + self.margin * float(self.rng.random())) if self.margin else high - low
        scale = np.float32(max(widened, 1e-3) / 255.0)
        zero = np.clip(np.rint(limits.min - low / float(scale)), limits.min, limits.max)
        return scale, self.dtype.type(zero)

    def quantised(self, source, value, scale, zero):
        """source -> QuantizeLinear -> DequantizeLinear."""
        names = [self.constant("scale", scale), self.constant("zero", zero)]
        steps = self.node("QuantizeLinear", [source] + names)
        real = self.node("DequantizeLinear", [steps] + names)
        q = OPS["QuantizeLinear"]([value, scale, zero], {}, self.opset)
        return Tensor(real, OPS["DequantizeLinear"]([q, scale, zero], {}, self.opset), scale, zero)

    def fixed(self, steps, scale, axis):
        """A dequantised constant; `scale` has one element or one per index of `axis`."""
        names = [self.constant("steps", steps), self.constant("scale", scale),
                 self.constant("zero", np.zeros(scale.shape, steps.dtype))]
        attributes = {"axis": axis} if scale.ndim else {}
        value = OPS["DequantizeLinear"]([steps, scale, None], attributes, self.opset)
        return self.node("DequantizeLinear", names, **attributes), value

    # -- layers -------------------------------------------------------------
    def input(self, *shape):
        """A float input and its quantisation."""
        name = f"input_{len(self.inputs)}"
        self.inputs.append(helper.make_tensor_value_info(name, TensorProto.FLOAT, shape))
        value = self.rng.normal(0.3, 1.0, shape).astype(np.float32)
        return self.quantised(name, value, *self.parameters_for(value))

    def integer_input(self, *shape):
        """An input already of the activations' integer type."""
        name, limits = f"input_{len(self.inputs)}", np.iinfo(self.dtype)
        self.inputs.append(helper.make_tensor_value_info(name, elem_type(self.dtype), shape))
        steps = self.rng.integers(limits.min, limits.max + 1, shape).astype(self.dtype)
        scale, zero = np.float32(0.0173), self.dtype.type(limits.min + 117)
        names = [self.constant("scale", scale), self.constant("zero", zero)]
        value = OPS["DequantizeLinear"]([steps, scale, zero], {}, self.opset)
        return Tensor(self.node("DequantizeLinear", [name] + names), value, scale, zero)

    def computed(self, op, operands, **attributes):
        """(name, value) of an operator on (name, value) operands, not quantised."""
        name = self.node(op, [n for n, _ in operands], **attributes)
        return name, OPS[op]([v for _, v in operands], attributes, self.opset)

    def number(self, value):
        """(name, value) of a float32 scalar."""
        value = np.float32(value)
        return self.constant("number", value), value

    def requantised(self, operand):
        return self.quantised(*operand, *self.parameters_for(operand[1]))

    def apply(self, op, tensors, extra=(), same_scale=False, then=None, **attributes):
        """An operator and its requantisation. `extra` are (name, value) operands;
        `then` is an activation: "Relu" or a (low, high) pair for Clip."""
        names = [t.name for t in tensors] + [n for n, _ in extra]
        values = [t.value for t in tensors] + [v for _, v in extra]
        evaluated = {k: v.encode() if isinstance(v, str) else v for k, v in attributes.items()}
        name = self.node(op, names, **attributes)
        value = OPS[op](values, evaluated, self.opset)
        if then == "Relu":
            name, value = self.node("Relu", [name]), np.maximum(value, 0)
        elif then is not None:
            bounds = [np.float32(b) for b in then]
            name = self.node("Clip", [name] + [self.constant("bound", b) for b in bounds])
            value = np.clip(value, *map(float, bounds))
        kept = (tensors[0].scale, tensors[0].zero) if same_scale else self.parameters_for(value)
        return self.quantised(name, value, *kept)

    def weights(self, shape, axis, fan_in):
        real = self.rng.normal(0.0, fan_in ** -0.5, shape)
        others = tuple(a for a in range(len(shape)) if a != axis)
        peak = np.abs(real).max(axis=others if self.per_channel else None)
        scale = np.asarray(np.maximum(peak, 1e-4) / 127.0, np.float32)
        spread = scale if scale.ndim == 0 else scale.reshape(
            [-1 if a == axis else 1 for a in range(len(shape))])
        steps = np.clip(np.rint(real / spread), -127, 127).astype(np.int8)
        return self.fixed(steps, scale, axis), scale

    def bias(self, x, count, weight_scale):
        scale = np.asarray(weight_scale * x.scale, np.float32)
        real = self.rng.normal(0.0, 0.5, count)
        return self.fixed(np.rint(real / scale).astype(np.int32), scale, 0)

    def conv(self, x, channels, kernel, group=1, bias=True, then=None, **attributes):
        shape = (channels, x.value.shape[1] // group, *kernel)
        weight, scale = self.weights(shape, 0, float(np.prod(shape[1:])))
        operands = [weight] + ([self.bias(x, channels, scale)] if bias else [])
        return self.apply("Conv", [x], operands, then=then, kernel_shape=list(kernel),
                          group=group, **attributes)

    def conv_transpose(self, x, channels, kernel, group=1, bias=True, **attributes):
        shape = (x.value.shape[1], channels // group, *kernel)
        # One scale for each output channel of a group, or one in all.
        weight, scale = self.weights(shape, 1, float(np.prod(shape)) / shape[1])
        operands = [weight]
        if bias:
            operands.append(self.bias(x, channels, np.tile(scale, group) if scale.ndim else scale))
        return self.apply("ConvTranspose", [x], operands, kernel_shape=list(kernel), group=group, **attributes)

    def gemm(self, x, channels, transposed=True, then=None):
        depth = x.value.shape[1]
        shape, axis = ((channels, depth), 0) if transposed else ((depth, channels), 1)
        weight, scale = self.weights(shape, axis, depth)
        return self.apply("Gemm", [x], [weight, self.bias(x, channels, scale)], then=then,
                          transB=int(transposed))

    def matmul(self, x, channels):
        depth = x.value.shape[-1]
        weight, _ = self.weights((depth, channels), 1, depth)
        return self.apply("MatMul", [x], [weight])

    def resize(self, x, scales=None, sizes=None, same_scale=False, **attributes):
        """Resize by scales or to sizes; what is left out is nothing, or an empty list before opset 13."""
        empty = "" if self.opset >= 13 else self.constant("empty", np.array([], np.float32))
        values = np.array(scales, np.float32) if sizes is None else np.array(sizes, np.int64)
        left_out = [(empty, None)] * (1 if sizes is None else 2)
        return self.apply("Resize", [x], left_out + [(self.constant("extents", values), values)], same_scale=same_scale,
                          **attributes)

    def integers(self, stem, values):
        """An int64 operand: a shape, axes or pads."""
        values = np.array(values, np.int64)
        return self.constant(stem, values), values

    # -- the end ------------------------------------------------------------
    def output(self, tensor):
        self.outputs.append(helper.make_tensor_value_info(
            tensor.name, TensorProto.FLOAT, tensor.value.shape))

    def integer_output(self, tensor):
        """The integers themselves: the graph ends before the last DequantizeLinear."""
        last = self.nodes.pop()
        assert last.output[0] == tensor.name
        self.outputs.append(helper.make_tensor_value_info(
            last.input[0], elem_type(self.dtype), tensor.value.shape))

    def model(self, name):
        graph = helper.make_graph(self.nodes, name, self.inputs, self.outputs, self.constants)
        ir_version = 7 if self.opset <= 15 else 10
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", self.opset)],
                                  ir_version=ir_version)
        checker.check_model(model, full_check=True)
        return model
