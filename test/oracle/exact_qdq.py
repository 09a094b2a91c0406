"""Evaluates a QDQ network exactly: f64 between the quantisations, round half to even
at each QuantizeLinear. The N rules of docs/machine.md reproduce it bit for bit.

As a program: exact_qdq.py MODEL.onnx --input NAME=FILE.npy --output-dir DIR
writes <index>_<name>.npy, named as npu-run names them. A file whose first axis is N
times the input's batch is evaluated as N samples and the outputs are stacked.
"""
import argparse
import re
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

from exact_ops import OPS


class ExactNetwork:
    """A loaded model; `run` maps input arrays to output arrays by name."""

    def __init__(self, model):
        self.model = onnx.load(str(model)) if isinstance(model, (str, Path)) else model
        graph = self.model.graph
        self.opset = max(o.version for o in self.model.opset_import if o.domain in ("", "ai.onnx"))
        self.constants = {t.name: numpy_helper.to_array(t) for t in graph.initializer}
        self.inputs = [i.name for i in graph.input if i.name not in self.constants]
        self.outputs = [o.name for o in graph.output]
        missing = sorted({n.op_type for n in graph.node} - set(OPS) - {"Constant"})
        if missing:
            raise ValueError(f"no exact evaluation for {', '.join(missing)}")

    def run(self, feeds):
        """Outputs as f32 (reals rounded once) or, if integer, as they are."""
        values = dict(self.constants)
        values.update({name: np.asarray(feeds[name]) for name in self.inputs})
        for node in self.model.graph.node:
            attrs = {a.name: onnx.helper.get_attribute_value(a) for a in node.attribute}
            if node.op_type == "Constant":
                values[node.output[0]] = numpy_helper.to_array(attrs["value"])
                continue
            operands = [values[name] if name else None for name in node.input]
            results = OPS[node.op_type](operands, attrs, self.opset)
            values.update(zip(node.output, results if isinstance(results, list) else [results]))
        return {name: as_stored(values[name]) for name in self.outputs}

    def run_stacked(self, feeds, batch=1):
        """`run` on every `batch` rows of the feeds; outputs stacked on the first axis."""
        count = len(next(iter(feeds.values()))) // batch
        runs = [self.run({k: v[i * batch:(i + 1) * batch] for k, v in feeds.items()})
                for i in range(count)]
        return {name: np.concatenate([r[name] for r in runs]) for name in self.outputs}


def as_stored(value):
    return value.astype(np.float32) if value.dtype == np.float64 else value


def output_file(index, name):
    """The file name npu-run gives an output."""
    return f"{index}_{re.sub(r'[^A-Za-z0-9._-]', '_', name)}.npy"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("model")
    parser.add_argument("--input", action="append", default=[], metavar="NAME=FILE")
    parser.add_argument("--output-dir", required=True, type=Path)
    options = parser.parse_args()

    network = ExactNetwork(options.model)
    feeds = {name: np.load(file) for name, file in (i.split("=", 1) for i in options.input)}
    shape = network.model.graph.input[0].type.tensor_type.shape.dim
    outputs = network.run_stacked(feeds, batch=shape[0].dim_value or 1)
    options.output_dir.mkdir(parents=True, exist_ok=True)
    for index, (name, value) in enumerate(outputs.items()):
        np.save(options.output_dir / output_file(index, name), value)


if __name__ == "__main__":
    main()
