"""Inferred types against those of onnx's own shape inference, and weights bit by bit, on the
generated networks.

shapes_test.py BIN: BIN holds npu-import and npu-opt.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import onnx
from onnx import TensorProto, numpy_helper, shape_inference

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "oracle"))
from make_models import MODELS, make  # noqa: E402

ELEMENTS = {TensorProto.FLOAT: "f32", TensorProto.INT8: "i8", TensorProto.UINT8: "ui8",
            TensorProto.INT32: "i32", TensorProto.INT64: "i64"}
NODE = re.compile(r'= onnx\.(?!Constant)\w+\(.*-> tensor<([^>]*)> loc\("([^"]*)"\)')
RESOURCE = re.compile(r'^ *"?([\w.:/]+)"?: "0x([0-9A-F]*)"', re.M)


def text_of(value):
    tensor = value.type.tensor_type
    return "x".join([*(str(d.dim_value) for d in tensor.shape.dim), ELEMENTS[tensor.elem_type]])


def expected_types(model):
    """{node name: type} by onnx."""
    graph = shape_inference.infer_shapes(model, strict_mode=True, data_prop=True).graph
    types = {v.name: text_of(v) for v in [*graph.value_info, *graph.output]}
    return {n.name: types[n.output[0]] for n in model.graph.node}


def run(*command, text=None):
    return subprocess.run(command, input=text, text=True, capture_output=True, check=True).stdout


def faults(name, tools, folder):
    model = make(name)[0]
    path = folder / f"{name}.onnx"
    onnx.save(model, str(path))
    imported = run(tools / "npu-import", path)
    inferred = run(tools / "npu-opt", "-", "--onnx-infer-shapes", "--mlir-print-debuginfo",
                   "--mlir-print-local-scope", text=imported)
    found = ["a type is still open"] if "tensor<*" in inferred else []
    got = {node: type_ for type_, node in NODE.findall(inferred)}
    for node, want in expected_types(model).items():
        if got.get(node) != want:
            found.append(f"{node}: {got.get(node)}, want {want}")
    # The first eight digits are the alignment.
    blobs = {key: data[8:] for key, data in RESOURCE.findall(imported)}
    for tensor in model.graph.initializer:
        array = numpy_helper.to_array(tensor)
        if array.nbytes > 256 and blobs.get(tensor.name) != array.tobytes().hex().upper():
            found.append(f"{tensor.name}: other bytes than in the file")
    return found


def main():
    tools, failed = Path(sys.argv[1]), 0
    with tempfile.TemporaryDirectory() as folder:
        for name in MODELS:
            for fault in faults(name, tools, Path(folder)):
                print(f"{name}: {fault}")
                failed += 1
    print(f"{len(MODELS)} networks, {failed} faults")
    return 1 if failed or len(MODELS) < 20 else 0


if __name__ == "__main__":
    sys.exit(main())
