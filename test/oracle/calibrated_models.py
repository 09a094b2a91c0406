"""Trained float networks made int8, against the float network's own outputs: not part of ctest, the data is not in the repository.

calibrated_models.py --compile NPU_COMPILE --run NPU_RUN --eval NPU_EVAL --models DIR --work DIR [--only NAME]
DIR holds NAME/model.onnx and NAME/cases/CASE/{in_<input>.npy, out_<k>.npy} (or ONNX's input_0.pb, output_0.pb). Calibration
samples are variants of the cases: brighter and darker, shifted, mirrored, noisy. Prints, for each network: the f32 evaluation
against the golden outputs, the int8 blob against them, and whether the blob is the same numbers on every machine in checked mode.
"""
import argparse
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

MACHINES = [["--target", preset] for preset in ("edge-4t", "u55-128", "u55-256", "u65-256", "u65-512", "u65-512-cs")]
MACHINES += [["--sram", "32K"]]
INPUT = {"autoencoder-fp32": "input", "kws-dscnn-fp32": "input", "mlsd-tiny": "input_image_with_alpha:0", "mnist-8": "Input3",
         "resnet8-fp32": "input", "super-resolution-10": "input", "ultralight-face-rfb320": "input",
         "ultralight-face-rfb320-simplified": "input"}


def call(command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr or done.stdout}")
    return done.stdout


def tensor(path):
    proto = onnx.TensorProto()
    proto.ParseFromString(path.read_bytes())
    return numpy_helper.to_array(proto)


def cases(network):
    """[(name, input, golden outputs)]"""
    found = []
    for folder in sorted((network / "cases").iterdir()):
        if list(folder.glob("in_*.npy")):
            outputs = sorted(folder.glob("out_*.npy"), key=lambda f: int(f.stem[4:]))
            found.append((folder.name, np.load(next(folder.glob("in_*.npy"))), [np.load(f) for f in outputs]))
        elif list(folder.glob("input_0.pb")):
            found.append((folder.name, tensor(folder / "input_0.pb"), [tensor(folder / "output_0.pb")]))
    return found


def variants(x, rng):
    """Inputs that look like x and are not x."""
    low, high = float(x.min()), float(x.max())
    many = [np.clip(low + (x - low) * gain, low, high) for gain in (0.6, 0.8, 0.9, 1.1, 1.25)]
    many += [x + rng.normal(scale=0.03 * (high - low), size=x.shape) for _ in range(4)]
    if x.ndim == 4 and min(x.shape[1:]) > 1 or x.shape[-1] > 100:
        many += [np.roll(x, shift, axis) for axis in range(2, x.ndim) for shift in (3, 7, -5) if x.ndim == 4]
        many.append(np.flip(x, -2 if x.shape[-1] <= 4 else -1))
    return np.concatenate([np.clip(v, low, high).astype(np.float32) for v in many])


def cosine(a, b):
    a, b = a.ravel().astype(np.float64), b.ravel().astype(np.float64)
    return float(a @ b / max(np.sqrt((a @ a) * (b @ b)), 1e-300))


def decibels(got, want):
    noise = float(((got.astype(np.float64) - want) ** 2).sum())
    return 10 * np.log10(float((want.astype(np.float64) ** 2).sum()) / max(noise, 1e-300))


def read(folder):
    files = sorted(folder.glob("*.npy"), key=lambda f: int(f.stem.split("_")[0]))
    arrays = [np.load(f) for f in files]
    for file in folder.iterdir():
        file.unlink()
    return arrays


class Network:
    def __init__(self, options, path):
        self.options, self.path, self.work = options, path, options.work / path.name
        self.work.mkdir(parents=True, exist_ok=True)
        self.cases = cases(path)
        rng = np.random.default_rng(1)
        np.save(self.work / "calibration.npy", np.concatenate([variants(x, rng) for _, x, _ in self.cases]))
        for name, x, _ in self.cases:
            np.save(self.work / f"{name}.npy", x)
        self.batch = ["--batch", "1"] if path.name.startswith("super") else []

    def float_rows(self):
        call([self.options.compile, self.path / "model.onnx", *self.batch, "--stop-after", "nn", "-o", self.work / "nn.mlir", "--quiet"])
        for name, _, golden in self.cases:
            call([self.options.eval, self.work / "nn.mlir", "--input", self.work / f"{name}.npy", "--output-dir", self.work / "out"])
            got = read(self.work / "out")
            for k, (g, w) in enumerate(zip(got, golden)):
                worst = float(np.abs(g.reshape(w.shape) - w).max() / np.abs(w).max())
                print(f"{self.path.name} {name} output {k} f32: cosine {cosine(g, w):.9f}, largest error {worst:.2e} of the largest value")

    def int8_rows(self):
        first = {}
        for machine in MACHINES:
            text = call([self.options.compile, self.path / "model.onnx", *self.batch, "--calibration", self.work / "calibration.npy",
                         "-o", self.work / "m.npub", *machine])
            placed = next(line for line in text.splitlines() if "on the NPU" in line).split(": ")[1]
            for name, _, golden in self.cases:
                call([self.options.run, self.work / "m.npub", "--input", f"{INPUT[self.path.name]}={self.work / (name + '.npy')}",
                      "--device", "checked", "--output-dir", self.work / "out"])
                got = read(self.work / "out")
                if name not in first:
                    first[name] = got
                    for k, (g, w) in enumerate(zip(got, golden)):
                        g = g.reshape(w.shape)
                        print(f"{self.path.name} {name} output {k} int8 ({placed}): cosine {cosine(g, w):.5f}, SQNR {decibels(g, w):.1f} dB, "
                              f"largest error {np.abs(g - w).max():.3g}, arg-max {'same' if g.argmax() == w.argmax() else 'differs'}")
                same = all(np.array_equal(a, b) for a, b in zip(first[name], got))
                if not same:
                    print(f"{self.path.name} {name}: {machine[1]} gives other numbers")
        print(f"{self.path.name}: {len(MACHINES)} machines in checked mode", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for tool in ("compile", "run", "eval", "models", "work"):
        parser.add_argument(f"--{tool}", required=True, type=lambda p: Path(p).resolve())
    parser.add_argument("--only")
    options = parser.parse_args()
    for name in sorted(INPUT):
        if options.only in (None, name) and (options.models / name).exists():
            network = Network(options, options.models / name)
            network.float_rows()
            network.int8_rows()


if __name__ == "__main__":
    main()
