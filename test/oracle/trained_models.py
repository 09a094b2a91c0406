"""Trained QDQ networks on every machine, against their exact results: not part of ctest, the data is not in the repository.

trained_models.py --compile NPU_COMPILE --run NPU_RUN --models DIR --work DIR
DIR holds NAME/model.onnx and NAME/cases/CASE/{in_<input>.npy, exact_0.npy}. Each network is compiled for every preset and
for the default one with little SRAM, run in checked mode, and compared value by value. Exit status 1 if any value differs.
"""
import argparse
import subprocess
import sys
from pathlib import Path

import numpy as np

MACHINES = [["--target", preset] for preset in ("edge-4t", "u55-128", "u55-256", "u65-256", "u65-512", "u65-512-cs")]
MACHINES += [["--sram", size] for size in ("32K", "64K", "256K")]


def call(command):
    done = subprocess.run([str(c) for c in command], capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stderr or done.stdout}")


def differing(options, blob, case):
    """How many values of the case's output differ, of how many, and whether the largest is at the same place."""
    inputs = [part for file in sorted(case.glob("in_*.npy")) for part in ("--input", f"{file.stem[3:]}={file}")]
    call([options.run, blob, *inputs, "--device", "checked", "--output-dir", options.work / "out"])
    got = np.load(next((options.work / "out").glob("0_*.npy")))
    exact, golden = np.load(case / "exact_0.npy"), np.load(case / "out_0.npy")
    for file in (options.work / "out").glob("*"):
        file.unlink()
    return int((got.reshape(exact.shape) != exact).sum()), exact.size, got.argmax() == golden.argmax()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    for tool in ("compile", "run", "models", "work"):
        parser.add_argument(f"--{tool}", required=True, type=lambda p: Path(p).resolve())
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    bad = 0
    for model in sorted(options.models.glob("*/cases/*/exact_0.npy")):
        case, network = model.parent, model.parents[2]
        row = []
        for machine in MACHINES:
            blob = options.work / "model.npub"
            call([options.compile, network / "model.onnx", "-o", blob, "--quiet", *machine])
            unequal, count, same_place = differing(options, blob, case)
            bad += unequal > 0
            row.append(f"{machine[1]} {unequal}{'' if same_place else ' (arg-max differs)'}")
        print(f"{network.name} {case.name}, values that differ of {count}: " + ", ".join(row), flush=True)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
