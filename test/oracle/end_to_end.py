"""Compiles generated networks, runs them on the simulator, and compares every value
with the exact oracle.

end_to_end.py --compile NPU_COMPILE --run NPU_RUN --work DIR [--only NAME ...] [--skip NAME ...]
              [--model FILE.onnx --input NAME=FILE.npy] [--random FIRST..LAST] [-- COMPILE OPTIONS]
Integers compare exactly; a network with Softmax may differ by one step in one value
of a thousand. Every network that fails is listed; exit status 1 if any.
"""
import argparse
import subprocess
import sys
from pathlib import Path

import numpy as np
import onnx

from exact_qdq import ExactNetwork, output_file
import random_models
from make_models import MODELS, write

TIMEOUT_SECONDS = 120


class Failure(Exception):
    """What went wrong with one network, for the list at the end."""


def run_tool(command):
    try:
        done = subprocess.run([str(c) for c in command], capture_output=True, text=True,
                              timeout=TIMEOUT_SECONDS, check=False)
    except subprocess.TimeoutExpired as expired:
        raise Failure(f"no end after {TIMEOUT_SECONDS} s: {Path(command[0]).name}") from expired
    if done.returncode != 0:
        said = (done.stderr or done.stdout).strip()
        raise Failure(f"{Path(command[0]).name} exits {done.returncode}: {said[:1500]}")


def step_of(network, name):
    """The scale of the DequantizeLinear that makes the output, or 1 for integers."""
    for node in network.model.graph.node:
        if name in node.output and node.op_type == "DequantizeLinear":
            return float(network.constants[node.input[1]])
    return 1.0


def compare(network, name, wanted, got):
    if got.shape != wanted.shape or got.dtype != wanted.dtype:
        raise Failure(f"output '{name}' is {got.dtype}{list(got.shape)}, "
                      f"want {wanted.dtype}{list(wanted.shape)}")
    unequal = got != wanted
    if not unequal.any():
        return
    apart = np.abs(got.astype(float) - wanted.astype(float)) / step_of(network, name)
    if any(n.op_type == "Softmax" for n in network.model.graph.node):
        if unequal.mean() <= 0.001 and apart.max() < 1.5:
            return
    where = tuple(int(i) for i in np.argwhere(unequal)[0])
    raise Failure(f"output '{name}': {int(unequal.sum())} of {got.size} values differ, by up to "
                  f"{apart.max():.1f} steps; first at {where}: {got[where]}, want {wanted[where]}")


def check(options, name, model, files):
    """Compiles and runs one model; raises Failure if an output differs from the oracle."""
    network = ExactNetwork(model)
    blob, outputs = options.work / f"{name}.npub", options.work / f"{name}.outputs"
    run_tool([options.compile, model, "-o", blob, *options.compile_options])
    inputs = [part for key, file in files.items() for part in ("--input", f"{key}={file}")]
    run_tool([options.run, blob, *inputs, "--output-dir", outputs])
    shape = network.model.graph.input[0].type.tensor_type.shape.dim
    wanted = network.run_stacked({k: np.load(f) for k, f in files.items()},
                                 batch=shape[0].dim_value or 1)
    for index, (key, value) in enumerate(wanted.items()):
        file = outputs / output_file(index, key)
        if not file.exists():
            raise Failure(f"npu-run wrote no '{file.name}'")
        compare(network, key, value, np.load(file))


def parse():
    own, compile_options = sys.argv[1:], []
    if "--" in own:
        cut = own.index("--")
        own, compile_options = own[:cut], own[cut + 1:]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compile", required=True)
    parser.add_argument("--run", required=True)
    parser.add_argument("--work", required=True, type=Path)
    parser.add_argument("--only", action="append", choices=sorted(MODELS), default=[])
    parser.add_argument("--skip", action="append", choices=sorted(MODELS), default=[])
    parser.add_argument("--model", type=Path, help="a model of your own instead")
    parser.add_argument("--random", metavar="FIRST..LAST", help="networks of these seeds instead")
    parser.add_argument("--input", action="append", default=[], metavar="NAME=FILE")
    options = parser.parse_args(own)
    options.compile_options = compile_options
    options.work.mkdir(parents=True, exist_ok=True)
    return options


def random_case(seed, folder):
    """A random network in a file of its own."""
    model, samples = random_models.make(seed)
    path, files = folder / f"random_{seed}.onnx", {}
    onnx.save(model, str(path))
    for key, value in samples.items():
        files[key] = folder / f"random_{seed}.{key}.npy"
        np.save(files[key], value)
    return path.stem, path, files


def cases(options):
    """Yields (name, model path, {input: file})."""
    if options.model:
        yield options.model.stem, options.model, dict(i.split("=", 1) for i in options.input)
        return
    if options.random:
        first, last = map(int, options.random.split(".."))
        for seed in range(first, last + 1):
            yield random_case(seed, options.work)
        return
    for name in [n for n in options.only or MODELS if n not in options.skip]:
        path, files, _, _ = write(name, options.work)
        yield name, path, files


def main():
    options, failed, count = parse(), 0, 0
    for name, model, files in cases(options):
        count += 1
        try:
            check(options, name, model, files)
            print(f"{name}: equal")
        except Failure as failure:
            failed += 1
            print(f"{name}: FAILED: {failure}")
    print(f"{count - failed} of {count} networks equal to the exact oracle")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main())
