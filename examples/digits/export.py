"""Writes the trained network as ONNX: float, and quantised in QDQ form.

Per-channel symmetric int8 weights, int32 bias at scale input*weight, per-tensor
asymmetric int8 activations with the ranges seen in calibration.
"""
import numpy as np
from onnx import TensorProto, checker, helper, numpy_helper

# (activation, operator, inputs, parameters, attributes). A name in parameters is both
# the ONNX node and the prefix of its weight and bias.
CONV = {"kernel_shape": [3, 3], "pads": [1, 1, 1, 1], "strides": [1, 1]}
POOL = {"kernel_shape": [2, 2], "strides": [2, 2]}
LAYERS = [
    ("relu1", "Conv+Relu", ["image"], "conv1", CONV),
    ("conv2", "Conv", ["relu1"], "conv2", CONV),
    ("relu2", "Add+Relu", ["relu1", "conv2"], None, {}),
    ("max", "MaxPool", ["relu2"], None, POOL),
    ("relu3", "Conv+Relu", ["max"], "conv3", CONV),
    ("mean", "AveragePool", ["relu3"], None, POOL),
    ("flat", "Flatten", ["mean"], None, {"axis": 1}),
    ("logits", "Gemm", ["flat"], "dense", {"transB": 1}),
]
# These only choose or move values, so they keep their input's scale and zero point.
SAME_SCALE = {"MaxPool", "Flatten"}


def activation_parameters(values):
    """(scale, zero point) of int8 over the range of `values`, which must contain 0."""
    low, high = min(float(values.min()), 0.0), max(float(values.max()), 0.0)
    scale = np.float32((high - low) / 255.0)
    return scale, np.int8(np.clip(np.rint(-128 - low / scale), -128, 127))


class GraphWriter:
    def __init__(self):
        self.nodes, self.constants = [], []

    def constant(self, name, value):
        self.constants.append(numpy_helper.from_array(np.asarray(value), name))
        return name

    def node(self, op, name, inputs, output, **attributes):
        self.nodes.append(helper.make_node(op, inputs, [output], name=name, **attributes))
        return output

    def operators(self, chain, name, inputs, output, attributes):
        """One operator, or an operator and the activation after it."""
        first, *after = chain.split("+")
        middle = output + "_sum" if after else output
        self.node(first, name, inputs, middle, **attributes)
        if after:
            self.node(after[0], name + "_" + after[0].lower(), [middle], output)

    def model(self, name, final):
        image = helper.make_tensor_value_info("input", TensorProto.FLOAT, [1, 1, 8, 8])
        logits = helper.make_tensor_value_info(final, TensorProto.FLOAT, [1, 10])
        graph = helper.make_graph(self.nodes, name, [image], [logits], self.constants)
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], ir_version=7,
                                  producer_name="examples/digits/train.py")
        checker.check_model(model, full_check=True)
        return model


def float_model(parameters):
    writer = GraphWriter()
    for output, chain, inputs, layer, attributes in LAYERS:
        operands = ["input" if i == "image" else i for i in inputs]
        if layer:
            for part in ("w", "b"):
                value = parameters[f"{layer}.{part}"].astype(np.float32)
                operands.append(writer.constant(f"{layer}.{part}", value))
        writer.operators(chain, layer or output, operands, output, attributes)
    return writer.model("digits", "logits")


class QdqWriter(GraphWriter):
    def __init__(self):
        super().__init__()
        self.scale = {}

    def quantised(self, source, name, scale, zero):
        """source -> Q -> DQ -> the name its users read."""
        self.scale[name] = (scale, zero)
        parameters = [self.constant(name + "_scale", scale), self.constant(name + "_zero", zero)]
        self.node("QuantizeLinear", name + "_q", [source] + parameters, name + "_int8")
        self.node("DequantizeLinear", name + "_dq", [name + "_int8"] + parameters, name + "_real")

    def dequantised_constant(self, name, values, scale):
        zeros = np.zeros(len(scale), values.dtype)
        parameters = [self.constant(name, values), self.constant(name + "_scale", scale),
                      self.constant(name + "_zero", zeros)]
        return self.node("DequantizeLinear", name + "_dq", parameters, name + "_real", axis=0)

    def weights(self, layer, source, weight, bias):
        """The layer's dequantised weight and bias."""
        peak = np.abs(weight.reshape(len(weight), -1)).max(axis=1)
        scale = (peak / 127.0).astype(np.float32)
        column = scale.reshape([-1] + [1] * (weight.ndim - 1))
        steps = np.clip(np.rint(weight / column), -127, 127).astype(np.int8)
        bias_scale = (scale * self.scale[source][0]).astype(np.float32)
        bias_steps = np.rint(bias / bias_scale).astype(np.int32)
        return [self.dequantised_constant(layer + ".w", steps, scale),
                self.dequantised_constant(layer + ".b", bias_steps, bias_scale)]


def qdq_model(parameters, activations):
    """`activations` are those of the calibration samples, by name."""
    writer = QdqWriter()
    writer.quantised("input", "image", *activation_parameters(activations["image"]))
    for output, chain, inputs, layer, attributes in LAYERS:
        operands = [i + "_real" for i in inputs]
        if layer:
            operands += writer.weights(layer, inputs[0], parameters[layer + ".w"],
                                       parameters[layer + ".b"])
        writer.operators(chain, layer or output, operands, output, attributes)
        kept = writer.scale[inputs[0]] if chain in SAME_SCALE else None
        writer.quantised(output, output, *(kept or activation_parameters(activations[output])))
    return writer.model("digits", "logits_real")
