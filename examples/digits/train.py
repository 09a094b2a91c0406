"""Trains the digits network and writes all files of this folder: train.py [FOLDER]

Needs numpy, onnx and scikit-learn (whose package holds the data: 1,797 handwritten
digits, 8x8, from the UCI optical recognition set). One minute; a fixed seed.
"""
import sys
from pathlib import Path

import numpy as np
import onnx
from sklearn.datasets import load_digits

import export
import network

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "test" / "oracle"))
from exact_qdq import ExactNetwork  # noqa: E402

SEED, HELD_OUT, CALIBRATION = 7, 360, 256
EPOCHS, BATCH, RATE = 50, 32, 2e-3
LEAST = {"digits-fp32.onnx": 0.97, "digits-qdq.onnx": 0.965}


def load(rng):
    """Images N x 1 x 8 x 8 in 0..1, labels; shuffled, the held-out ones last."""
    digits = load_digits()
    order = rng.permutation(len(digits.target))
    images = (digits.images[order] / 16.0).astype(np.float32)[:, None]
    return images, digits.target[order]


def shifted(images, rng):
    """Each image moved by up to one pixel: more hands for the same digits."""
    padded = np.pad(images, ((0, 0), (0, 0), (1, 1), (1, 1)))
    moves = rng.integers(0, 3, (len(images), 2))
    return np.stack([p[:, y:y + 8, x:x + 8] for p, (y, x) in zip(padded, moves)])


def train(images, labels, rng):
    parameters = network.initial_parameters(rng)
    adam = network.Adam(parameters, decay=0.02)
    for epoch in range(EPOCHS):
        rate = RATE * 0.5 * (1 + np.cos(np.pi * epoch / EPOCHS))
        order = rng.permutation(len(images))
        for start in range(0, len(order), BATCH):
            batch = order[start:start + BATCH]
            inputs = shifted(images[batch], rng).astype(np.float64)
            adam.update(parameters, network.gradients(parameters, inputs, labels[batch]), rate)
    return parameters


def accuracy(model, images, labels):
    exact = ExactNetwork(model)
    logits = next(iter(exact.run_stacked({"input": images}).values()))
    return float((logits.argmax(axis=1) == labels).mean())


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent
    rng = np.random.default_rng(SEED)
    images, labels = load(rng)
    seen, held = slice(0, -HELD_OUT), slice(-HELD_OUT, None)
    parameters = train(images[seen], labels[seen], rng)

    calibration = network.forward(parameters, images[seen][:CALIBRATION].astype(np.float64))
    models = {"digits-fp32.onnx": export.float_model(parameters),
              "digits-qdq.onnx": export.qdq_model(parameters, calibration)}
    for name, model in models.items():
        score = accuracy(model, images[held], labels[held])
        print(f"{name}: {100 * score:.2f} % of {HELD_OUT} held-out digits")
        if score < LEAST[name]:
            sys.exit(f"{name}: below {100 * LEAST[name]:.1f} %, not written")
        onnx.save(model, str(folder / name))
    np.save(folder / "calibration.npy", images[seen][:200])
    np.save(folder / "samples.npy", images[held])
    (folder / "labels.csv").write_text("".join(f"{label}\n" for label in labels[held]))


if __name__ == "__main__":
    main()
