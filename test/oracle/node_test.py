"""The node tests that ONNX ships with its specification, of every operator that is imported, in float32.

node_test.py --compile NPU_COMPILE --eval NPU_EVAL [-v]
Each goes to level nn with npu-compile and runs with npu-eval: the outputs are ONNX's, or the compiler refuses with a
reason that is listed here. Inputs beyond the first that only make sense as constants are made initializers.
"""
import argparse
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import numpy as np
import onnx
from onnx import numpy_helper

OPERATORS = """Abs Add And AveragePool BatchNormalization Ceil Celu Clip Concat Conv ConvTranspose DepthToSpace Div Dropout Elu Expand Gather InstanceNormalization LayerNormalization Tile
Equal Erf Exp Flatten Floor Gelu Gemm GlobalAveragePool GlobalMaxPool Greater GreaterOrEqual HardSigmoid HardSwish Identity
LeakyRelu Less LessOrEqual Log MatMul Max MaxPool Min Mish Mul Neg Not Or PRelu Pad Pow Reciprocal ReduceMax ReduceMean
ReduceMin ReduceSum Relu Reshape Round Selu Sigmoid Sign Slice Softmax Softplus Softsign SpaceToDepth Split Sqrt Squeeze Sub
Tanh ThresholdedRelu Transpose Unsqueeze Where Xor""".split()

# Operands that a network file holds as constants, by operator and position.
CONSTANT = {"Clip": (1, 2), "Conv": (1, 2), "ConvTranspose": (1, 2), "Gemm": (1, 2), "MatMul": (1,), "Pad": (1, 2, 3), "PRelu": (1,),
            "Pow": (1,), "ReduceMax": (1,), "ReduceMean": (1,), "ReduceMin": (1,), "ReduceSum": (1,), "Reshape": (1,),
            "Slice": (1, 2, 3, 4), "Split": (1,), "Squeeze": (1,), "Unsqueeze": (1,), "BatchNormalization": (1, 2, 3, 4),
            "Dropout": (1, 2), "Expand": (1,), "Gather": (1,), "InstanceNormalization": (1, 2), "LayerNormalization": (1, 2), "Tile": (1,)}

# Operators that take these as computed tensors too: their cases run both ways, and none is refused.
COMPUTED = ("Gemm", "MatMul")

# Words of the messages that refuse: what the compiler does not do, and says.
REFUSALS = {
    "wanted float32": "integers and doubles are no data of a network for an NPU",
    "want f32 or f16": "the same, before conversion",
    "wanted one or two": "three spatial axes",
    "mode is '": "padding by reflection, by the edge, around",
    "is of truth values": "a network's output of type bool",
    "cannot be imported": "attributes and types that have no place in inference",
    "no elements": "tensors without elements",
    "is computed at run time": "axes that are an input",
    "is not a tensor with a shape": "sequences and optionals",
    "training_mode": "Dropout that drops",
    "not supported": "the reasons of conversion, below it",
}


# Written down with four digits.
ROUGH = {"test_averagepool_2d_ceil_last_window_starts_on_pad"}


def cases():
    """(operator, case): collected in one go, because ONNX's modules make their cases when they are first imported."""
    from onnx.backend.test.case.node import collect_testcases
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        collected = collect_testcases(None)
    for case in collected:
        operators = {n.op_type for n in case.model.graph.node}
        if operators and operators <= set(OPERATORS) and case.data_sets and real(case):
            yield case.model.graph.node[0].op_type, case


def real(case):
    """Reads float32 or truth first, and computes either."""
    inputs, outputs = case.data_sets[0]
    return all(np.asarray(a).dtype in (np.float32, np.bool_) for a in [inputs[0], *outputs])


def prepared(op, case, computed):
    """(model with constants inside, the inputs that are left). `computed`: all of them."""
    model = onnx.ModelProto.FromString(case.model.SerializeToString())
    # Version 22 and later added element types, and changed nothing for float32.
    model.opset_import[0].version = max(7, min(model.opset_import[0].version, 21))
    model.ir_version = min(model.ir_version, 10)
    inputs, _ = case.data_sets[0]
    left = []
    for position, (value, array) in enumerate(zip(list(model.graph.input), inputs)):
        if position in CONSTANT.get(op, ()) and len(model.graph.node) == 1 and not computed:
            model.graph.initializer.append(numpy_helper.from_array(np.asarray(array), value.name))
            model.graph.input.remove(value)
        else:
            left.append(np.asarray(array))
    return model, left


class Run:
    def __init__(self, tools, folder):
        self.tools, self.folder = tools, Path(folder)

    def call(self, *command):
        return subprocess.run([str(c) for c in command], capture_output=True, text=True, timeout=120, check=False)

    def outcome(self, op, case, computed):
        """'equal', 'refused: WHY' or 'WRONG: WHAT'."""
        model, inputs = prepared(op, case, computed)
        onnx.save(model, self.folder / "m.onnx")
        lowered = self.call(self.tools.compile, self.folder / "m.onnx", "--stop-after", "nn", "-o", self.folder / "m.mlir")
        if lowered.returncode != 0:
            text = lowered.stderr.strip()
            return f"refused: {text}" if lowered.returncode == 1 and "error:" in text else f"WRONG: exit {lowered.returncode}: {text}"
        files = []
        for i, array in enumerate(inputs):
            files.append(self.folder / f"in{i}.npy")
            np.save(files[-1], array)
        ran = self.call(self.tools.eval, self.folder / "m.mlir", "--output-dir", self.folder / "out", "--input", *files)
        if ran.returncode != 0:
            return f"WRONG: npu-eval exits {ran.returncode}: {ran.stderr.strip()}"
        for i, wanted in enumerate(case.data_sets[0][1]):
            got, wanted = np.load(self.folder / "out" / f"{i}.npy"), np.asarray(wanted)
            if got.shape != wanted.shape or not np.allclose(got, wanted, rtol=1e-5, atol=1e-4 if case.name in ROUGH else 1e-6,
                                                             equal_nan=True):
                return f"WRONG: output {i}: got {got.shape} {got.ravel()[:8]}, want {wanted.shape} {wanted.ravel()[:8]}"
        return "equal"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compile", required=True)
    parser.add_argument("--eval", required=True)
    parser.add_argument("-v", action="store_true")
    tools = parser.parse_args()
    counts = {"equal": 0, "refused": 0, "WRONG": 0}
    with tempfile.TemporaryDirectory() as folder:
        run, seen = Run(tools, folder), set()
        for op, case in cases():
            if case.name in seen:
                continue
            seen.add(case.name)
            for computed in (False, True) if op in COMPUTED else (False,):
                outcome = run.outcome(op, case, computed)
                kind = outcome.split(":")[0]
                if kind == "refused" and (computed or not any(words in outcome for words in REFUSALS)):
                    kind, outcome = "WRONG", f"WRONG: refused for a reason that is not listed: {outcome}"
                counts[kind] += 1
                if kind == "WRONG" or tools.v:
                    print(f"{case.name}{' computed' if computed else ''}: {outcome}")
    print(", ".join(f"{n} {kind}" for kind, n in counts.items()))
    return 1 if counts["WRONG"] or counts["equal"] < 250 else 0


if __name__ == "__main__":
    sys.exit(main())
