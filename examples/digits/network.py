"""The network of the example, in numpy: forward, backward and Adam.

    image 1x8x8 -> conv1 16, relu -> conv2 16 -> + conv1's output, relu
                -> max pool 2 -> conv3 32, relu -> average pool 2 -> dense 10
"""
import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

SHAPES = {"conv1": (16, 1, 3, 3), "conv2": (16, 16, 3, 3), "conv3": (32, 16, 3, 3),
          "dense": (10, 128)}


def initial_parameters(rng):
    """He initialisation; biases start at zero."""
    parameters = {}
    for name, shape in SHAPES.items():
        deviation = np.sqrt(2.0 / np.prod(shape[1:]))
        parameters[name + ".w"] = rng.normal(0.0, deviation, shape)
        parameters[name + ".b"] = np.zeros(shape[0])
    return parameters


def patches(x):
    """3x3 neighbourhoods with a border of one zero: (N, H, W, C*9)."""
    padded = np.pad(x, ((0, 0), (0, 0), (1, 1), (1, 1)))
    views = sliding_window_view(padded, (3, 3), axis=(2, 3))
    n, c, h, w = x.shape
    return views.transpose(0, 2, 3, 1, 4, 5).reshape(n, h, w, c * 9)


def conv(x, w, b):
    y = patches(x) @ w.reshape(w.shape[0], -1).T + b
    return y.transpose(0, 3, 1, 2)


def conv_gradients(x, w, dy):
    """(dx, dw, db). The gradient of x is a convolution with the kernel turned round."""
    columns = patches(x).reshape(-1, x.shape[1] * 9)
    rows = dy.transpose(0, 2, 3, 1).reshape(-1, w.shape[0])
    dw = (rows.T @ columns).reshape(w.shape)
    turned = w[:, :, ::-1, ::-1].transpose(1, 0, 2, 3)
    return conv(dy, turned, 0.0), dw, rows.sum(axis=0)


def quads(x):
    """2x2 blocks on the last axis: (N, C, H/2, W/2, 4)."""
    n, c, h, w = x.shape
    blocks = x.reshape(n, c, h // 2, 2, w // 2, 2).transpose(0, 1, 2, 4, 3, 5)
    return blocks.reshape(n, c, h // 2, w // 2, 4)


def unquads(blocks):
    n, c, h, w, _ = blocks.shape
    return blocks.reshape(n, c, h, w, 2, 2).transpose(0, 1, 2, 4, 3, 5).reshape(n, c, 2 * h, 2 * w)


def forward(p, image):
    """Every activation by name; 'logits' is the result."""
    a = {"image": image}
    a["relu1"] = np.maximum(conv(image, p["conv1.w"], p["conv1.b"]), 0)
    a["conv2"] = conv(a["relu1"], p["conv2.w"], p["conv2.b"])
    a["relu2"] = np.maximum(a["relu1"] + a["conv2"], 0)
    a["max"] = quads(a["relu2"]).max(axis=-1)
    a["relu3"] = np.maximum(conv(a["max"], p["conv3.w"], p["conv3.b"]), 0)
    a["mean"] = quads(a["relu3"]).mean(axis=-1)
    a["flat"] = a["mean"].reshape(len(image), -1)
    a["logits"] = a["flat"] @ p["dense.w"].T + p["dense.b"]
    return a


def gradients(p, image, labels):
    """Gradients of the mean cross entropy."""
    a, g = forward(p, image), {}
    e = np.exp(a["logits"] - a["logits"].max(axis=1, keepdims=True))
    d = e / e.sum(axis=1, keepdims=True)
    d[np.arange(len(labels)), labels] -= 1.0
    d /= len(labels)
    g["dense.w"], g["dense.b"] = d.T @ a["flat"], d.sum(axis=0)
    d = (d @ p["dense.w"]).reshape(a["mean"].shape)
    d = unquads(np.repeat(d[..., None] / 4, 4, axis=-1)) * (a["relu3"] > 0)
    d, g["conv3.w"], g["conv3.b"] = conv_gradients(a["max"], p["conv3.w"], d)
    blocks = quads(a["relu2"])
    winner = np.arange(4) == blocks.argmax(axis=-1)[..., None]
    d = unquads(winner * d[..., None]) * (a["relu2"] > 0)
    through, g["conv2.w"], g["conv2.b"] = conv_gradients(a["relu1"], p["conv2.w"], d)
    d = (d + through) * (a["relu1"] > 0)
    _, g["conv1.w"], g["conv1.b"] = conv_gradients(image, p["conv1.w"], d)
    return g


class Adam:
    """Kingma and Ba 2015, with decoupled weight decay."""

    def __init__(self, parameters, decay):
        self.mean = {k: np.zeros_like(v) for k, v in parameters.items()}
        self.square = {k: np.zeros_like(v) for k, v in parameters.items()}
        self.decay, self.step = decay, 0

    def update(self, parameters, gradient, rate):
        self.step += 1
        for k, g in gradient.items():
            self.mean[k] += 0.1 * (g - self.mean[k])
            self.square[k] += 0.001 * (g * g - self.square[k])
            mean = self.mean[k] / (1 - 0.9 ** self.step)
            square = self.square[k] / (1 - 0.999 ** self.step)
            parameters[k] -= rate * (mean / (np.sqrt(square) + 1e-8) + self.decay * parameters[k])
